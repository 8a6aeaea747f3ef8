"""The box: market cards and stakes sheets, read from data and checked (R1, R25, J13).

The code knows what an effect means, never which cards exist. The house box is `house_box.json`, beside this file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct, field

from rules.refusals import BadBox, Refusal, _, not_json

When: TypeAlias = Literal["flash", "1", "2", "3", "4", "5", "6", "chance_it"]
"""When a card works: once on being bought, along with a die, or along with CHANCE IT."""

MOST = 999
"""No number of a box, an option or a record is larger."""
LONGEST_NAME = 80
LONGEST_ID = 40
PLAYERS = range(2, 7)


class Card(Struct, frozen=True, gc=False, omit_defaults=True):
    """A market card (R25)."""

    id: str
    when: When
    price: int
    coins: int = 0
    hearts: int = 0
    stars: int = 0
    hit: int = 0
    """Hearts that every other participant puts back."""
    market: int = 0
    """1 if its owner may discard or buy another market card."""


class Sheet(Struct, frozen=True):
    """A stakes sheet, for one number of players (R11, R13)."""

    out: tuple[int, ...]
    """`out[k - 1]`: what each of k OUT players takes."""
    participants: tuple[int, ...] = field(name="in")
    """`participants[k - 1]`: what each of k participants pays."""


class Box(Struct, frozen=True):
    name: str
    cards: tuple[Card, ...]
    stakes: dict[str, Sheet]

    def sheet(self, players: int) -> Sheet:
        """R6: the sheet for the number of players still in the game."""
        return self.stakes[str(players)]


@cache
def house_box() -> Box:
    """The box of this house: the printed numbers where the booklet shows them, ours elsewhere."""
    return read_box(files(__package__).joinpath("house_box.json").read_bytes())


def read_box(raw: bytes) -> Box:
    """A box from JSON. Raises BadBox with every mistake that is in it, each naming the card or sheet."""
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBox([not_json(error)]) from None
    mistakes = list(_mistakes_of_box(data))
    if mistakes:
        raise BadBox(mistakes)
    return msgspec.convert(data, Box)


def is_unfinished(mistake: Refusal) -> bool:
    """Whether a box may have this mistake while somebody is still entering its cards."""
    if mistake.code == "missing_key":
        return "card" in mistake.values and mistake.values["key"] in ("when", "price")
    return mistake.code in ("no_card_yet", "flash_with_market")


# Checking, from the outside in. Each function lists what is wrong with its part and goes on.


def _mistake(code: str, sentence: str, **values: object) -> Refusal:
    return Refusal(code, sentence, **values)


def _mistakes_of_box(box: Any) -> list[Refusal]:
    if not isinstance(box, dict):
        return [_mistake("box_not_object", _("The box must be an object."))]
    mistakes = _mistakes_of_keys(box, BOX, {}, ("name", "cards", "stakes"), ())
    if "name" in box and not _is_text(box["name"], 0, LONGEST_NAME):
        mistakes.append(
            _mistake(
                "bad_name",
                _("The box's name must be a text of at most {most} characters."),
                most=LONGEST_NAME,
            )
        )
    if "cards" in box:
        mistakes += _mistakes_of_cards(box["cards"])
    if "stakes" in box:
        mistakes += _mistakes_of_stakes(box["stakes"])
    return mistakes


def _mistakes_of_cards(cards: Any) -> list[Refusal]:
    if not isinstance(cards, list):
        return [_mistake("no_cards", _("The box needs a list of at least one market card."))]
    if not cards:
        return [_mistake("no_card_yet", _("There is no market card in the box yet."))]
    mistakes = []
    seen: set[str] = set()
    for number, card in enumerate(cards, start=1):
        if not isinstance(card, dict):
            mistakes.append(_mistake("card_not_object", _("Card number {number} must be an object."), number=number))
            continue
        card_id: Any = card.get("id")
        where: object = card_id
        if not _is_text(card_id, 1, LONGEST_ID):
            where = number
            if "id" in card:
                mistakes.append(
                    _mistake(
                        "bad_id",
                        _("Card number {number}: its id must be a text of 1 to {most} characters."),
                        number=number,
                        most=LONGEST_ID,
                    )
                )
        elif card_id in seen:
            mistakes.append(_mistake("id_used_twice", _("Card {card}: this id is used twice."), card=card_id))
        else:
            seen.add(card_id)
        mistakes += _mistakes_of_card(card, where)
    return mistakes


def _mistakes_of_card(card: dict[str, Any], where: object) -> list[Refusal]:
    numbers = ("price", "coins", "hearts", "stars", "hit", "market")
    mistakes = _mistakes_of_keys(card, CARD, {"card": where}, ("id", "when", "price"), numbers)
    when = card.get("when")
    if "when" in card and (not isinstance(when, str) or when not in get_args(When)):
        mistakes.append(
            _mistake(
                "bad_when",
                _("Card {card}: when it works must be one of {choices}."),
                card=where,
                choices=", ".join(get_args(When)),
            )
        )
    for key in numbers:
        most = 1 if key == "market" else MOST
        if key in card and not _is_number(card[key], most):
            mistakes.append(
                _mistake(
                    "bad_number",
                    _('Card {card}: "{key}" must be a whole number from 0 to {most}.'),
                    card=where,
                    key=key,
                    most=most,
                )
            )
    if when == "flash" and card.get("market") == 1:  # J13
        mistakes.append(
            _mistake(
                "flash_with_market",
                _("Card {card}: a flash card cannot let its owner discard or buy another card."),
                card=where,
            )
        )
    return mistakes


def _mistakes_of_stakes(stakes: Any) -> list[Refusal]:
    if not isinstance(stakes, dict):
        return [
            _mistake(
                "stakes_not_object",
                _("The stakes must be an object with a sheet for each number of players."),
            )
        ]
    mistakes = []
    for key in stakes:
        if key not in map(str, PLAYERS):
            mistakes.append(
                _mistake("unknown_sheet", _("There is no stakes sheet for {players} players."), players=key)
            )
    for players in PLAYERS:
        if str(players) in stakes:
            mistakes += _mistakes_of_sheet(stakes[str(players)], players)
        else:
            mistakes.append(
                _mistake("no_sheet", _("The stakes sheet for {players} players is missing."), players=players)
            )
    return mistakes


def _mistakes_of_sheet(sheet: Any, players: int) -> list[Refusal]:
    if not isinstance(sheet, dict):
        return [
            _mistake(
                "sheet_not_object",
                _("The stakes sheet for {players} players must be an object."),
                players=players,
            )
        ]
    mistakes = _mistakes_of_keys(sheet, SHEET, {"players": players}, ("out", "in"), ())
    for key, length in (("out", players - 1), ("in", players)):
        if key not in sheet:
            continue
        row = sheet[key]
        if not isinstance(row, list) or len(row) != length or not all(_is_number(coins, MOST) for coins in row):
            mistakes.append(
                _mistake(
                    "bad_sheet",
                    _('Stakes sheet for {players} players: "{key}" must be {length} whole numbers from 0 to {most}.'),
                    players=players,
                    key=key,
                    length=length,
                    most=MOST,
                )
            )
    return mistakes


# What is said of a key that is missing in a part of the box, and of one that is not known there
BOX = (_('The box: "{key}" is missing.'), _('The box: "{key}" is not known.'))
CARD = (_('Card {card}: "{key}" is missing.'), _('Card {card}: "{key}" is not known.'))
SHEET = (
    _('Stakes sheet for {players} players: "{key}" is missing.'),
    _('Stakes sheet for {players} players: "{key}" is not known.'),
)


def _mistakes_of_keys(
    part: dict[str, Any],
    said: tuple[str, str],
    where: dict[str, object],
    needed: tuple[str, ...],
    optional: tuple[str, ...],
) -> list[Refusal]:
    is_missing, is_unknown = said
    missing = [_mistake("missing_key", is_missing, **where, key=key) for key in needed if key not in part]
    unknown = [
        _mistake("unknown_key", is_unknown, **where, key=key)
        for key in part
        if key not in needed and key not in optional
    ]
    return missing + unknown


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_text(value: Any, shortest: int, longest: int) -> bool:
    return isinstance(value, str) and shortest <= len(value) <= longest
