"""Market cards in words: when they work, what they cost and what they do."""

from __future__ import annotations

from rules.chance_it import Box
from rules.chance_it.terminal.pen import Pen


class Cards:
    """The cards of a box, each told by its id."""

    def __init__(self, pen: Pen, box: Box) -> None:
        self._pen = pen
        self._by_id = {card.id: card for card in box.cards}

    def show(self, card_id: str, margin: str) -> None:
        """In columns, wrapped in the last of them."""
        price = self._pen.column(self._by_id[card_id].price, "coins")
        self._pen.paragraph(self._effects(card_id), f"{margin}{self._when(card_id):<9}  {price}   ")

    def in_words(self, card_id: str) -> str:
        return f'"{self._when(card_id)}: {self._effects(card_id)}"'

    def in_short(self, card_id: str) -> str:
        """Without any space that breaks."""
        return f"{self._when(card_id)}: {self._effects(card_id, is_short=True)}".replace(" ", "\u00a0")

    def kind(self, card_id: str) -> str:
        when = self._when(card_id)
        return f"{when.replace('die ', 'die-')} card"

    def gives_another(self, card_id: str) -> bool:
        return self._by_id[card_id].market > 0

    def _when(self, card_id: str) -> str:
        when = self._by_id[card_id].when
        return {"flash": "flash", "chance_it": "CHANCE IT"}.get(when, f"die {when}")

    def _effects(self, card_id: str, is_short: bool = False) -> str:
        card, tokens = self._by_id[card_id], self._pen.tokens
        own = (("coins", card.coins), ("hearts", card.hearts), ("stars", card.stars))
        taken = " and ".join(tokens(number, token) for token, number in own if number)
        if is_short:
            parts = (taken, card.hit and f"others {tokens(-card.hit, 'hearts')}", card.market and "another card")
        else:
            parts = (
                taken and f"take {taken}",
                card.hit and f"all others put back {tokens(card.hit, 'hearts')}",
                card.market and "discard or buy another card",
            )
        return ", ".join(str(part) for part in parts if part) or "nothing"
