"""Computer players try a box, in processes of their own: one trial at a time, none that outlives its cancelling or the
server."""

import json
import subprocess
import sys

import msgspec
import psutil
import pytest

from chanceit.web import trials
from rules.chance_it import balance
from rules.shelf import GAMES
from tests.web.people import ROOT, Person, wait_until
from tests.web.test_shelf import new_box

HOUSE = msgspec.json.encode(GAMES["chance_it"].house_box())


def worker(*numbers):
    command = [sys.executable, "-m", "rules.trying", "chance_it", *map(str, numbers)]
    begun = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    begun.stdin.write(HOUSE + b"\n")
    begun.stdin.flush()
    return begun


def end(worker):
    """Nobody speaks to it any more."""
    worker.stdin.close()
    assert worker.wait(60) == 0
    worker.stdout.close()


def workers(server):
    """Those that this server has started."""
    return [child for child in psutil.Process(server.process.pid).children() if "rules.trying" in command_of(child)]


def command_of(process):
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:  # it has just ended
        return []


def ask(person, link, **fields):
    status, told = person.post(f"/boxes/{link}/trial", **fields) if fields else person.get(f"/boxes/{link}/trial")
    return status, json.loads(told)


def state(person, link):
    trial = ask(person, link)[1]["trial"]
    return trial and trial["state"]


def test_workers_count_together_what_one_alone_would_count():
    together = balance.Tally(3)
    for first in (0, 1):
        done = worker(3, first, 2, 24)
        for line in done.stdout:
            balance.add(together, msgspec.json.decode(line, type=balance.Tally))
        end(done)
    box = GAMES["chance_it"].house_box()
    alone = balance.figures(balance.run(box, 3, range(24)), box)
    found = balance.figures(together, box)
    assert found["games"] == 24
    assert found["lengths"] == alone["lengths"]
    assert found["endings"] == alone["endings"]
    assert sum(found["places"]) == pytest.approx(1)
    for card, told in alone["cards"].items():
        assert found["cards"][card] == pytest.approx(told)


def test_a_worker_ends_with_its_input():
    done = worker(4, 0, 1, 1_000_000)
    assert done.stdout.readline().startswith(b'{"players":4')
    end(done)


def test_a_game_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(balance, "LONGEST", 2)
    box = GAMES["chance_it"].house_box()
    found = balance.figures(balance.run(box, 4, range(3)), box)
    assert found["endings"] == {"endless": 1.0}
    assert found["places"] == [0] * 4


def test_a_trial_is_its_makers_can_be_cancelled_and_leaves_no_worker(own_server):
    ann, bob = Person(own_server), Person(own_server)
    link = new_box(ann, copy="house-chance_it")
    assert state(ann, link) is None
    assert ask(bob, link, players="4")[0] == 403
    assert ask(ann, link, players="7")[1]["refused"]["code"] == "no_trial"
    assert ask(ann, link, players="4")[1]["trial"]["state"] in ("waiting", "playing")
    wait_until(lambda: len(workers(own_server)) == 2)
    wait_until(lambda: [child.nice() for child in workers(own_server)] == [19, 19])
    assert ask(bob, link, cancel="1")[0] == 403
    wait_until(lambda: (ask(ann, link)[1]["trial"]["own"] or {}).get("games"))
    assert ask(ann, link, cancel="1")[1]["trial"]["state"] == "cancelled"
    wait_until(lambda: workers(own_server) == [])
    assert ask(ann, link, players="3")[1]["trial"]["players"] == 3, "and again"


def test_only_the_games_that_are_still_to_be_played_are_counted(monkeypatch):
    house = balance.Tally(4)
    monkeypatch.setattr(trials, "_house", {("chance_it", 4): house})
    assert trials.Trial("chance_it", HOUSE, 4).told()["games"] == 2 * trials.GAMES_PLAYED
    house.games = trials.GAMES_PLAYED
    told = trials.Trial("chance_it", HOUSE, 4).told()
    assert (told["played"], told["games"]) == (0, trials.GAMES_PLAYED), "the house box is played with once"


def test_one_is_tried_at_a_time_some_wait_and_more_are_refused(own_server):
    ann = Person(own_server)
    links = [new_box(ann, copy="house-chance_it") for _box in range(7)]
    assert ask(ann, links[0], players="4")[0] == 200
    wait_until(lambda: state(ann, links[0]) == "playing")
    for link in links[1:6]:
        assert ask(ann, link, players="4")[1]["trial"]["state"] == "waiting"
    status, told = ask(ann, links[6], players="4")
    assert (status, told["refused"]["code"]) == (503, "busy")
    assert len(workers(own_server)) <= 2
    ask(ann, links[0], cancel="1")
    wait_until(lambda: state(ann, links[1]) == "playing")


def test_workers_do_not_outlive_a_server_that_is_killed(own_server):
    ann = Person(own_server)
    link = new_box(ann, copy="house-chance_it")
    ask(ann, link, players="6")
    wait_until(lambda: len(workers(own_server)) == 2)
    left = workers(own_server)
    own_server.kill()
    wait_until(lambda: not any(command_of(child) for child in left))


def test_a_server_that_was_started_from_another_folder_has_its_workers(own_server):
    own_server.stop()
    own_server.program, own_server.folder = (sys.executable, str(ROOT / "manage.py")), own_server.data
    ann = Person(own_server.start())
    link = new_box(ann, copy="house-chance_it")
    ask(ann, link, players="4")
    wait_until(lambda: (ask(ann, link)[1]["trial"]["own"] or {}).get("games"))


def test_a_game_whose_computer_players_cannot_try_it_says_so(server):
    ann = Person(server)
    link = new_box(ann, copy="house-second_chance")
    assert ask(ann, link, players="4")[1]["refused"]["code"] == "no_trial"
    assert "data-asks" not in ann.get(f"/boxes/{link}")[1]
