"""The admin: to look, not to touch. A table changes only through its log, and boxes come with tables."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy

from chanceit import models
from chanceit.live import gate
from chanceit.table import records
from chanceit.table.chronicle import chronicle
from chanceit.table.state import GameOn
from rules.refusals import IllegalMove


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
        return [path("<int:pk>/record/<int:game>.jsonl", record, name="record"), *super().get_urls()]

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
