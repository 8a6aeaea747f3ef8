"""Just for fun: guesses and reactions, which nobody needs, and which must never be in anybody's way."""

import json

import pytest

from tests.web.people import Party, Person, Server

LAID = ("in", "out", "in")


@pytest.fixture
def party(server):
    return Party(server, "Ann", "Bob", "Cy").sit_down(options=json.dumps({"hearts": 1, "stars_to_win": 4}))


def guess(what, answer, id="g"):
    return {"type": "guess", "id": id, "what": what, "answer": answer}


def react(what="clap", id="r"):
    return {"type": "react", "id": id, "what": what}


async def of_type(screen, type, condition=lambda message: True):
    """The newest message of a type for which that is so."""
    return await screen.until(
        lambda: next((m for m in reversed(screen.messages) if m["type"] == type and condition(m)), None)
    )


async def pinged(screen):
    """Whatever was sent before has been answered now."""
    pongs = sum(m["type"] == "pong" for m in screen.messages)
    await screen.send({"type": "ping"})
    await screen.until(lambda: sum(m["type"] == "pong" for m in screen.messages) > pongs)


async def roll(party, *dice):
    answer = await party.table.play({"do": "roll", "dice": list(dice)})
    assert answer["type"] == "done", answer
    await party.agree()


async def lay(party, *guides):
    for seat, guide in enumerate(guides):
        answer = await party.phones[seat].play({"do": "choose", "seat": seat, "guide": guide})
        assert answer["type"] == "done", answer


async def test_guesses_are_judged_by_the_reveal_and_the_best_guesser_is_honoured(party):
    async with party.screens():
        ann, bob, cy = party.phones
        await party.begin()
        await roll(party, 4, 4, 4, 4, 5)
        await lay(party, *LAID[:2])
        offered = await of_type(ann, "guesses", lambda m: m["open"])
        assert offered["is_free"]
        assert offered["open"] == [
            {"what": "taking_part", "answers": [0, 1, 2, 3], "are_seats": False},
            {"what": "winner", "answers": [0, 1, 2], "are_seats": True},
        ]
        for phone, (taking_part, winner) in ((ann, (2, 2)), (bob, (3, 0))):
            await phone.send(guess("taking_part", taking_part))
            await of_type(phone, "guesses", lambda m: len(m["guessed"]) == 1)
            await phone.send(guess("winner", winner))
            mine = await of_type(phone, "guesses", lambda m: len(m["guessed"]) == 2)
            assert mine["open"] == []
            assert [(g["answer"], g["came"]) for g in mine["guessed"]] == [(taking_part, None), (winner, None)]
        await ann.send(guess("winner", 0, "again"))
        assert (await of_type(ann, "refused", lambda m: m["id"] == "again"))["code"] == "nothing_to_guess"
        assert not [m for m in cy.messages + party.table.messages if m["type"] == "guesses"], "nobody else is told"
        answer = await cy.play({"do": "choose", "seat": 2, "guide": "in"})
        assert answer["type"] == "done"
        judged = await of_type(ann, "guesses", lambda m: m["of"] == 2)
        assert judged["right"] == 2, "Ann and Cy take part, and have four stars now: both win"
        assert [(g["what"], g["came"]) for g in judged["guessed"]] == [("taking_part", [2]), ("winner", [0, 2])]
        assert (await of_type(bob, "guesses", lambda m: m["of"] == 2))["right"] == 1
        await party.table.send({"type": "story", "since": 0})
        story = await of_type(party.table, "story")
        assert party.table.table["status"] == "over"
        assert story["best_guessers"] == {"names": ["Ann"], "colours": [0], "right": 2, "of": 2}


async def test_whoever_has_something_to_do_cannot_guess_and_a_guess_needs_an_answer(party):
    async with party.screens(), Person(party.server).screen(party.code, "watch") as watching:
        ann, bob, _cy = party.phones
        await ann.send(guess("winner", 0, "lobby"))
        assert (await of_type(ann, "refused"))["code"] == "nothing_to_guess"
        await party.begin()
        await roll(party, 4, 4, 4, 2, 2)
        await lay(party, "in")
        for number, (screen, frame, code) in enumerate(
            [
                (bob, guess("taking_part", 1), "nothing_to_guess"),
                (ann, guess("taking_part", 4), "no_such_answer"),
                (ann, guess("weather", 1), "nothing_to_guess"),
                (party.table, guess("taking_part", 1), "not_yours"),
                (watching, guess("taking_part", 1), "not_yours"),
                (watching, react(), "not_yours"),
                (party.table, react(), "not_yours"),
            ]
        ):
            await screen.send(frame | {"id": f"no{number}"})
            refused = await of_type(screen, "refused", lambda m, id=f"no{number}": m["id"] == id)
            assert refused["code"] == code
            assert refused["sentence"]
        number = party.table.number
        await ann.send(guess("taking_part", 1))
        await of_type(ann, "guesses", lambda m: m["guessed"])
        assert party.table.number == number, "a guess is no part of the log"
        # Somebody who has been away finds their guess again.
        async with party.guests[0].screen(party.code, "phone") as back:
            assert (await of_type(back, "guesses"))["guessed"][0]["answer"] == 1


async def test_somebody_who_waits_for_the_next_game_guesses_too(party):
    async with party.screens():
        await party.begin()
        late = Person(party.server)
        late.join(party.code, "Late")
        async with late.screen(party.code, "phone") as phone:
            await roll(party, 2, 2, 5, 5, 5)
            await of_type(phone, "guesses", lambda m: m["open"])
            await phone.send(guess("taking_part", 3))
            await of_type(phone, "guesses", lambda m: m["guessed"])
            await lay(party, "in", "in", "in")
            assert (await of_type(phone, "guesses", lambda m: m["of"]))["right"] == 1


async def test_a_reaction_is_seen_by_all_and_off_is_off_for_both(party):
    async with party.screens(), Person(party.server).screen(party.code, "watch") as watching:
        ann, bob, _cy = party.phones
        await party.begin()
        await ann.send(react("laugh"))
        for screen in [*party.all, watching]:
            assert await of_type(screen, "reaction") == {"type": "reaction", "player": 1, "what": "laugh"}
        await roll(party, 4, 4, 4, 2, 2)
        await lay(party, "in")
        await of_type(ann, "guesses", lambda m: m["open"])
        assert (await bob.manage("fun", on=False))["code"] == "not_yours"
        assert (await party.table.manage("fun", on=False))["type"] == "done"
        await of_type(ann, "guesses", lambda m: not m["open"])
        for id, frame, code in (("a", react(), "no_reactions"), ("b", guess("winner", 0), "nothing_to_guess")):
            await ann.send(frame | {"id": id})
            assert (await of_type(ann, "refused", lambda m, id=id: m["id"] == id))["code"] == code
        assert (await party.table.manage("fun", on=True))["type"] == "done"
        await of_type(ann, "guesses", lambda m: m["open"])
        assert (await party.table.manage("pace", pace="instant"))["type"] == "done"
        await ann.send(react(id="c"))
        assert (await of_type(ann, "refused", lambda m: m["id"] == "c"))["code"] == "no_reactions"
        await pinged(bob)
        assert sum(m["type"] == "reaction" for m in bob.messages) == 1


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "react", "id": "a"},
        {"type": "react", "id": "a", "what": "<b>"},
        {"type": "react", "id": "a", "what": "clap", "player": 2},
        {"type": "react", "what": "clap"},
        {"type": "guess", "id": "a", "what": "winner"},
        {"type": "guess", "id": "a", "what": "winner", "answer": -1},
        {"type": "guess", "id": "a", "what": "winner", "answer": 10**9},
        {"type": "guess", "id": "a", "what": "winner", "answer": "0"},
        {"type": "guess", "id": "a", "what": "x" * 41, "answer": 0},
        {"type": "guess", "id": "a", "what": ["winner"], "answer": 0},
    ],
)
async def test_what_cannot_be_read_is_refused(party, frame):
    async with party.screens():
        await party.phones[0].send(frame)
        assert (await of_type(party.phones[0], "refused"))["code"] == "bad_frame"


async def test_a_flood_is_stopped_and_moves_go_on(tmp_path):
    server = Server(tmp_path, DJANGO_SETTINGS_MODULE="tests.web.unforgetting").start()
    party = Party(server, "Ann", "Bob").sit_down()
    async with party.screens():
        await party.begin()
        for number in range(40):
            await party.phones[0].send(react(id=f"r{number}"))
            await party.phones[0].send(guess("winner", 0, f"g{number}"))
        assert await of_type(party.phones[0], "refused", lambda m: m["code"] == "too_many" and m["id"][0] == "r")
        assert await of_type(party.phones[0], "refused", lambda m: m["code"] == "too_many" and m["id"][0] == "g")
        assert (await party.phones[0].play({"do": "roll"}))["type"] == "done"
        await party.agree()
        assert sum(m["type"] == "reaction" for m in party.phones[1].messages) <= 20
    assert server.stop() == 0


@pytest.mark.parametrize("game", ["chance_it", "second_chance"])
def test_what_screens_load_for_it_has_a_question_for_everything_that_can_be_guessed(server, game):
    status, page = Person(server, "de").get(f"/later/{game}?what=fun")
    assert status == 200
    whats = {"chance_it": ("taking_part", "winner"), "second_chance": ("stuck", "first_out", "winner")}
    for what in whats[game]:
        assert f'data-key="guess_{what}"' in page
    assert "Wer gewinnt?" in page
    assert Person(server).get("/later/chess?what=fun")[0] == 404
