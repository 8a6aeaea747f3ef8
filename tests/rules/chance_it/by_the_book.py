"""Chance It a second time, from the rules page alone: slow, plain, and read like the booklet.

A game is one long generator that stops wherever somebody has to move, so that the order of the code is the order at
the table. It shares nothing with `rules.chance_it`; whatever the two disagree on is a mistake in one of them.
It takes the header and the moves as the plain dictionaries of a record and trusts that the box is a good one.
"""

from __future__ import annotations

GUIDES = ("chance_it", "in", "out")
TOKENS = ("coins", "hearts", "stars")
WHAT_A_DIE_DOES = {  # R18 to R21; a 1 and a 6 do nothing by themselves
    2: ("hearts", 1),
    3: ("hearts", -2),
    4: ("stars", 1),
    5: ("coins", 1),
}


class NotAllowed(Exception):
    """The rules do not have this move now."""


class GameOver(Exception):
    """Raised wherever the game ends, however deep in a round that is."""


class Book:
    """One game. `state()` and `legal()` say how it stands, `play()` makes a move or raises NotAllowed."""

    def __init__(self, header: dict) -> None:
        usual = {"coins": 8, "hearts": 8, "stars_to_win": 20, "ask_single_card": False, "own_cards": False}
        options = {**usual, **header.get("options", {})}
        nothing = {"coins": 0, "hearts": 0, "stars": 0, "hit": 0, "market": 0}
        self.cards = {card["id"]: {**nothing, **card} for card in header["box"]["cards"]}
        self.stakes = header["box"]["stakes"]
        self.stars_to_win = options["stars_to_win"]
        self.ask_single_card = options["ask_single_card"]
        self.own_cards = options["own_cards"]
        self.players = [  # R4
            {
                "coins": options["coins"],
                "hearts": options["hearts"],
                "stars": 0,
                "cards": [],
                "guide": None,
                "bound": False,
            }
            for _ in header["players"]
        ]
        self.round = 0
        self.starter = None
        self.dice = []
        self.market, self.pile, self.discard = [], [], []
        self.result = None
        self.used, self.acquired = set(), set()
        self.game = self.the_game()
        next(self.game)

    # What is asked from outside.

    def state(self) -> dict:
        return {
            "round": self.round,
            "phase": self.phase,
            "awaiting": sorted(self.awaiting),
            "starter": self.starter,
            "dice": sorted(self.dice),
            "players": [
                {**player, "cards": list(player["cards"]), "in_game": player["hearts"] > 0} for player in self.players
            ],
            "market": list(self.market),
            "pile": list(self.pile),
            "discard": list(self.discard),
            "result": self.result,
        }

    def legal(self) -> list[dict]:
        if self.phase in ("shuffle", "lay_out", "start", "roll", "reroll"):
            return [{"do": self.phase}]
        if self.phase == "choose":
            return [
                {"do": "choose", "seat": seat, "guide": guide}
                for seat in self.in_game()
                if not self.players[seat]["bound"]
                for guide in GUIDES
            ]
        if self.phase == "use":
            return [
                {"do": "use", "seat": seat, "card": card}
                for seat in self.awaiting
                for card in [*self.candidates(seat, self.row), None]
            ]
        if self.phase == "market":
            (seat,) = self.awaiting
            coins = self.players[seat]["coins"]
            return [
                *({"do": "discard", "seat": seat, "card": card} for card in self.market),
                *(
                    {"do": "buy", "seat": seat, "card": card}
                    for card in self.market
                    if self.cards[card]["price"] <= coins
                ),
            ]
        return []

    def play(self, move: dict) -> None:
        if move["do"] == "correct":
            self.correct(move)
            return
        if not self.is_allowed(move):
            raise NotAllowed(move)
        try:
            self.game.send(move)
        except StopIteration:
            self.phase, self.awaiting = "over", []

    def is_allowed(self, move: dict) -> bool:
        if move["do"] != self.phase:
            return move in self.legal()
        if self.phase == "shuffle":
            return sorted(move["cards"]) == sorted(self.discard if self.round else self.cards)
        if self.phase == "lay_out":
            return self.can_lie_there(move["cards"])
        if self.phase == "start":
            return 0 <= move["seat"] < len(self.players)
        if self.phase == "roll":
            return len(move["dice"]) == 5 and set(move["dice"]) <= {1, 2, 3, 4, 5, 6}
        if self.phase == "reroll":
            return len(move["dice"]) == self.dice.count(1) and set(move["dice"]) <= {2, 3, 4, 5, 6}
        return move in self.legal()

    def correct(self, move: dict) -> None:
        if self.phase == "over" or move["seat"] not in self.in_game():
            raise NotAllowed(move)
        left = self.players[move["seat"]][move["token"]] + move["by"]
        if left < (1 if move["token"] == "hearts" else 0):
            raise NotAllowed(move)
        self.players[move["seat"]][move["token"]] = left

    # Who is who.

    def in_game(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player["hearts"] > 0]

    def participants(self) -> list[int]:  # R9, R15, R30
        return [seat for seat in self.in_game() if self.players[seat]["guide"] in ("in", "chance_it")]

    def in_turn_order(self, seats: list[int]) -> list[int]:  # R24
        return sorted(seats, key=lambda seat: (seat - self.starter) % len(self.players))

    def wait(self, phase: str, awaiting: list[int] | None = None):
        self.phase, self.awaiting = phase, list(awaiting or [])
        move = yield
        return move

    # The game.

    def the_game(self):
        try:
            yield from self.set_up()
            while True:
                yield from self.a_round()
                self.next_round()
        except GameOver:
            return

    def set_up(self):
        if self.own_cards:
            self.pile = sorted(self.cards)  # J18: nobody knows their order
        else:
            move = yield from self.wait("shuffle")
            self.pile = list(move["cards"])  # R3
        yield from self.lay_out()
        move = yield from self.wait("start")
        self.starter = move["seat"]  # R5
        self.round = 1

    def a_round(self):
        move = yield from self.wait("roll")
        self.dice = sorted(move["dice"])  # R7
        yield from self.guide_cards()
        self.pay_stakes()
        self.used, self.acquired = set(), set()
        yield from self.action_round()

    def next_round(self) -> None:
        chancers = [seat for seat, player in enumerate(self.players) if player["guide"] == "chance_it"]
        for seat, player in enumerate(self.players):
            player["bound"] = seat in chancers and len(chancers) >= 2 and player["hearts"] > 0  # R10, J5
            player["guide"] = "in" if player["bound"] else None  # R32, J4
        self.round += 1
        self.starter = (self.starter + 1) % len(self.players)  # R32
        while self.players[self.starter]["hearts"] == 0:
            self.starter = (self.starter + 1) % len(self.players)
        self.dice = []

    def guide_cards(self):
        while True:
            missing = [seat for seat in self.in_game() if self.players[seat]["guide"] is None]
            if not missing:
                return  # J3, J4
            move = yield from self.wait("choose", missing)
            self.players[move["seat"]]["guide"] = move["guide"]  # R8

    def pay_stakes(self) -> None:
        everybody, participants = self.in_game(), self.participants()
        out = [seat for seat in everybody if seat not in participants]
        if not participants:
            for seat in out:
                self.players[seat]["hearts"] -= 1  # R12
        else:
            sheet = self.stakes[str(len(everybody))]  # R6, R31
            for seat in out:
                self.players[seat]["coins"] += sheet["out"][len(out) - 1]  # R11
            for seat in participants:
                for _ in range(sheet["in"][len(participants) - 1]):  # R13
                    if self.players[seat]["coins"] > 0:  # J6
                        self.players[seat]["coins"] -= 1
                    elif self.players[seat]["hearts"] > 0:
                        self.players[seat]["hearts"] -= 1  # R14
        self.put_out(everybody)
        self.look_at_hearts()

    def action_round(self):
        for _ in range(self.dice.count(1)):
            if self.participants():  # J7
                yield from self.simultaneous_action(1)  # R29d
        if 1 in self.dice and self.participants():
            move = yield from self.wait("reroll")
            self.dice = sorted([die for die in self.dice if die != 1] + move["dice"])  # R17
        for die in self.dice:  # R16
            if not self.participants():
                return  # J7
            if die == 6:
                yield from self.action_six()
            else:
                yield from self.simultaneous_action(die)
        if self.participants():
            yield from self.simultaneous_action("chance_it")

    def simultaneous_action(self, row):
        """R16 to R21, R23 and J8; then J12 for those whose card had it."""
        participants = self.participants()
        chancers = [seat for seat in participants if self.players[seat]["guide"] == "chance_it"]
        change = {seat: {"coins": 0, "hearts": 0, "stars": 0} for seat in participants}
        if row == "chance_it":
            for seat in chancers:
                change[seat]["coins"] += 2  # R23
        elif row in WHAT_A_DIE_DOES:
            token, by = WHAT_A_DIE_DOES[row]
            for seat in participants:
                change[seat][token] += by
        card_of = yield from self.pick_cards(chancers if row == "chance_it" else participants, row)  # R29a, R29e
        for owner, card in card_of.items():
            for token in TOKENS:
                change[owner][token] += self.cards[card][token]
            for seat in participants:
                if seat != owner:
                    change[seat]["hearts"] -= self.cards[card]["hit"]
        for seat in participants:
            for token in TOKENS:
                self.players[seat][token] = max(0, self.players[seat][token] + change[seat][token])
        self.put_out(participants)
        self.look_at_hearts()
        for seat in self.in_turn_order([seat for seat, card in card_of.items() if self.cards[card]["market"]]):
            if self.players[seat]["hearts"] > 0:
                yield from self.market_turn(seat)  # J12
        self.look_at_stars()  # J15

    def action_six(self):
        for seat in self.in_turn_order(self.participants()):  # R22
            if self.players[seat]["hearts"] > 0:
                another = yield from self.market_turn(seat, die_six_card_first=True)
                if another:
                    yield from self.market_turn(seat)
        self.look_at_stars()

    # The market.

    def lay_out(self):
        if self.own_cards:
            yield from self.lay_out_own_cards()
            return
        while len(self.market) < 4:
            if not self.pile and not self.discard:
                return
            if not self.pile:
                move = yield from self.wait("shuffle")  # J9
                self.pile, self.discard = list(move["cards"]), []
            self.market.append(self.pile.pop(0))

    def lay_out_own_cards(self):
        """J18: somebody says what lies there."""
        if not self.pile and not self.discard:
            return  # J9
        move = yield from self.wait("lay_out")
        self.market = list(move["cards"])
        if set(self.market) <= set(self.pile):
            self.pile = [card for card in self.pile if card not in self.market]
        else:
            self.pile, self.discard = sorted(set(self.discard) - set(self.market)), []

    def can_lie_there(self, cards: list[str]) -> bool:
        named, unseen, discarded = set(cards), set(self.pile), set(self.discard)
        if len(named) < len(cards) or len(cards) != min(4, len(unseen) + len(discarded)):
            return False
        if len(unseen) >= len(cards):
            return named <= unseen
        return unseen <= named <= unseen | discarded

    def market_turn(self, seat: int, die_six_card_first: bool = False):
        """Says whether a die-6 card gives its owner another one."""
        another = False
        if not self.market:
            yield from self.lay_out()
        if die_six_card_first:
            card_of = yield from self.pick_cards([seat], 6)  # J11
            for card in card_of.values():
                self.work(seat, card)
                self.look_at_hearts()
                another = self.cards[card]["market"] == 1
        if self.market:
            move = yield from self.wait("market", [seat])
            self.market.remove(move["card"])
            if move["do"] == "buy":
                self.buy(seat, move["card"])
            else:
                self.discard.append(move["card"])  # R26
            if not self.market:
                yield from self.lay_out()  # R27, J9
        return another

    def buy(self, seat: int, card: str) -> None:
        self.players[seat]["coins"] -= self.cards[card]["price"]  # R26
        self.acquired.add(card)
        if self.cards[card]["when"] == "flash":
            self.work(seat, card)  # R28
            self.discard.append(card)  # J17
            self.look_at_hearts()
        else:
            self.players[seat]["cards"].append(card)  # R29

    def work(self, owner: int, card: str) -> None:
        """What a flash or a die-6 card does, outside of any simultaneous action."""
        for token in TOKENS:
            self.players[owner][token] += self.cards[card][token]
        others = [seat for seat in self.participants() if seat != owner]
        for seat in others:
            self.players[seat]["hearts"] = max(0, self.players[seat]["hearts"] - self.cards[card]["hit"])
        self.put_out(others)

    # Cards in front of the players.

    def candidates(self, seat: int, row) -> list[str]:
        return [
            card
            for card in self.players[seat]["cards"]
            if self.cards[card]["when"] == str(row)
            and card not in self.used  # R29b
            and not (card in self.acquired and self.cards[card]["market"])  # R29f
        ]

    def pick_cards(self, seats: list[int], row):
        """R29c, J10: which card of whom works now."""
        self.row = row
        card_of, asked = {}, []
        for seat in seats:
            candidates = self.candidates(seat, row)
            if len(candidates) == 1 and not self.ask_single_card:
                card_of[seat] = candidates[0]
            elif candidates:
                asked.append(seat)
        while asked:
            move = yield from self.wait("use", asked)
            asked.remove(move["seat"])
            if move["card"] is not None:
                card_of[move["seat"]] = move["card"]
        self.used |= set(card_of.values())
        return card_of

    # The end.

    def put_out(self, seats: list[int]) -> None:
        for seat in sorted(seats):  # R30
            player = self.players[seat]
            if player["hearts"] == 0:
                self.discard += player["cards"]
                player.update(coins=0, stars=0, cards=[])

    def look_at_hearts(self) -> None:
        left = self.in_game()
        if len(left) == 1:
            self.end(left, "last_heart")  # R34
        if not left:
            self.end([], "nobody")  # R35

    def look_at_stars(self) -> None:
        if any(self.players[seat]["stars"] >= self.stars_to_win for seat in self.in_game()):  # R33
            standing = {
                seat: (self.players[seat]["stars"], self.players[seat]["hearts"], self.players[seat]["coins"])
                for seat in self.in_game()
            }
            self.end([seat for seat in standing if standing[seat] == max(standing.values())], "stars")  # J14

    def end(self, winners: list[int], why: str) -> None:
        self.result = {"winners": winners, "why": why}
        raise GameOver
