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


class Pulse(models.Model):
    """One row, written to find out whether anything can be stored."""

    at = models.DateTimeField(pgettext_lazy("log", "at"))

    class Meta:
        verbose_name = gettext_lazy("pulse")
        verbose_name_plural = gettext_lazy("pulse")

    def __str__(self) -> str:
        return str(self.at)
