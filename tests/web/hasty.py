"""Settings of a server whose rooms do not linger, and whose patience ends soon."""

from django.apps import AppConfig

from chanceit.settings import *
from chanceit.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.web.hasty.Hasty"]


class Hasty(AppConfig):
    name = "tests.web"
    label = "hasty"

    def ready(self):
        from chanceit.live import dice, room, thinkers
        from chanceit.web import rates

        room.LINGER = 0.3
        room.AGREEING = 0.3
        room.CHANGING = 0.3
        dice.IDLE = 0.3
        thinkers.LIMIT = 2.0
        # They come back so slowly that it does not matter how fast a test asks.
        rates.REQUESTS = rates.Rate("requests", 50, 3600)
