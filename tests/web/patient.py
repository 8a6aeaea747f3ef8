"""Settings of a server that waits for the answers of everybody who is there, however busy the machine is."""

from django.apps import AppConfig

from chanceit.settings import *
from chanceit.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.web.patient.Patient"]


class Patient(AppConfig):
    name = "tests.web"
    label = "patient"

    def ready(self):
        from chanceit.live import room, thinkers

        room.SHAKING = room.AGREEING = thinkers.LIMIT = 120.0
