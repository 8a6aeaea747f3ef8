"""Headers and moves drawn by a seeded generator, as the plain dictionaries of a record."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules import chance_it

NAMES = ("Bridget", "Lea", "Tom", "John", "Eva", "Ann")
WHENS = ("flash", "1", "2", "3", "4", "5", "6", "chance_it")

Plain = dict[str, Any]


def odd_card(rng: Random, number: int) -> Plain:
    """Mostly cheap and mild, so that cards are bought and people live to use them; sometimes neither."""
    card = {"id": f"m{number:02}", "when": rng.choice(WHENS), "price": rng.choice((0, 0, 1, 2, 3, 9))}
    for token in ("coins", "hearts", "stars"):
        if rng.random() < 0.35:
            card[token] = rng.choice((0, 1, 1, 2, 3))
    if rng.random() < 0.3:
        card["hit"] = rng.choice((1, 1, 2, 5))
    if card["when"] != "flash" and rng.random() < 0.45:  # J13
        card["market"] = 1
    if rng.random() < 0.02:
        card[rng.choice(("price", "coins", "hearts", "stars", "hit"))] = 999
    return card


def odd_sheet(rng: Random, players: int) -> Plain:
    most = rng.choice((0, 1, 2, 4, 12)) if rng.random() < 0.97 else 999
    return {
        "out": [rng.randint(0, most) for _ in range(players - 1)],
        "in": [rng.randint(0, most) for _ in range(players)],
    }


def odd_box(rng: Random) -> Plain:
    """Few cards, so that there is often no card anywhere and the pile runs out in the middle of a lay-out."""
    cards = [odd_card(rng, number) for number in range(rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)))]
    return {"name": "odd", "cards": cards, "stakes": {str(n): odd_sheet(rng, n) for n in range(2, 7)}}


def odd_header(rng: Random, players: int | None = None, own_cards: bool | None = None) -> Plain:
    """A third of the tables have their own cards, unless a test says."""
    players = players or rng.randint(2, 6)
    options: Plain = {}
    if rng.random() < 1 / 3 if own_cards is None else own_cards:
        options["own_cards"] = True
    if rng.random() < 0.7:
        options["coins"] = rng.choice((0, 1, 3, 8, 30))
    if rng.random() < 0.7:
        options["hearts"] = rng.choice((1, 2, 3, 5, 8, 20))
    if rng.random() < 0.7:
        options["stars_to_win"] = rng.choice((1, 2, 3, 5, 8, 20))
    if rng.random() < 0.5:
        options["ask_single_card"] = rng.random() < 0.7
    header = {"format": "chanceit/1", "game": "chance_it", "players": list(NAMES[:players]), "box": odd_box(rng)}
    return {**header, "options": options} if options else header


def drawn(rng: Random, do: str, state: Plain, header: Plain) -> Plain:
    """A move of the table, with its outcome."""
    if do == "shuffle":
        cards = state["discard"] if state["round"] else [card["id"] for card in header["box"]["cards"]]
        return {"do": "shuffle", "cards": rng.sample(cards, len(cards))}
    if do == "lay_out":
        return {"do": "lay_out", "cards": what_lies_there(rng, state)}
    if do == "start":
        return {"do": "start", "seat": rng.randrange(len(state["players"]))}
    if do == "roll":
        faces = rng.choice(((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), (1, 6), (2, 5, 6), (1, 2, 4)))
        return {"do": "roll", "dice": rng.choices(faces, k=5)}
    return {"do": "reroll", "dice": rng.choices((2, 3, 4, 5, 6), k=state["dice"].count(1))}


def what_lies_there(rng: Random, state: Plain) -> list[str]:
    """J18: from the pile, and from the discards what the pile lacks."""
    pile, discard = state["pile"], state["discard"]
    cards = rng.sample(pile, min(4, len(pile)))
    cards += rng.sample(discard, min(4 - len(cards), len(discard)))
    return rng.sample(cards, len(cards))


def any_move(rng: Random, state: Plain, legal: list[Plain], header: Plain) -> Plain:
    """One of the legal moves, with a taste for buying and for taking part."""
    if state["phase"] in ("shuffle", "lay_out", "start", "roll", "reroll"):
        return drawn(rng, state["phase"], state, header)
    if state["phase"] == "choose":
        seat = rng.choice(state["awaiting"] if rng.random() < 0.9 else [move["seat"] for move in legal])
        return {"do": "choose", "seat": seat, "guide": rng.choice(("in", "in", "chance_it", "out"))}
    buys = [move for move in legal if move["do"] == "buy"]
    return rng.choice(buys if buys and rng.random() < 0.8 else legal)


def any_correction(rng: Random, state: Plain) -> Plain:
    return {
        "do": "correct",
        "seat": rng.randrange(len(state["players"]) + 1),
        "token": rng.choice(("coins", "hearts", "stars")),
        "by": rng.choice((-999, -5, -1, 0, 1, 2, 5)),
    }


def any_attempt(rng: Random, header: Plain) -> Plain:
    """Something that somebody could type in, seldom legal. What can be read at all, that is."""
    seat = rng.randrange(len(header["players"]) + 1)
    cards = [card["id"] for card in header["box"]["cards"]]
    card = rng.choice([*cards, "nowhere"])
    return rng.choice(
        (
            {"do": "shuffle", "cards": rng.choices(cards, k=rng.randint(0, len(cards)))},
            {"do": "shuffle", "cards": rng.sample(cards, len(cards))},
            {"do": "lay_out", "cards": rng.choices([*cards, "nowhere"], k=rng.randint(0, 5))},
            {"do": "lay_out", "cards": rng.sample(cards, rng.randint(1, min(5, len(cards))))},
            {"do": "lay_out", "cards": rng.sample(cards, min(4, len(cards)))},
            {"do": "start", "seat": seat},
            {"do": "roll", "dice": rng.choices((1, 2, 3, 4, 5, 6), k=rng.choice((4, 5, 5, 6)))},
            {"do": "choose", "seat": seat, "guide": rng.choice(("in", "out", "chance_it"))},
            {"do": "use", "seat": seat, "card": rng.choice((card, None))},
            {"do": "reroll", "dice": rng.choices((1, 2, 3, 4, 5, 6), k=rng.randint(0, 5))},
            {"do": "buy", "seat": seat, "card": card},
            {"do": "discard", "seat": seat, "card": card},
        )
    )


def played(rng: Random, header: Plain, most: int = 250) -> tuple[list[chance_it.State], list[chance_it.AnyMove]]:
    """A game to its end, or as far as so many moves lead, with a correction now and then."""
    players = len(header["players"])
    box = chance_it.read_box(msgspec.json.encode(header["box"])) if "box" in header else chance_it.house_box()
    header = {**header, "box": msgspec.to_builtins(box)}
    state = chance_it.new_game(
        players, box, chance_it.read_options(msgspec.json.encode(header.get("options", {})), players)
    )
    states, moves = [state], []
    while state.result is None and len(moves) < most:
        legal, told = msgspec.to_builtins(chance_it.legal(state)), msgspec.to_builtins(chance_it.laid_open(state))
        plain = any_move(rng, told, legal, header)
        if state.round and rng.random() < 0.02:
            plain = {"do": "correct", "seat": state.seats_in_game[0], "token": "hearts", "by": 1}
        move = msgspec.convert(plain, chance_it.AnyMove)
        state, _events = chance_it.apply(state, move)
        states.append(state)
        moves.append(move)
    return states, moves


def with_other_secrets(state, lots, seat=None):
    """The same to see for this seat, or without one for all: another order of the pile, other guide cards face down."""
    pile = list(state.pile)
    lots.shuffle(pile)
    players = [
        replace(player, guide=lots.choice(["in", "out", "chance_it"]))
        if state.phase == "choose" and player.guide is not None and not player.bound and other != seat
        else player
        for other, player in enumerate(state.players)
    ]
    return replace(state, pile=tuple(pile), players=tuple(players))
