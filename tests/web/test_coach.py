"""The coach on the phones: for those who are let ask, for nobody else's eyes, and in nobody's way."""

import asyncio
import json
import signal

import pytest

from chanceit.live import thinkers
from tests.web.people import Party, Person, Server
from tests.web.test_fun import of_type, pinged
from tests.web.test_one_phone import choose, hand_on, is_handed_on, take


@pytest.fixture
def party(server):
    return Party(server, "Ann", "Bob", "Cy").sit_down()


def ask(id="c"):
    return {"type": "advise", "id": id}


async def advised(screen, id="c"):
    await screen.send(ask(id))
    return await answered(screen, id)


async def answered(screen, id="c"):
    return await screen.until(
        lambda: next((m for m in screen.messages if m["type"] in ("advice", "refused") and m["id"] == id), None)
    )


async def begin(party, *dice):
    """Ann has the dice, the coach may be asked, and it is for all to lay a guide card."""
    assert (await party.table.manage("coach", on=True))["type"] == "done"
    await party.begin()
    await roll(party, *dice)


async def roll(party, *dice):
    assert (await party.table.play({"do": "roll", "dice": list(dice)}))["type"] == "done"
    await party.agree()


async def lay(party, seat, guide="in"):
    assert (await party.phones[seat].play({"do": "choose", "seat": seat, "guide": guide}))["type"] == "done"


def advice_seen(*screens):
    return [message for screen in screens for message in screen.messages if message["type"] == "advice"]


async def test_a_phone_is_told_the_chance_of_each_choice_and_why_and_no_other_screen_hears_of_it(party):
    async with party.screens(), Person(party.server).screen(party.code, "watch") as watching:
        ann, bob, cy = party.phones
        await begin(party, 3, 3, 4, 5, 5)
        before = party.table.number
        given = await advised(ann)
        assert given["number"] == before
        assert given["of"] == 3
        assert {one["move"]["guide"] for one in given["choices"]} == {"in", "out", "chance_it"}
        assert all(one["move"]["seat"] == 0 and one["reasons"] for one in given["choices"])
        chances = [round(one["chance"] / 10) for one in given["choices"]]  # as they are shown
        assert chances == sorted(chances, reverse=True)
        assert {"what": "dice", "numbers": {"coins": 2, "hearts": -4, "stars": 1}} in [
            reason for one in given["choices"] for reason in one["reasons"]
        ]
        await pinged(bob)
        await pinged(watching)
        assert not advice_seen(bob, cy, party.table, watching)
        assert party.table.number == before, "it is no part of the log"


async def test_asking_again_gives_the_same_until_there_is_something_else_to_choose(party):
    async with party.screens():
        ann, _bob, cy = party.phones
        await begin(party, 2, 2, 4, 5, 5)
        first = await advised(ann, "first")
        await lay(party, 1)  # nobody sees what Bob has laid
        await party.agree()
        again = await advised(ann, "again")
        assert again == first | {"id": "again"}
        assert (await party.table.manage("lock", on=True))["type"] == "done"
        assert (await advised(ann, "locked"))["choices"] == first["choices"]
        await lay(party, 2)
        await lay(party, 0)
        await ann.until(lambda: ann.game["phase"] == "roll")
        assert (await advised(cy, "soon"))["code"] == "nothing_to_advise"
        await party.phones[1].play({"do": "roll"})
        await ann.until(lambda: ann.game["phase"] == "choose")
        other = await advised(ann, "other")
        assert other["number"] > first["number"]


async def test_who_may_not_ask_is_told_why(party):
    async with party.screens(), Person(party.server).screen(party.code, "watch") as watching:
        ann, bob, _cy = party.phones
        assert (await advised(ann, "off"))["code"] == "no_coach"
        assert (await bob.manage("coach", on=True))["code"] == "not_yours"
        assert (await party.table.manage("coach", on=True))["type"] == "done"
        assert (await advised(ann, "lobby"))["code"] == "nothing_to_advise"
        await party.begin()
        await roll(party, 2, 2, 4, 5, 5)
        assert (await advised(party.table, "table"))["code"] == "not_yours"
        assert (await advised(watching, "watch"))["code"] == "not_yours"
        assert (await advised(ann, "on"))["type"] == "advice"
        assert (await party.table.manage("coach", on=False))["type"] == "done"
        refused = await advised(ann, "off2")
        assert refused["code"] == "no_coach"
        assert refused["sentence"] == "There is no coach at this table."


async def test_of_those_who_share_a_phone_nobody_gets_the_advice_of_another(server):
    party = Party(server, "Ann", "Cy").sit_down(options=json.dumps({"hearts": 60}))
    async with party.screens():
        shared, cy = party.phones
        assert (await shared.manage("sit_here", name="Ben"))["type"] == "done"
        await party.agree()
        assert (await party.table.manage("coach", on=True))["type"] == "done"
        assert (await party.table.manage("begin"))["type"] == "done"
        await is_handed_on(shared)
        assert (await advised(shared, "curtain"))["code"] == "not_yours"
        await take(shared, 1)
        await shared.play({"do": "start", "seat": 0})
        await roll(party, 2, 2, 4, 5, 5)
        # Asked and handed on in one breath: whoever has the phone by then is not told.
        await shared.send(ask("anns"))
        await hand_on(shared)
        await take(shared, 3)
        bens = await advised(shared, "bens")
        assert {one["move"]["seat"] for one in bens["choices"]} == {2}
        assert all(one["move"]["seat"] == 0 for m in advice_seen(shared) if m["id"] == "anns" for one in m["choices"])
        assert "anns" in shared.answers, "whether it was told before or is refused now"
        bens_view = next(n for n, m in enumerate(shared.messages) if m["type"] == "view" and m["own"]["you"] == 3)
        assert [m["id"] for m in shared.messages[bens_view:] if m["type"] == "advice"] == ["bens"]
        assert (await choose(shared, 2))["type"] == "done"
        await is_handed_on(shared)
        await take(shared, 1)
        assert {one["move"]["seat"] for one in (await advised(shared, "anns2"))["choices"]} == {0}
        assert not advice_seen(cy)


async def test_two_tables_at_once_each_get_their_own(server):
    parties = [Party(server, "Ann", "Bob").sit_down() for _table in range(2)]
    first, second = parties
    async with first.screens(), second.screens():
        await begin(first, 4, 4, 4, 4, 4)
        await begin(second, 3, 3, 3, 3, 3)
        for party in parties:
            await party.phones[0].send(ask())
        dice = []
        for party in parties:
            given = await answered(party.phones[0])
            reasons = [reason for one in given["choices"] for reason in one["reasons"] if reason["what"] == "dice"]
            dice.append([reason["numbers"] for reason in reasons])
        assert dice[0] == [{"stars": 5}]
        assert dice[1] in ([], [{"hearts": -10}])
        assert not advice_seen(first.phones[1], second.phones[1])


async def test_in_second_chance_it_names_the_best_few_places(server):
    party = Party(server, "Ann", "Bob").sit_down(game="second_chance")
    async with party.screens():
        assert (await party.table.manage("coach", on=True))["type"] == "done"
        assert (await party.table.manage("begin"))["type"] == "done"
        ann = party.phones[0]
        await ann.until(lambda: ann.view["view"] and ann.game["can"])
        given = await advised(ann)
        assert 1 <= len(given["choices"]) <= 4 < given["of"]
        assert all(one["chance"] is None for one in given["choices"])
        assert (await ann.play(given["choices"][0]["move"]))["type"] == "done"


async def test_a_coach_who_hangs_is_given_up_in_words_and_holds_nobody_up(tmp_path):
    from tests.web.test_thinkers import workers  # there all is skipped where nothing can be stopped

    if not hasattr(signal, "SIGSTOP"):
        pytest.skip("a process cannot be stopped here")
    server = Server(tmp_path, CHANCEIT_RATES="off", DJANGO_SETTINGS_MODULE="tests.web.hasty").start()
    party = Party(server, "Ann", "Bob", "Cy").sit_down()
    async with party.screens():
        ann = party.phones[0]
        await begin(party, 2, 2, 4, 5, 5)
        assert (await advised(ann, "first"))["type"] == "advice"
        for worker in workers(server):
            worker.send_signal(signal.SIGSTOP)
        await ann.send(ask("kept"))
        assert (await answered(ann, "kept"))["type"] == "advice", "what was said is kept"
        await party.phones[1].send(ask("stopped"))
        await lay(party, 0)
        assert (await answered(party.phones[1], "stopped"))["code"] == "coach_failed"
        assert (await advised(party.phones[1], "again"))["type"] == "advice"
    assert server.stop() == 0


async def test_a_flood_of_questions_is_stopped_and_moves_go_on(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        await begin(party, 2, 2, 4, 5, 5)
        for number in range(40):
            await party.phones[0].send(ask(f"q{number}"))
        assert await of_type(party.phones[0], "refused", lambda m: m["code"] == "too_many")
        await lay(party, 0)
        await lay(party, 1)
        await party.agree()
    assert server.stop() == 0


async def test_whoever_opens_a_table_may_bring_the_coach_along(server):
    host = Person(server)
    code = host.open_table(coach="on")
    async with host.screen(code, "table") as table:
        await table.until(lambda: table.view)
        assert table.table["coach"] is True
    assert "on the phones" in Person(server).get(f"/rules/chance_it?table={code}")[1]
    plain = host.open_table()
    async with host.screen(plain, "table") as table:
        await table.until(lambda: table.view)
        assert table.table["coach"] is False


@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
def test_what_phones_load_for_it_has_every_sentence_in_every_language(server, game):
    whats = {
        "chance_it": {
            *("last_heart_sure", "last_heart_ways", "last_heart_if", "last_heart_ways_if", "out_last_heart_sure"),
            *("out_last_heart_ways", "out_last_heart_if", "out_last_heart_ways_if", "dice", "dice_nothing", "stakes"),
            *("stakes_short", "out_takes", "out_alone", "all_out", "hits", "more", "bound", "not_bound", "ends"),
            *("brings", "brings_nothing", "hits_others", "later", "unused", "knocks_out", "each_time"),
            *("each_time_hits", "pays_back", "works", "works_chance_it", "leaves", "leaves_short", "denies", "keeps"),
        },
        "second_chance": {"anywhere", "full", "together", "apart", "fitting"},
    }
    pages = [Person(server, language).get(f"/later/{game}?what=coach") for language in ("en", "fr", "de")]
    for status, page in pages:
        assert status == 200
        for what in whats[game]:
            assert f'data-key="coach_{what}"' in page
    assert len({page for _status, page in pages}) == 3


async def test_what_is_taken_back_takes_the_advice_with_it(party):
    async with party.screens():
        assert (await party.table.manage("consent", on=False))["type"] == "done"
        await begin(party, 2, 2, 4, 5, 5)
        ann = party.phones[0]
        assert (await advised(ann, "before"))["type"] == "advice"
        assert (await party.table.manage("undo"))["type"] == "done"
        await ann.until(lambda: ann.game["phase"] == "roll")
        assert (await advised(ann, "taken"))["code"] in ("nothing_to_advise", "no_coach")
        assert (await party.table.play({"do": "roll", "dice": [3, 3, 3, 3, 3]}))["type"] == "done"
        await ann.until(lambda: ann.game["phase"] == "choose")
        reasons = [reason for one in (await advised(ann, "after"))["choices"] for reason in one["reasons"]]
        assert {"what": "dice", "numbers": {"hearts": -10}} in reasons or "last_heart_sure" in str(reasons)


async def test_computer_players_go_before_the_coach_and_too_many_questions_are_refused(monkeypatch):
    turns = thinkers.Turns(1)
    order = []

    async def come(name, is_patient):
        await turns.take(is_patient)
        order.append(name)

    def comes(name, is_patient):
        return asyncio.ensure_future(come(name, is_patient))

    await come("first", is_patient=True)
    coach, gone = comes("coach", is_patient=True), comes("gone", is_patient=False)
    await asyncio.sleep(0)
    player = comes("player", is_patient=False)
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    turns.give_back()
    await player
    assert order == ["first", "player"]
    monkeypatch.setattr(thinkers, "MOST_PATIENT", 1)
    with pytest.raises(thinkers.TooManyWait):
        await turns.take(is_patient=True)
    turns.give_back()
    await coach
    # Whoever is cancelled when it is their turn just now gives it back.
    late, last = comes("late", is_patient=False), comes("last", is_patient=True)
    await asyncio.sleep(0)
    turns.give_back()
    late.cancel()
    await last
    assert order == ["first", "player", "coach", "last"]
    turns.give_back()
    await asyncio.wait_for(turns.take(is_patient=True), 10)
