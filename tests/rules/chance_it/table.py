"""A table for tests: set it up in one call, play on it by name, look at what happened.

    table = Table("Ann", "Bob", cards=[card("a", "2", hearts=1)], hands={"Ann": ["a"]})
    table.round(2, 2, 4, 5, 5, Ann="in", Bob="out")
    assert table["Ann"].hearts == 8 + 1 + 1 + 1

Unless a test says otherwise the stakes are 0, the first player named holds the dice, the table waits for the roll,
and the box has as many blank cards (x1, x2 ...: flash, free, without effect) as a test of something else needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import chance_it
from rules.chance_it import Card, Player, State, events
from rules.refusals import IllegalMove

BLANK_CARDS = 12


def card(id: str, when: str, price: int = 0, **effects: int) -> Card:
    return Card(id, when, price, **effects)


def box_of(cards: Sequence[Card], sheets: Mapping[int, dict[str, list[int]]] | None = None) -> chance_it.Box:
    """A box with these cards; the sheets that are not given ask and give nothing."""
    free = {n: {"out": [0] * (n - 1), "in": [0] * n} for n in range(2, 7)}
    stakes = {str(n): sheet for n, sheet in {**free, **(sheets or {})}.items()}
    return chance_it.read_box(msgspec.json.encode({"name": "test", "cards": cards, "stakes": stakes}))


class Table:
    def __init__(
        self,
        *names: str,
        cards: Sequence[Card] = (),
        hands: Mapping[str, Sequence[str]] | None = None,
        market: Sequence[str] | None = None,
        discard: Sequence[str] = (),
        blanks: int = BLANK_CARDS,
        sheets: Mapping[int, dict[str, list[int]]] | None = None,
        starter: str | None = None,
        **options: Any,
    ) -> None:
        """`hands`, `market` and `discard` say where cards lie; all others are the pile, in the order of the box.
        Without `market` the top four of the pile lie there."""
        self.names = names
        blank = [card(f"x{number}", "flash") for number in range(1, blanks + 1)]
        box = box_of([*cards, *blank], sheets)
        self.cards = {card.id: card for card in box.cards}
        self.state: State = chance_it.new_game(len(names), box, chance_it.Options(**options))
        self.events: list[events.AnyEvent] = []
        """What the last move brought about."""
        self.history: list[events.AnyEvent] = []
        if self.state.options.own_cards:
            self.lay_out(*list(self.cards)[:4])
        else:
            self.shuffle(*self.cards)
        self.start(starter or names[0])
        self._deal(hands or {}, market, discard)

    def _deal(self, hands: Mapping[str, Sequence[str]], market: Sequence[str] | None, discard: Sequence[str]) -> None:
        for name, held in hands.items():
            self.give(name, cards=self._named(held))
        elsewhere = {*discard, *(market or ()), *(id for held in hands.values() for id in held)}
        pile = [card for card in self.cards.values() if card.id not in elsewhere]
        if market is None:
            laid_out, pile = pile[:4], pile[4:]
        else:
            laid_out = list(self._named(market))
        if self.state.options.own_cards:
            pile.sort(key=lambda card: card.id)
        self.state = replace(self.state, market=tuple(laid_out), pile=tuple(pile), discard=self._named(discard))

    def _named(self, ids: Sequence[str]) -> tuple[Card, ...]:
        return tuple(self.cards[id] for id in ids)

    # Setting up.

    def give(self, name: str, **values: Any) -> Table:
        """Puts tokens in front of somebody: `give("Ann", coins=0, stars=19)`."""
        seat = self.seat(name)
        self.state = self.state.with_player(seat, replace(self.state.players[seat], **values))
        return self

    # Moves.

    def play(self, move: Any) -> Table:
        before = self.state
        self.state, self.events = chance_it.apply(before, move)
        self.history += self.events
        self._count_the_tokens(before)
        return self

    def _count_the_tokens(self, before: State) -> None:
        """What the events say must add up to what lies there, after every move of every test."""
        for seat, (had, has) in enumerate(zip(before.players, self.state.players, strict=True)):
            for token in ("coins", "hearts", "stars"):
                count = getattr(had, token)
                for event in self.happened(events.TokenChanged):
                    if (event.seat, event.token) == (seat, token):
                        count += event.by
                        assert event.left == count
                assert count == getattr(has, token)

    def shuffle(self, *cards: str) -> Table:
        return self.play(chance_it.Shuffle(cards))

    def lay_out(self, *cards: str) -> Table:
        return self.play(chance_it.LayOut(cards))

    def start(self, name: str) -> Table:
        return self.play(chance_it.Start(self.seat(name)))

    def roll(self, *dice: int) -> Table:
        return self.play(chance_it.Roll(dice))

    def choose(self, name: str, guide: str) -> Table:
        return self.play(chance_it.Choose(self.seat(name), guide))

    def lay(self, **guides: str) -> Table:
        """Everybody named lays a guide card, in this order."""
        for name, guide in guides.items():
            self.choose(name, guide)
        return self

    def round(self, *dice: int, **guides: str) -> Table:
        """Rolls and lays; what happens then stops where somebody has to move."""
        return self.roll(*dice).lay(**guides)

    def use(self, name: str, card: str | None) -> Table:
        return self.play(chance_it.Use(self.seat(name), card))

    def reroll(self, *dice: int) -> Table:
        return self.play(chance_it.Reroll(dice))

    def buy(self, name: str, card: str) -> Table:
        return self.play(chance_it.Buy(self.seat(name), card))

    def discard(self, name: str, card: str) -> Table:
        return self.play(chance_it.Discard(self.seat(name), card))

    def correct(self, name: str, token: str, by: int) -> Table:
        return self.play(chance_it.Correct(self.seat(name), token, by))

    @contextmanager
    def refused(self, code: str | None = None) -> Iterator[None]:
        """What is tried inside is refused, for this reason, and nothing changes."""
        before = self.state
        with pytest.raises(IllegalMove) as refusal:
            yield
        assert code in (None, refusal.value.code), refusal.value.code
        assert self.state == before

    # Looking.

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def __getitem__(self, name: str) -> Player:
        return self.state.players[self.seat(name)]

    def hand(self, name: str) -> list[str]:
        return _ids(self[name].cards)

    @property
    def market(self) -> list[str]:
        return _ids(self.state.market)

    @property
    def pile(self) -> list[str]:
        return _ids(self.state.pile)

    @property
    def discards(self) -> list[str]:
        return _ids(self.state.discard)

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def awaiting(self) -> list[str]:
        return [self.names[seat] for seat in self.state.awaiting]

    @property
    def starter(self) -> str:
        return self.names[self.state.starter]

    @property
    def winners(self) -> list[str]:
        return [self.names[seat] for seat in self.state.result.winners]

    @property
    def why(self) -> str | None:
        return self.state.result and self.state.result.why

    @property
    def decided_by(self) -> tuple[str | None, str]:
        """A tie: as the view has it, and as what is kept of the game says why it was won."""
        return chance_it.shared(self.state).tie_decided_by, chance_it.outcome(self.state, []).why

    def legal(self, *, do: type | None = None, by: str | None = None) -> list[Any]:
        return [
            move
            for move in chance_it.legal(self.state)
            if (do is None or type(move) is do) and (by is None or move.seat == self.seat(by))
        ]

    def usable(self, name: str) -> set[str | None]:
        return {move.card for move in self.legal(do=chance_it.Use, by=name)}

    def happened(self, kind: type) -> list[Any]:
        """The events of this kind that the last move brought about, in order."""
        return [event for event in self.events if type(event) is kind]

    def changes(self, name: str, token: str, rule: str | None = None) -> list[int]:
        """How somebody's tokens changed in the last move, one number for each change, in order."""
        return [
            event.by
            for event in self.happened(events.TokenChanged)
            if (event.seat, event.token) == (self.seat(name), token) and rule in (None, event.rule)
        ]


def _ids(cards: Sequence[Card]) -> list[str]:
    return [card.id for card in cards]
