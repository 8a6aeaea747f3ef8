"""What is kept: boxes, tables, and the log of each table.

The log is the truth. What stands on a table's and its players' rows besides follows from the log and is written in the
same transaction; it is there for the admin and for questions to the database. The program never reads it back to play.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Box(models.Model):
    """A box that tables can be opened with: the house box of a game, or the numbers of somebody's own copy."""

    game = models.CharField(_("game"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    is_house_box = models.BooleanField(_("house box"), default=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    """SHA-256 of the box as JSON: the same box is kept once."""
    content = models.TextField(_("as JSON"))

    class Meta:
        verbose_name = _("box")
        verbose_name_plural = _("boxes")

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"


class MarketCard(models.Model):
    """A market card of a box whose game has such cards."""

    box = models.ForeignKey(Box, models.CASCADE, related_name="cards")
    card = models.CharField(_("id"), max_length=40)
    when = models.CharField(_("when it works"), max_length=9)
    price = models.PositiveSmallIntegerField(_("price"))
    coins = models.PositiveSmallIntegerField(_("coins"), default=0)
    hearts = models.PositiveSmallIntegerField(_("hearts"), default=0)
    stars = models.PositiveSmallIntegerField(_("stars"), default=0)
    hit = models.PositiveSmallIntegerField(_("hit"), default=0)
    market = models.PositiveSmallIntegerField(_("another card"), default=0)

    class Meta:
        verbose_name = _("market card")
        verbose_name_plural = _("market cards")
        ordering = ("id",)

    def __str__(self) -> str:
        return self.card


class StakesSheet(models.Model):
    """The stakes sheet of such a box for one number of players."""

    box = models.ForeignKey(Box, models.CASCADE, related_name="sheets")
    players = models.PositiveSmallIntegerField(_("players"))
    out = models.JSONField(_("OUT takes"))
    participants = models.JSONField(_("participants pay"))

    class Meta:
        verbose_name = _("stakes sheet")
        verbose_name_plural = _("stakes sheets")
        ordering = ("players",)

    def __str__(self) -> str:
        return str(self.players)


class Table(models.Model):
    """A table that people sit at."""

    code = models.CharField(_("code"), max_length=4, unique=True)
    game = models.CharField(_("game"), max_length=40)
    box = models.ForeignKey(Box, models.PROTECT, verbose_name=_("box"), related_name="tables")
    status = models.CharField(_("status"), max_length=8, default="lobby")
    number = models.PositiveIntegerField(_("entries"), default=0)
    """How long the log is: the number of its newest entry."""
    games = models.PositiveIntegerField(_("games"), default=0)
    opened = models.DateTimeField(_("opened"), auto_now_add=True)
    touched = models.DateTimeField(_("last entry"), db_index=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return self.code


class Player(models.Model):
    """Somebody at a table, with their tokens."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="players", db_index=False)
    player = models.PositiveIntegerField(_("number"))
    """Given on joining, and never to anybody else at this table."""
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    name = models.CharField(_("name"), max_length=80)
    computer = models.CharField(_("computer player"), max_length=40, blank=True)
    coins = models.PositiveIntegerField(_("coins"), default=0)
    hearts = models.PositiveIntegerField(_("hearts"), default=0)
    stars = models.PositiveIntegerField(_("stars"), default=0)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("seat",)
        constraints = (models.UniqueConstraint(fields=("table", "player"), name="one_row_a_player"),)

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """An entry in a table's log: a move, or something that happened around it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    command = models.CharField(_("command"), max_length=60)
    """Whose it was and the id that they gave it, so that a resend is not a second move."""
    by = models.CharField(_("by"), max_length=12)
    what = models.TextField(_("what"))
    """JSON, see `chanceit.table.log`. It holds secrets (seeds, hashes of keys) and is never sent."""
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("table", "number")
        constraints = (
            # The database decides between two processes that write the same number.
            models.UniqueConstraint(fields=("table", "number"), name="one_entry_a_number"),
            models.UniqueConstraint(fields=("table", "command"), name="one_entry_a_command"),
        )

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class Pulse(models.Model):
    """One row, written to find out whether anything can be stored."""

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulse")

    def __str__(self) -> str:
        return str(self.at)
