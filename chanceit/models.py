"""What is kept: boxes, tables, and the log of each table.

The log is the truth. What stands on a table's and its players' rows besides follows from the log and is written in the
same transaction; it is there for the admin and for questions to the database. The program never reads it back to play.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy, pgettext_lazy


class Box(models.Model):
    """A box that tables can be opened with: the house box of a game, or the numbers of somebody's own copy."""

    game = models.CharField(gettext_lazy("game"), max_length=40)
    name = models.CharField(gettext_lazy("name"), max_length=80)
    is_house_box = models.BooleanField(gettext_lazy("house box"), default=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    """SHA-256 of the box as JSON: the same box is kept once."""
    content = models.TextField(gettext_lazy("as JSON"))

    class Meta:
        verbose_name = gettext_lazy("box")
        verbose_name_plural = gettext_lazy("boxes")

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"


class MarketCard(models.Model):
    """A market card of a box whose game has such cards."""

    box = models.ForeignKey(Box, models.CASCADE, related_name="cards")
    card = models.CharField(gettext_lazy("id"), max_length=40)
    when = models.CharField(gettext_lazy("when it works"), max_length=9)
    price = models.PositiveSmallIntegerField(gettext_lazy("price"))
    coins = models.PositiveSmallIntegerField(gettext_lazy("coins"), default=0)
    hearts = models.PositiveSmallIntegerField(gettext_lazy("hearts"), default=0)
    stars = models.PositiveSmallIntegerField(gettext_lazy("stars"), default=0)
    hit = models.PositiveSmallIntegerField(gettext_lazy("hit"), default=0)
    market = models.PositiveSmallIntegerField(gettext_lazy("another card"), default=0)

    class Meta:
        verbose_name = gettext_lazy("market card")
        verbose_name_plural = gettext_lazy("market cards")
        ordering = ("id",)

    def __str__(self) -> str:
        return self.card


class StakesSheet(models.Model):
    """The stakes sheet of such a box for one number of players."""

    box = models.ForeignKey(Box, models.CASCADE, related_name="sheets")
    players = models.PositiveSmallIntegerField(gettext_lazy("players"))
    out = models.JSONField(gettext_lazy("OUT takes"))
    participants = models.JSONField(gettext_lazy("participants pay"))

    class Meta:
        verbose_name = gettext_lazy("stakes sheet")
        verbose_name_plural = gettext_lazy("stakes sheets")
        ordering = ("players",)

    def __str__(self) -> str:
        return str(self.players)


class Table(models.Model):
    """A table that people sit at."""

    code = models.CharField(gettext_lazy("code"), max_length=4, unique=True)
    game = models.CharField(gettext_lazy("game"), max_length=40)
    box = models.ForeignKey(Box, models.PROTECT, verbose_name=gettext_lazy("box"), related_name="tables")
    status = models.CharField(gettext_lazy("status"), max_length=8, default="lobby")
    number = models.PositiveIntegerField(gettext_lazy("entries"), default=0)
    """How long the log is: the number of its newest entry."""
    games = models.PositiveIntegerField(gettext_lazy("games"), default=0)
    opened = models.DateTimeField(gettext_lazy("opened"), auto_now_add=True)
    touched = models.DateTimeField(gettext_lazy("last entry"), db_index=True)

    class Meta:
        verbose_name = gettext_lazy("table")
        verbose_name_plural = gettext_lazy("tables")

    def __str__(self) -> str:
        return self.code


class Player(models.Model):
    """Somebody at a table, with their tokens."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="players", db_index=False)
    player = models.PositiveIntegerField(gettext_lazy("number"))
    """Given on joining, and never to anybody else at this table."""
    seat = models.PositiveSmallIntegerField(gettext_lazy("seat"), null=True)
    name = models.CharField(gettext_lazy("name"), max_length=80)
    computer = models.CharField(gettext_lazy("computer player"), max_length=40, blank=True)
    coins = models.PositiveIntegerField(gettext_lazy("coins"), default=0)
    hearts = models.PositiveIntegerField(gettext_lazy("hearts"), default=0)
    stars = models.PositiveIntegerField(gettext_lazy("stars"), default=0)

    class Meta:
        verbose_name = gettext_lazy("player")
        verbose_name_plural = gettext_lazy("players")
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("table", "player"), name="one_row_a_player"),)

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """An entry in a table's log: a move, or something that happened around it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField(gettext_lazy("number"))
    command = models.CharField(gettext_lazy("command"), max_length=60)
    """Whose it was and the id that they gave it, so that a resend is not a second move."""
    by = models.CharField(pgettext_lazy("log", "by"), max_length=12)
    what = models.TextField(pgettext_lazy("log", "what"))
    """JSON, see `chanceit.table.log`. It holds secrets (seeds, hashes of keys) and is never sent."""
    at = models.DateTimeField(pgettext_lazy("log", "at"))

    class Meta:
        verbose_name = gettext_lazy("entry")
        verbose_name_plural = gettext_lazy("entries")
        ordering = ("table", "number")
        constraints = (
            # The database decides between two processes that write the same number.
            models.UniqueConstraint(fields=("table", "number"), name="one_entry_a_number"),
            models.UniqueConstraint(fields=("table", "command"), name="one_entry_a_command"),
        )

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class MadeBox(models.Model):
    """A box that somebody makes and keeps on their shelf, finished or not; see `chanceit.web.shelf`.

    A table that is opened with it keeps it as it was then, as a `Box`.
    """

    link = models.CharField(max_length=22, unique=True, editable=False)
    """Whoever has it may read the box."""
    maker = models.CharField(max_length=64, db_index=True, editable=False)
    """Hash of the key of the browser that made it, and that alone may change it."""
    game = models.CharField(gettext_lazy("game"), max_length=40)
    name = models.CharField(gettext_lazy("name"), max_length=80)
    content = models.TextField(gettext_lazy("as JSON"))
    is_ready = models.BooleanField(gettext_lazy("can be played with"), default=False)
    version = models.PositiveIntegerField(default=1)
    """Goes up with every change, so that of two windows the one that comes late is told."""
    used = models.DateTimeField(gettext_lazy("last used"), db_index=True)
    deleted = models.DateTimeField(gettext_lazy("deleted"), null=True)
    """By its maker, who may bring it back for a while."""

    class Meta:
        verbose_name = gettext_lazy("box that somebody makes")
        verbose_name_plural = gettext_lazy("boxes that people make")

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"


class GivenBox(models.Model):
    """A box that somebody else makes, on the shelf of a browser that was given its link."""

    box = models.ForeignKey(MadeBox, models.CASCADE, related_name="given")
    shelf = models.CharField(max_length=64, editable=False)
    """Hash of that browser's key."""

    class Meta:
        verbose_name = gettext_lazy("given box")
        verbose_name_plural = gettext_lazy("given boxes")
        constraints = (models.UniqueConstraint(fields=("shelf", "box"), name="given_once"),)

    def __str__(self) -> str:
        return str(self.box)


class Television(models.Model):
    """A screen that shows a code and waits for a host to type it; see `chanceit.web.televisions`."""

    code = models.CharField(gettext_lazy("code"), max_length=6, unique=True)
    key = models.CharField(max_length=64, unique=True, editable=False)
    """Hash of its key."""
    table = models.CharField(gettext_lazy("table"), max_length=4, blank=True)
    """The code of the table whose host has typed it."""
    since = models.DateTimeField(gettext_lazy("since"), db_index=True)

    class Meta:
        verbose_name = gettext_lazy("television")
        verbose_name_plural = gettext_lazy("televisions")

    def __str__(self) -> str:
        return self.code


class GamePlayed(models.Model):
    """A game that is over: what is kept of it when its table is cleared. It is stored once, when it ends."""

    row = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="played", editable=False)
    """The table, as long as it is kept."""
    table = models.CharField(gettext_lazy("table"), max_length=4, blank=True)
    number = models.PositiveIntegerField(gettext_lazy("number"))
    """The so-many-th of its table, from 1."""
    game = models.CharField(gettext_lazy("game"), max_length=40)
    box = models.CharField(gettext_lazy("box"), max_length=80, blank=True)
    began = models.DateTimeField(gettext_lazy("began"))
    ended = models.DateTimeField(gettext_lazy("ended"), null=True)
    """Not known of a game that came as a record."""
    why = models.CharField(gettext_lazy("why it was over"), max_length=40, blank=True)
    is_counted = models.BooleanField(gettext_lazy("counts in the statistics"), default=True)
    """Not if its host has ended it, and not if it was played on from a replay."""
    moves = models.PositiveIntegerField(gettext_lazy("moves"))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    """Of the game, the box and the moves: the same game is kept once."""
    is_kept = models.BooleanField(gettext_lazy("its table is not cleared"), default=False)
    host = models.CharField(max_length=64, blank=True, editable=False)
    """Hash of the game master's key."""

    class Meta:
        verbose_name = gettext_lazy("game played")
        verbose_name_plural = gettext_lazy("games played")
        ordering = ("-began", "-id")
        constraints = (models.UniqueConstraint(fields=("row", "number"), name="one_row_a_game"),)
        indexes = (
            models.Index(fields=("-began", "-id"), name="games_by_date"),
            models.Index(fields=("table", "host"), name="games_by_host"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.began:%Y-%m-%d}"


class Person(models.Model):
    """A name that people have played under."""

    name = models.CharField(gettext_lazy("name"), max_length=80)
    key = models.CharField(max_length=160, unique=True, editable=False)
    """The name without the differences of capital letters: see `chanceit.table.results.key_of`."""
    plain = models.CharField(max_length=160, editable=False)
    """Without accents as well, to be searched."""
    same_as = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="others")
    """Somebody who wrote their name in two ways is one person, under this one."""

    class Meta:
        verbose_name = gettext_lazy("person")
        verbose_name_plural = gettext_lazy("people")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Result(models.Model):
    """What became of somebody in a game."""

    game = models.ForeignKey(GamePlayed, models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField(gettext_lazy("seat"))
    name = models.CharField(gettext_lazy("name"), max_length=80, blank=True)
    computer = models.CharField(gettext_lazy("computer player"), max_length=40, blank=True)
    place = models.PositiveSmallIntegerField(gettext_lazy("place"), null=True)
    """None in a game that was ended before it was over."""
    has_won = models.BooleanField(gettext_lazy("has won"), default=False)
    counts = models.JSONField(gettext_lazy("counts"), default=dict)
    """What the game says: see `rules.parts.Outcome`."""
    written = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="written", editable=False)
    """The name as they wrote it."""
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="results", db_index=False)
    """Who that is; none for a computer player, and for whoever is forgotten."""
    key = models.CharField(max_length=64, blank=True, db_index=True, editable=False)
    """Hash of the seat's key."""

    class Meta:
        verbose_name = gettext_lazy("result")
        verbose_name_plural = gettext_lazy("results")
        ordering = ("game", "place", "seat")
        constraints = (models.UniqueConstraint(fields=("game", "seat"), name="one_result_a_seat"),)
        indexes = (models.Index(fields=("person", "game"), name="results_of_a_person"),)

    def __str__(self) -> str:
        return self.name


class Mark(models.Model):
    """A figure of a game by which it may be a record of the house."""

    game = models.ForeignKey(GamePlayed, models.CASCADE, related_name="marks")
    result = models.ForeignKey(Result, models.CASCADE, null=True, db_index=False)
    """Whose it is; none for one of the game as a whole."""
    of = models.CharField(gettext_lazy("game"), max_length=40)
    what = models.CharField(gettext_lazy("what"), max_length=40)
    value = models.IntegerField(gettext_lazy("value"))

    class Meta:
        verbose_name = gettext_lazy("record of the house")
        verbose_name_plural = gettext_lazy("records of the house")
        indexes = (models.Index(fields=("of", "what", "value"), name="marks_by_value"),)

    def __str__(self) -> str:
        return f"{self.what} {self.value}"


class Standing(models.Model):
    """All that somebody's results in a game add up to. It follows from them and is there to be read quickly."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="standings")
    game = models.CharField(gettext_lazy("game"), max_length=40)
    games = models.PositiveIntegerField(gettext_lazy("games"), default=0)
    """Those with others; what somebody played alone is counted by itself."""
    wins = models.PositiveIntegerField(gettext_lazy("wins"), default=0)
    places = models.JSONField(gettext_lazy("places"), default=dict)
    sums = models.JSONField(gettext_lazy("counts"), default=dict)
    alone = models.PositiveIntegerField(gettext_lazy("games alone"), default=0)
    alone_wins = models.PositiveIntegerField(gettext_lazy("wins alone"), default=0)
    rated = models.PositiveIntegerField(gettext_lazy("games that were rated"), default=0)
    """Those with another person in them."""
    mu = models.FloatField(gettext_lazy("rating"), default=0.0)
    sigma = models.FloatField(gettext_lazy("uncertainty"), default=0.0)
    least = models.FloatField(gettext_lazy("rating at least"), default=0.0)
    line = models.JSONField(default=list)
    """The ratings after the last games."""

    class Meta:
        verbose_name = gettext_lazy("standing")
        verbose_name_plural = gettext_lazy("standings")
        constraints = (models.UniqueConstraint(fields=("person", "game"), name="one_standing_a_game"),)
        indexes = (models.Index(fields=("game", "-least"), name="standings_by_rating"),)

    def __str__(self) -> str:
        return f"{self.person} ({self.game})"


class KeptRecord(models.Model):
    """The record of a game that came as one: there is no table it could be made from."""

    game = models.OneToOneField(GamePlayed, models.CASCADE, related_name="record")
    lines = models.BinaryField()
    """Compressed by zlib."""

    class Meta:
        verbose_name = gettext_lazy("kept record")
        verbose_name_plural = gettext_lazy("kept records")

    def __str__(self) -> str:
        return str(self.game)


class NotKept(models.Model):
    """A game of which nothing is kept: somebody has deleted it, or results were switched off when it ended."""

    row = models.ForeignKey(Table, models.CASCADE, related_name="not_kept", db_index=False)
    number = models.PositiveIntegerField(gettext_lazy("number"))

    class Meta:
        verbose_name = gettext_lazy("game that is not kept")
        verbose_name_plural = gettext_lazy("games that are not kept")
        constraints = (models.UniqueConstraint(fields=("row", "number"), name="not_kept_once"),)

    def __str__(self) -> str:
        return f"{self.row} {self.number}"


class Wish(models.Model):
    """One row: what the host of this house wishes."""

    keeps_results = models.BooleanField(gettext_lazy("results are kept"), default=True)
    is_added_up = models.BooleanField(default=True, editable=False)
    """Otherwise the standings are older than the results: see `chanceit.table.standings`."""

    class Meta:
        verbose_name = gettext_lazy("wish of the house")
        verbose_name_plural = gettext_lazy("wishes of the house")

    def __str__(self) -> str:
        return str(self.keeps_results)


class Pulse(models.Model):
    """One row, written to find out whether anything can be stored."""

    at = models.DateTimeField(pgettext_lazy("log", "at"))

    class Meta:
        verbose_name = gettext_lazy("pulse")
        verbose_name_plural = gettext_lazy("pulse")

    def __str__(self) -> str:
        return str(self.at)
