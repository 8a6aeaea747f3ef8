from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from chanceit import models
from chanceit.management.commands.clear_tables import clear
from chanceit.table import commands as c
from chanceit.table import storing
from chanceit.table.authority import carry_out

OWN_BOX = (
    b'{"name": "Eva\'s", "cards": [{"id": "a", "when": "1", "price": 1}], "stakes": {"2": {"out": [1], "in": [1, 1]},'
    b'"3": {"out": [1, 1], "in": [1, 1, 1]}, "4": {"out": [1, 1, 1], "in": [1, 1, 1, 1]},'
    b'"5": {"out": [1, 1, 1, 1], "in": [1, 1, 1, 1, 1]}, "6": {"out": [1, 1, 1, 1, 1], "in": [1, 1, 1, 1, 1, 1]}}}'
)


def table_of(days_ago: float, box: bytes = b"") -> str:
    """A table with two people, where nothing has happened for so long."""
    code = storing.open_anywhere("chance_it", box, b"{}", "hash")
    for name in ("Eva", "John"):
        storing.play(code, "door", c.Join(name, f"hash of {name}"), name)
    models.Table.objects.filter(code=code).update(touched=timezone.now() - timedelta(days=days_ago))
    return code


def cleared(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    call_command("clear_tables", *options)
    return capsys.readouterr().out


def kept() -> set[str]:
    return set(models.Table.objects.values_list("code", flat=True))


@pytest.mark.django_db
def test_it_clears_old_tables_with_all_that_belongs_to_them(capsys):
    old, recent = table_of(31), table_of(29)
    told = cleared(capsys)
    assert old in told
    assert recent not in told
    assert "1 table(s) cleared" in told
    assert kept() == {recent}
    assert set(models.Entry.objects.values_list("table__code", flat=True)) == {recent}
    assert models.Player.objects.count() == 2
    assert storing.load(recent).table.number == 3


@pytest.mark.django_db
def test_a_dry_run_lists_the_same_and_clears_nothing(capsys):
    old = table_of(31)
    table_of(29)
    told = cleared(capsys, "--dry-run")
    assert "1 table(s) would be cleared" in told
    assert f"{old}  " in told
    assert len(kept()) == 2
    assert old in cleared(capsys)


@pytest.mark.django_db
def test_the_host_says_how_old(capsys):
    older, newer = table_of(8), table_of(6.9)
    assert cleared(capsys, "--older-than", "7").startswith(older)
    assert kept() == {newer}


@pytest.mark.parametrize("days", ["0", "-1", "1.5", "soon"])
def test_today_is_never_old(days: str):
    with pytest.raises(CommandError, match="at least 1"):
        call_command("clear_tables", f"--older-than={days}")


@pytest.mark.django_db
def test_a_table_that_somebody_comes_back_to_meanwhile_stays():
    code = table_of(31)
    old = models.Table.objects.filter(touched__lt=timezone.now() - timedelta(days=30))
    listed = old.get(code=code)
    storing.play(code, "game_master", c.Begin(), "begin")
    assert not clear(listed, old)
    assert kept() == {code}


@pytest.mark.django_db
def test_boxes_that_came_with_a_table_go_with_the_last_one(capsys):
    table_of(31, OWN_BOX)
    table_of(29, OWN_BOX)
    cleared(capsys)
    assert models.Box.objects.filter(name="Eva's").exists()
    cleared(capsys, "--older-than", "1")
    assert set(models.Box.objects.values_list("game", "is_house_box")) == {("chance_it", True), ("second_chance", True)}
    assert not kept()


@pytest.mark.django_db(transaction=True)  # SQLite looks at foreign keys when a transaction ends
def test_a_request_to_a_table_that_was_cleared_is_refused():
    code = table_of(31)
    table = storing.load(code).table
    call_command("clear_tables", verbosity=0)
    after, entries = carry_out(table, "game_master", c.Lock(True), "lock")
    assert storing.store([storing.Page(table, after, tuple(entries))]) == ["conflict"]
    with pytest.raises(storing.Gone):
        storing.load_since(table)
    with pytest.raises(storing.Refusal, match="There is no table"):
        storing.play(code, "game_master", c.Lock(True), "lock")
