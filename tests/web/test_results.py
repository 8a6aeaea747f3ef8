"""What is kept of games: once, when they end, and again from the logs."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from chanceit import models
from chanceit.table import commands as c
from chanceit.table import records, results, standings, storing
from tests.rules.recorded import RECORDS
from tests.web.conftest import run_python
from tests.web.evenings import ask, begin, evening, play_on, sit_down

pytestmark = pytest.mark.django_db


RESULT = ("seat", "name", "computer", "place", "has_won", "counts", "person__name")


def kept():
    """All that is stored, in plain values, so that two ways to it can be compared."""
    return [
        (
            game.table,
            game.number,
            game.game,
            game.why,
            game.is_counted,
            game.moves,
            game.digest,
            [
                (r.seat, r.name, r.computer, r.place, r.has_won, r.counts, r.person and r.person.name)
                for r in game.results.order_by("seat")
            ],
            sorted(game.marks.values_list("what", "value", "result__seat")),
        )
        for game in models.GamePlayed.objects.order_by("table", "number")
    ]


def added_up():
    fields = ("person__name", "game", "games", "wins", "alone", "rated", "places", "sums", "mu", "line")
    return [
        [*row[:-2], round(row[-2], 6), row[-1]]
        for row in models.Standing.objects.order_by("person", "game").values_list(*fields)
    ]


def test_a_game_is_kept_when_it_ends_and_not_before():
    code = sit_down("Ann", "Ben", computers="medium")
    begin(code)
    assert not models.GamePlayed.objects.exists()
    table = play_on(code)
    [game] = models.GamePlayed.objects.all()
    assert (game.table, game.number, game.game, game.is_counted) == (code, 1, "chance_it", True)
    assert game.why.startswith(table.on.state.result.why)
    assert game.began <= game.ended
    ann, ben, bot = game.results.order_by("seat")
    assert [ann.name, ben.name] == ["Ann", "Ben"]
    assert ann.person.name == "Ann"
    assert (bot.computer, bot.person) == ("medium", None)
    assert {one.seat for one in (ann, ben, bot) if one.has_won} == set(table.on.state.result.winners)
    assert sorted({ann.place, ben.place, bot.place})[0] == 1
    rounds = table.on.state.round
    assert ann.counts["in"] + ann.counts["out"] + ann.counts["chance_it"] == ann.counts["reveals"] <= rounds
    assert game.marks.get(what="rounds").value == rounds
    assert models.Standing.objects.count() == 2, "a computer player has none"


def test_the_logs_give_all_of_it_again():
    for names in (("Ann", "Ben"), ("Ann", "Ben", "Zoé"), ("Zoé",)):
        evening(*names, game="second_chance")
    evening("ben", "Ann", computers="medium")
    before, sums = kept(), added_up()
    assert len(before) == 4
    models.GamePlayed.objects.all().delete()
    models.Standing.objects.all().delete()
    call_command("rebuild_results")
    assert kept() == before
    assert added_up() == sums
    call_command("rebuild_results")
    assert (kept(), added_up()) == (before, sums)
    assert models.Person.objects.count() == 3, "capital letters make nobody another"


def test_a_game_that_was_continued_counts_once_by_its_last_ending():
    code = evening("Ann", "Ben")
    first = models.GamePlayed.objects.get()
    ask(code, "game_master", c.Undo())
    assert not models.GamePlayed.objects.exists(), "while it is played on nothing of it is to be had"
    play_on(code)
    [last] = models.GamePlayed.objects.all()
    assert (last.table, last.number) == (code, 2)
    assert last.began == first.began
    assert last.is_counted
    standings.add_up()
    assert list(models.Standing.objects.values_list("games", flat=True)) == [1, 1]
    before = kept()
    call_command("rebuild_results")
    assert kept() == before


def test_a_game_that_its_host_has_ended_counts_nowhere():
    code = sit_down("Ann", "Ben")
    begin(code)
    ask(code, "game_master", c.End())
    [game] = models.GamePlayed.objects.all()
    assert (game.why, game.is_counted) == ("ended", False)
    assert [result.place for result in game.results.all()] == [None, None]
    assert not game.marks.exists()
    assert not models.Standing.objects.exists()


def test_results_stay_when_tables_are_cleared_and_tables_that_are_to_be_kept_stay_too(capsys):
    cleared, wanted = evening("Ann", "Ben"), evening("Ann", "Ben")
    models.GamePlayed.objects.filter(table=wanted).update(is_kept=True)
    models.Table.objects.update(touched=timezone.now() - timedelta(days=31))
    models.Table.objects.filter(code=wanted).update(status=storing.CLOSED)
    before = kept()
    storing.clear_closed()
    call_command("clear_tables")
    assert set(models.Table.objects.values_list("code", flat=True)) == {wanted}
    assert not models.Entry.objects.filter(table__code=cleared).exists()
    assert kept() == before
    call_command("rebuild_results")
    assert kept() == before


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_that_was_brought_in_is_a_result_and_the_same_one_not_twice(file):
    lines = file.read_bytes().splitlines(keepends=True)
    table = records.bring_in(lines, "hash")
    [game] = models.GamePlayed.objects.all()
    assert game.ended is None, "a record does not say when"
    assert game.results.count() == len(table.players)
    records.bring_in(lines, "hash")
    assert models.GamePlayed.objects.count() == 1


def test_a_result_that_cannot_be_kept_keeps_no_game_from_ending(monkeypatch):
    code = sit_down("Ann", "Ben")
    begin(code)
    with monkeypatch.context() as patched:
        patched.setattr(results, "people_of", lambda names: 1 / 0)
        assert play_on(code).status == "over"
    assert storing.load(code).table.status == "over"
    assert not models.GamePlayed.objects.exists()
    call_command("rebuild_results")
    assert models.GamePlayed.objects.get().table == code


def test_switched_off_nothing_is_kept_and_nothing_comes_back():
    models.Wish.objects.create(id=1, keeps_results=False)
    evening("Ann", "Ben")
    assert not models.GamePlayed.objects.exists()
    assert not models.Person.objects.exists()
    models.Wish.objects.update(keeps_results=True)
    call_command("rebuild_results")
    assert not models.GamePlayed.objects.exists()


def test_a_public_site_keeps_nothing_unless_its_operator_wants_it(settings):
    settings.EVENINGS = "off"
    evening("Ann", "Ben")
    assert not models.GamePlayed.objects.exists()


def test_a_rating_rises_by_winning_and_its_uncertainty_falls():
    for _evening in range(6):
        evening("Ann", "Ben", game="second_chance")
    both = {one.person.name: one for one in models.Standing.objects.all()}
    more, less = sorted(both.values(), key=lambda one: -one.wins)
    assert more.rated == less.rated == 6
    if more.wins > less.wins:
        assert more.mu > 25 > less.mu
    assert more.sigma < 25 / 3
    assert len(more.line) == 6


def test_somebody_alone_is_counted_by_themselves_and_not_rated():
    evening("Ann", game="second_chance")
    [ann] = models.Standing.objects.all()
    assert (ann.games, ann.alone, ann.rated) == (0, 1, 0)
    game = models.GamePlayed.objects.get()
    assert game.marks.get().what == "alone"


def test_on_postgresql_too(database, tmp_path):
    """The real command, at a database with games in it."""
    play = (
        "import django; django.setup(); from tests.web.evenings import evening; "
        "evening('Ann', 'Zoé'); evening('Zoé', game='second_chance')"
    )
    environment = {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "chanceit.settings"}
    played = run_python("-W", "ignore", "-c", play, data=tmp_path, **environment)
    assert played.returncode == 0, played.stderr
    assert "was not kept" not in played.stderr
    rebuilt = run_python("manage.py", "rebuild_results", data=tmp_path, **environment)
    assert rebuilt.stdout == "2 game(s) from logs. 0 log(s) could not be followed.\n", rebuilt.stderr


def test_a_public_site_clears_results_that_nobody_has_a_key_for(settings):
    settings.EVENINGS = "own"
    old, recent = evening("Ann", "Ben"), evening("Ben", "Chloé")
    models.GamePlayed.objects.filter(table=old).update(began=timezone.now() - timedelta(days=61))
    models.Table.objects.update(touched=timezone.now() - timedelta(days=31))
    call_command("clear_tables")
    assert models.GamePlayed.objects.get().table == recent
    assert set(models.Person.objects.values_list("name", flat=True)) == {"Ben", "Chloé"}


def test_the_admin_forgets_as_the_pages_do(admin_client):
    evening("Ann", "Ben")
    code = evening("Ann", "Chloé")
    game = models.GamePlayed.objects.get(table=code)
    for what in ("gameplayed", "person", "gameplayed/1", "person/1"):
        assert admin_client.get(f"/admin/chanceit/{what}/", follow=True).status_code == 200
    assert admin_client.post(f"/admin/chanceit/gameplayed/{game.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not models.Table.objects.filter(code=code).exists()
    ann = models.Person.objects.get(name="Ann")
    assert admin_client.post(f"/admin/chanceit/person/{ann.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not models.Entry.objects.filter(what__contains="Ann").exists()
    assert not models.Result.objects.filter(name="Ann").exists()


UPGRADE = """
import django
django.setup()
from pathlib import Path
from django.conf import settings
from django.core.management import call_command
from chanceit import models
from chanceit.management.commands import serve
call_command("migrate", verbosity=0)
from tests.web.evenings import begin, evening, sit_down
codes = [evening("Ann", "Ben") for _game in range(3)]
begin(sit_down("Cy", "Di"))
call_command("migrate", "chanceit", "0004", verbosity=0)
serve.LONGEST_REBUILDING = 0.0
serve.prepare()
some = models.GamePlayed.objects.count()
serve.LONGEST_REBUILDING = 600.0
serve.prepare()
print(some, models.GamePlayed.objects.count(), (Path(settings.DATA_DIR) / ".results-due").exists())
models.GamePlayed.objects.all().delete()
serve.prepare()
print(models.GamePlayed.objects.count())
"""


def test_games_of_an_earlier_version_get_their_results_when_it_starts_and_only_then(tmp_path):
    ran = run_python("-c", UPGRADE, data=tmp_path, DJANGO_SETTINGS_MODULE="chanceit.settings")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[-3:-1] == ["0 3 False", "0"], ran.stdout + ran.stderr
