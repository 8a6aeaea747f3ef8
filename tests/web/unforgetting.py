"""Settings of a server that forgets nothing of what was asked for: however slowly a busy machine asks, it adds up."""

from django.apps import AppConfig

from chanceit.settings import *
from chanceit.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.web.unforgetting.Unforgetting"]


class Unforgetting(AppConfig):
    name = "tests.web"
    label = "unforgetting"

    def ready(self):
        from chanceit.web import outlet, rates

        for module in (rates, outlet):
            for name, rate in list(vars(module).items()):
                if isinstance(rate, rates.Rate):
                    setattr(module, name, rates.Rate(rate.name, rate.most, 24 * 60 * 60))
