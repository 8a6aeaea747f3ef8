"""Computer players who think beside the server: nobody waits for them, and a worker that dies or hangs is made good."""

import signal
import sqlite3

import psutil
import pytest

from chanceit.table.state import PLAYS_INSTEAD
from tests.web.people import Party, Server, wait_until

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be stopped here")


def workers(server):
    return [
        child
        for child in psutil.Process(server.process.pid).children()
        if child.status() != psutil.STATUS_ZOMBIE and "rules.thinking" in child.cmdline()
    ]


def by_weaker_players(server):
    with sqlite3.connect(server.data / "chanceit.sqlite3") as database:
        return [name for (name,) in database.execute("SELECT command FROM chanceit_entry") if PLAYS_INSTEAD in name]


async def sit_down(party):
    """Ann has the first dice, and an expert plays for Bob."""
    assert (await party.table.manage("pace", pace="instant"))["type"] == "done"
    await party.begin()
    assert (await party.table.manage("replace", player=2, mind="expert"))["type"] == "done"


async def begin_round(party):
    """Dice that leave nobody anything to decide but the guide cards; then it is for all to lay them."""
    await party.table.play({"do": "roll", "dice": [2, 2, 4, 5, 5]})
    await party.phones[0].until(lambda: party.phones[0].game["phase"] == "choose")


async def lay(party, guide):
    return await party.phones[0].play({"do": "choose", "seat": 0, "guide": guide})


@pytest.fixture
def hasty(tmp_path):
    server = Server(tmp_path, CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.hasty").start()
    yield server
    assert server.stop() == 0


async def test_a_stopped_worker_holds_nobody_up_and_the_next_weaker_player_moves(hasty):
    party = Party(hasty, "Ann", "Bob").sit_down()
    async with party.screens():
        await sit_down(party)
        await begin_round(party)
        assert (await lay(party, "in"))["type"] == "done"
        await party.table.until(lambda: party.table.game["round"] == 2)
        (worker,) = workers(hasty)
        worker.send_signal(signal.SIGSTOP)
        before = len(by_weaker_players(hasty))
        await begin_round(party)
        others = Party(hasty, "Cy", "Di").sit_down()
        async with others.screens():
            await others.begin()
            await begin_round(others)
            assert (await lay(others, "in"))["type"] == "done", "nobody waits for it"
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
        assert len(by_weaker_players(hasty)) > before
        wait_until(lambda: worker.pid not in [other.pid for other in workers(hasty)])


async def test_a_worker_that_is_killed_is_made_good(own_server):
    party = Party(own_server, "Ann", "Bob").sit_down()
    async with party.screens():
        await sit_down(party)
        for round in (1, 2, 3):
            await begin_round(party)
            assert (await lay(party, "in"))["type"] == "done"
            await party.table.until(lambda round=round: party.table.game["round"] == round + 1)
            for worker in workers(own_server):
                worker.kill()
        for round in range(4, 10):
            await begin_round(party)
            assert (await lay(party, "in"))["type"] == "done"
            await party.table.until(lambda round=round: party.table.game["round"] == round + 1)
            if left := workers(own_server):  # the first question may still have gone to the one that was killed
                break
    assert left
    own_server.stop()
    assert psutil.wait_procs(left, 60)[1] == [], "they end with the server"


@pytest.fixture
def patient(tmp_path):
    server = Server(tmp_path, CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.patient").start()
    yield server
    assert server.stop() == 0


async def thinking(party, server):
    """Bob's expert is asked for a guide card, and its worker stands still."""
    await sit_down(party)
    await begin_round(party)
    assert (await lay(party, "in"))["type"] == "done"
    await party.table.until(lambda: party.table.game["round"] == 2)
    (worker,) = workers(server)
    worker.send_signal(signal.SIGSTOP)
    await begin_round(party)
    return worker


async def test_an_undo_in_the_middle_of_thinking_is_the_end_of_the_question(patient):
    party = Party(patient, "Ann", "Bob").sit_down()
    async with party.screens():
        worker = await thinking(party, patient)
        assert party.table.game["awaiting"] == [0, 1], "it has not answered"
        assert (await party.table.manage("undo"))["type"] == "done"
        await party.table.until(lambda: party.table.game["phase"] == "roll")
        number = party.table.number
        worker.send_signal(signal.SIGCONT)  # now it answers a question that nobody asks any more
        assert (await party.table.manage("pace", pace="fast"))["number"] == number + 1, "nothing came of that"
        await begin_round(party)
        assert (await lay(party, "in"))["type"] == "done"
        await party.table.until(lambda: party.table.game["round"] == 3)
    assert by_weaker_players(patient) == []


async def test_a_worker_that_is_killed_in_the_middle_of_thinking_has_the_next_weaker_player_move(patient):
    party = Party(patient, "Ann", "Bob").sit_down()
    async with party.screens():
        worker = await thinking(party, patient)
        number = party.table.number
        worker.kill()
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
        assert party.table.number == number + 1
        assert len(by_weaker_players(patient)) == 1
        assert (await lay(party, "in"))["type"] == "done"
        await party.table.until(lambda: party.table.game["round"] == 3)
        await begin_round(party)
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
        assert len(by_weaker_players(patient)) == 1, "the next question goes to a new one"


async def test_a_server_that_is_killed_in_the_middle_of_thinking_has_it_thought_about_anew(patient):
    party = Party(patient, "Ann", "Bob").sit_down()
    async with party.screens():
        worker = await thinking(party, patient)
        number = party.table.number
        patient.kill()
    worker.send_signal(signal.SIGCONT)
    assert psutil.wait_procs([worker], 60)[1] == [], "it ends with its server"
    patient.start(patient.port)
    async with party.screens():
        await party.table.until(lambda: party.table.game["awaiting"] == [0])
        assert party.table.number == number + 1, "it has chosen once"
        assert (await lay(party, "in"))["type"] == "done"
        await party.table.until(lambda: party.table.game["round"] == 3)
    assert by_weaker_players(patient) == []


async def test_in_second_chance_an_expert_draws_too(own_server):
    party = Party(own_server, "Ann", "Bob").sit_down(game="second_chance")
    async with party.screens():
        assert (await party.table.manage("begin"))["type"] == "done"
        assert (await party.table.manage("replace", player=2, mind="expert"))["type"] == "done"
        await party.table.until(lambda: "a" in party.table.game["players"][1]["grid"])
        assert workers(own_server)
        assert by_weaker_players(own_server) == []
