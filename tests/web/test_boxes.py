import json

import msgspec
import pytest
from django.core.management import call_command

from chanceit import models
from chanceit.apps import keep_house_boxes
from chanceit.table import storing
from rules.shelf import GAMES


@pytest.mark.django_db
def test_after_a_migration_every_game_has_its_house_box():
    assert {(box.game, box.is_house_box) for box in models.Box.objects.all()} == {(game, True) for game in GAMES}
    box = models.Box.objects.get(game="chance_it")
    printed = json.loads(box.content)
    assert [card.card for card in box.cards.all()] == [card["id"] for card in printed["cards"]]
    assert {str(sheet.players): (sheet.out, sheet.participants) for sheet in box.sheets.all()} == {
        players: (sheet["out"], sheet["in"]) for players, sheet in printed["stakes"].items()
    }


@pytest.mark.django_db
def test_migrating_again_keeps_each_once():
    before = list(models.Box.objects.values_list("pk", flat=True)), models.MarketCard.objects.count()
    call_command("migrate", verbosity=0)
    assert (list(models.Box.objects.values_list("pk", flat=True)), models.MarketCard.objects.count()) == before


@pytest.mark.django_db
def test_a_new_edition_of_the_house_box_takes_the_place_of_the_old_one(monkeypatch: pytest.MonkeyPatch):
    old = models.Box.objects.get(game="chance_it")
    code = storing.open_anywhere("chance_it", b"", b"{}", "hash")
    edition = msgspec.structs.replace(GAMES["chance_it"].house_box(), name="Second edition")
    monkeypatch.setattr(GAMES["chance_it"], "house_box", lambda: edition)
    keep_house_boxes("default")
    assert [box.name for box in models.Box.objects.filter(game="chance_it", is_house_box=True)] == ["Second edition"]
    assert models.Table.objects.get(code=code).box == old  # which it was opened with
    monkeypatch.undo()
    keep_house_boxes("default")
    assert models.Box.objects.get(game="chance_it", is_house_box=True) == old


@pytest.mark.django_db
def test_without_a_table_for_boxes_nothing_is_kept():
    class NoModels:
        def get_model(self, app: str, name: str) -> None:
            raise LookupError

    keep_house_boxes("default", NoModels())
