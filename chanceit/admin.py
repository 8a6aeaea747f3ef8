"""The admin: to look, and to keep order: a table can be closed, which clears it, and a person be called otherwise.

A table changes only through its log, and boxes come with tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy

from chanceit import models
from chanceit.keys import new_key
from chanceit.live import gate
from chanceit.table import commands as c
from chanceit.table import forgetting, records, storing
from chanceit.table.authority import own_command
from chanceit.table.chronicle import chronicle
from chanceit.table.state import GameOn
from rules.refusals import IllegalMove, Refusal


class ReadOnly:
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PlayerInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = models.Player
    fields = ("seat", "name", "computer", "coins", "hearts", "stars")


@admin.register(models.Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "game", "status", "names", "number", "games", "opened", "touched")
    list_filter = ("status", "game", "touched")
    search_fields = ("code", "players__name")
    search_help_text = gettext_lazy("A table's code, or somebody's name")
    ordering = ("-touched",)
    fields = ("code", "game", "box", "status", "number", "games", "opened", "touched", "finished")
    readonly_fields = ("finished",)
    inlines = (PlayerInline,)
    change_form_template = "admin/table.html"

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The tables alone: their logs may be very long."""
        return [str(row) for row in objs], {}, set(), []

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("players")

    @admin.display(description=gettext_lazy("players"))
    def names(self, row: models.Table) -> str:
        return ", ".join(player.name for player in row.players.all())

    @admin.display(description=gettext_lazy("finished games"))
    def finished(self, row: models.Table) -> str:
        """Their records and seeds. While a game is on, both are secret: a record holds what was chosen."""
        told = [
            (reverse("admin:record", args=[row.pk, game]), f"{row.code}-{game}.jsonl", gate.seed_of(on) or "")
            for game, on in _finished(row).items()
        ]
        return format_html_join(mark_safe("<br>"), '<a href="{}">{}</a> {}', told) or "-"

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        row = self.get_object(request, object_id)
        lines = [] if row is None else chronicle(row)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "chronicle": lines})

    def get_urls(self) -> list[Any]:
        record = self.admin_site.admin_view(self.record)
        rename = self.admin_site.admin_view(self.rename)
        return [
            path("<int:pk>/record/<int:game>.jsonl", record, name="record"),
            path("<int:pk>/rename", rename, name="rename"),
            *super().get_urls(),
        ]

    def rename(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A name that nobody should have to read becomes another one, for everybody at the table."""
        row = self.get_object(request, str(pk))
        if row is None or not self.has_delete_permission(request, row):
            raise Http404(gettext("There is no such table."))
        name, player = request.POST.get("name", ""), request.POST.get("player", "")
        try:
            renamed = c.Rename(int(player) if player.isdecimal() and len(player) < 10 else 0, name)
            storing.play(row.code, "game_master", renamed, own_command("admin", new_key()[:16]))
        except Refusal as refusal:
            messages.error(request, gate.sentence(refusal, get_language() or "en"))
        return redirect("admin:chanceit_table_change", row.pk)

    def record(self, request: HttpRequest, pk: int, game: int) -> HttpResponse:
        row = self.get_object(request, str(pk))
        if row is None or not self.has_view_permission(request, row):
            raise Http404(gettext("There is no such table."))
        on = _finished(row).get(game)
        if on is None:
            raise Http404(gettext("There is no record of this game yet."))
        response = HttpResponse(b"".join(records.lines(on)), content_type="application/jsonl; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{row.code}-{game}.jsonl"'
        return response


def _finished(row: models.Table) -> dict[int, GameOn]:
    try:
        return {game: on for game, on in records.games_of(row).items() if on.state.result is not None}
    except IllegalMove:  # of a game whose rules have changed; the log below says where
        return {}


class MarketCardInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = models.MarketCard


class StakesSheetInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = models.StakesSheet


@admin.register(models.Box)
class BoxAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "game", "is_house_box", "used")
    list_filter = ("game", "is_house_box")
    search_fields = ("name",)
    ordering = ("game", "name")
    fields = ("name", "game", "is_house_box", "used", "content")
    readonly_fields = ("used",)
    inlines = (MarketCardInline, StakesSheetInline)

    @admin.display(description=gettext_lazy("tables"))
    def used(self, row: models.Box) -> int:
        return row.tables.count()


class ResultInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = models.Result
    fields = ("seat", "name", "computer", "place", "has_won", "counts")


class Forgetting(ReadOnly):
    """Deleting does what a host at the machine itself may do by the pages."""

    forget: Callable[[Any], object]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)  # type: ignore[arg-type]

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        return [str(row) for row in objs], {}, set(), []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self.forget(obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for row in queryset:
            self.forget(row)


@admin.register(models.GamePlayed)
class GamePlayedAdmin(Forgetting, admin.ModelAdmin):  # type: ignore[type-arg]
    forget = staticmethod(forgetting.delete_game)
    list_display = ("began", "game", "box", "names", "why", "is_counted", "table", "number")
    list_filter = ("game", "is_counted", "began")
    search_fields = ("table", "results__name")
    search_help_text = gettext_lazy("A table's code, or somebody's name")
    ordering = ("-began", "-id")
    fields = ("game", "box", "table", "number", "began", "ended", "why", "is_counted", "is_kept", "moves")
    inlines = (ResultInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("results")

    @admin.display(description=gettext_lazy("players"))
    def names(self, row: models.GamePlayed) -> str:
        return ", ".join(result.name for result in row.results.all())


class StandingInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = models.Standing
    fields = ("game", "games", "wins", "alone", "rated", "mu", "sigma")


@admin.register(models.Person)
class PersonAdmin(Forgetting, admin.ModelAdmin):  # type: ignore[type-arg]
    forget = staticmethod(forgetting.forget_person)
    list_display = ("name", "same_as")
    search_fields = ("name", "plain")
    ordering = ("name",)
    fields = ("name", "same_as")
    inlines = (StandingInline,)
