"""Second Chance a second time, from the rules page alone: slow, plain, and read like the sheet.

A game is one long generator that stops wherever somebody has to move, so that the order of the code is the order at the
table. It shares nothing with `rules.second_chance`; whatever the two disagree on is a mistake in one of them. It takes
the header and the moves as the plain dictionaries of a record and trusts that the box is a good one.
"""

from __future__ import annotations


class NotAllowed(Exception):
    """The rules do not have this move now."""


class GameOver(Exception):
    """Raised wherever a game ends, however deep in a round that is."""


class Book:
    """One table. `state()` and `legal()` say how it stands, `play()` makes a move or raises NotAllowed."""

    def __init__(self, header: dict) -> None:
        self.size = header["box"]["size"]
        self.starts = {tile["id"]: tile["cells"] for tile in header["box"]["starts"]}
        self.tiles = {tile["id"]: tile["cells"] for tile in header["box"]["tiles"]}
        self.solo = header.get("options", {}).get("solo", False)
        self.seats = range(len(header["players"]))
        self.game = 1
        self.totals: list[int] = []
        self.result = None
        self.fresh()
        self.course = self.whole_course()
        next(self.course)

    def fresh(self) -> None:
        self.round = 0
        self.revealed: list[str] = []
        self.deck: list[str] = []
        self.players = [
            {"tile": None, "dropped": False, "one": False, "drawings": [], "one_at": None} for _ in self.seats
        ]

    # What is asked from outside.

    def state(self) -> dict:
        return {
            "game": self.game,
            "round": self.round,
            "phase": self.phase,
            "awaiting": sorted(self.awaiting),
            "revealed": list(self.revealed),
            "deck": list(self.deck),
            "players": [
                {
                    **{key: player[key] for key in ("tile", "dropped", "one")},
                    "empty": len(self.empty(player)),
                    "grid": self.grid(player),
                }
                for player in self.players
            ],
            "totals": list(self.totals),
            "result": self.result,
        }

    def legal(self) -> list[dict]:
        if self.phase == "shuffle":
            return [{"do": "shuffle"}]
        if self.phase == "bonus":
            return [
                {"do": "bonus", "seat": seat, "cell": list(cell)}
                for seat in self.awaiting
                for cell in self.empty(self.players[seat])
            ]
        return [
            {"do": "draw", "seat": seat, "tile": tile, "cells": [list(cell) for cell in sorted(squares)]}
            for seat in self.awaiting
            for tile in ([self.players[seat]["tile"]] if self.players[seat]["tile"] else self.revealed)
            for squares in self.places(self.players[seat], tile)
            if self.phase != "start" or (self.size // 2, self.size // 2) in squares  # R3
        ]

    def play(self, move: dict) -> None:
        if not self.is_allowed(move):
            raise NotAllowed(move)
        try:
            self.course.send(move)
        except StopIteration:
            self.phase, self.awaiting = "over", []

    def is_allowed(self, move: dict) -> bool:
        if move["do"] == "shuffle":
            whole = sorted(move["starts"]) == sorted(self.starts) and sorted(move["tiles"]) == sorted(self.tiles)
            return self.phase == "shuffle" and whole
        if "cells" in move:
            move = {**move, "cells": sorted(move["cells"])}
        return move in self.legal()

    # Grids.

    def empty(self, player: dict) -> set[tuple[int, int]]:
        whole = {(row, column) for row in range(self.size) for column in range(self.size)}
        return whole.difference(*player["drawings"], [player["one_at"]])

    def grid(self, player: dict) -> list[str]:
        mark = dict.fromkeys(self.empty(player), ".")
        for letter, drawing in zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", player["drawings"], strict=False
        ):
            mark.update(dict.fromkeys(drawing, letter))
        if player["one_at"]:
            mark[player["one_at"]] = "1"
        return ["".join(mark[row, column] for column in range(self.size)) for row in range(self.size)]

    def places(self, player: dict, tile: str) -> set[frozenset[tuple[int, int]]]:
        """R6, R7: by trying everything."""
        empty = self.empty(player)
        cells = self.starts.get(tile) or self.tiles[tile]
        ways = [[(row, column) for row, column in cells]]
        for _ in range(3):
            ways.append([(column, -row) for row, column in ways[-1]])
        ways += [[(row, -column) for row, column in way] for way in ways]
        return {
            squares
            for way in ways
            for row, column in empty  # its first square can only lie on an empty one
            if (squares := frozenset((r - way[0][0] + row, c - way[0][1] + column) for r, c in way)) <= empty
        }

    # The game.

    def wait(self, phase: str, awaiting: list[int]):
        self.phase, self.awaiting = phase, list(awaiting)
        move = yield
        return move

    def whole_course(self):
        for game in (1, 2, 3) if self.solo else (1,):  # R18
            try:
                yield from self.one_game(game)
            except GameOver:
                if self.solo:
                    self.totals.append(len(self.empty(self.players[0])))
        if self.solo:
            self.result = {"winners": [0] if sum(self.totals) < 10 else [], "why": "solo"}  # R18
        else:
            self.result = self.find_winners()

    def one_game(self, game: int):
        move = yield from self.wait("shuffle", [])
        self.fresh()
        self.game = game
        self.deck = list(move["tiles"])  # R4
        for seat in self.seats:
            self.players[seat]["tile"] = move["starts"][seat]  # R3, J2
        yield from self.let_draw("start", list(self.seats))
        self.look_for_a_full_grid()
        while True:
            yield from self.a_round()

    def a_round(self):
        if all(player["dropped"] for player in self.players) or len(self.deck) < 2:
            raise GameOver  # R14
        self.round += 1
        self.revealed = [self.deck.pop(0), self.deck.pop(0)]  # R5, R8
        in_game = [seat for seat in self.seats if not self.players[seat]["dropped"]]
        able = [seat for seat in in_game if any(self.places(self.players[seat], tile) for tile in self.revealed)]
        unable = [seat for seat in in_game if seat not in able]
        yield from self.let_draw("draw", able)  # J1
        self.look_for_a_full_grid()  # J3
        if len(unable) > len(self.deck):
            raise GameOver  # R15
        is_first = not any(player["dropped"] for player in self.players)
        for seat in unable:  # R9, J2
            player = self.players[seat]
            tile = self.deck.pop(0)  # R13
            if self.places(player, tile):
                player["tile"] = tile  # R10
            else:
                player["dropped"] = True  # R11
        yield from self.let_draw("second_chance", [seat for seat in unable if self.players[seat]["tile"]])
        if is_first and not self.solo:
            yield from self.let_write_ones([seat for seat in unable if self.players[seat]["dropped"]])  # R12
        self.look_for_a_full_grid()  # J3

    def let_draw(self, phase: str, seats: list[int]):
        while seats:
            move = yield from self.wait(phase, seats)
            self.players[move["seat"]]["drawings"].append({(row, column) for row, column in move["cells"]})
            self.players[move["seat"]]["tile"] = None
            seats.remove(move["seat"])

    def let_write_ones(self, seats: list[int]):
        while seats:
            move = yield from self.wait("bonus", seats)
            self.players[move["seat"]].update(one=True, one_at=tuple(move["cell"]))
            seats.remove(move["seat"])

    def look_for_a_full_grid(self) -> None:
        if not all(self.empty(player) for player in self.players):
            raise GameOver  # R14

    def find_winners(self) -> dict:
        empty = [len(self.empty(player)) for player in self.players]
        best = [seat for seat in self.seats if empty[seat] == min(empty)]
        if min(empty) == 0:
            return {"winners": best, "why": "full"}  # R16
        with_one = [seat for seat in best if self.players[seat]["one"]]
        return {"winners": with_one or best, "why": "fewest"}  # R17
