from typing import Any

from django.apps import AppConfig, apps
from django.db import transaction
from django.db.models.signals import post_migrate


class ChanceItConfig(AppConfig):
    name = "chanceit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(keep_house_boxes, sender=self)


def keep_house_boxes(using: str, apps: Any = apps, **_rest: Any) -> None:
    """After every migration, and so on every start: the house box of each game is there, and is the present one."""
    try:
        apps.get_model("chanceit", "Box")
    except LookupError:  # somebody has migrated back to nothing
        return
    import msgspec

    from chanceit.table import storing
    from rules.shelf import GAMES

    with transaction.atomic(using):
        for game, rules in GAMES.items():
            box = storing.keep_box(game, msgspec.json.encode(rules.house_box()))
            boxes = type(box).objects.filter(game=game)
            boxes.filter(is_house_box=True).exclude(pk=box.pk).update(is_house_box=False)
            boxes.filter(is_house_box=False, pk=box.pk).update(is_house_box=True)
