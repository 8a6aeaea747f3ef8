from typing import Any, cast

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, re_path, register_converter
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from chanceit.keys import LETTERS
from chanceit.web import pages
from chanceit.web.origins import turn_away
from chanceit.web.sockets import table_socket


class Code:
    """A table's code."""

    regex = f"[{LETTERS}]{{4}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Code, "code")


@require_safe
def in_capitals(request: HttpRequest, code: str) -> HttpResponse:
    """Small letters are fine for whoever types. A table has one address, by which a proxy finds its process."""
    if code.isupper():
        raise Http404
    return redirect(request.get_full_path().replace(code, code.upper(), 1))


urlpatterns = [
    path("", pages.start, name="start"),
    path("open", pages.open_table, name="open"),
    path("solo", pages.solo, name="solo"),
    path("find", pages.find, name="find"),
    path("tv", pages.tv, name="tv"),
    path("tv/code", pages.tv_waits, name="tv_waits"),
    path("rules/<slug:game>", pages.rules, name="rules"),
    path("language", set_language, name="set_language"),
    path("health", pages.health, name="health"),
    path("metrics", pages.show_metrics, name="metrics"),
    path("admin/login/", pages.admin_login),
    path("admin/", admin.site.urls),
    # One table
    path("<code:code>", pages.phone, name="phone"),
    path("<code:code>/join", pages.join, name="join"),
    path("<code:code>/ask", pages.ask, name="ask"),
    path("<code:code>/watch", pages.watch, name="watch"),
    path("<code:code>/table", pages.table, name="table"),
    path("<code:code>/take-over", pages.take_over, name="take_over"),
    path("<code:code>/tv", pages.show_on_tv, name="show_on_tv"),
    path("<code:code>/qr.svg", pages.qr, name="qr"),
    path("<code:code>/qr", pages.secret_qr, name="secret_qr"),
    path("<code:code>/record.jsonl", pages.record, name="record"),
    re_path(rf"^(?P<code>[{LETTERS}{LETTERS.lower()}]{{4}})(?:/|$)", in_capitals),
]

websocket_urlpatterns = [
    re_path(rf"^ws/(?P<code>[{LETTERS}]{{4}})/(?P<role>phone|table|watch)$", cast(Any, table_socket)),
    re_path("", cast(Any, turn_away)),
]

handler400 = "chanceit.web.pages.bad_request"
handler403 = "chanceit.web.pages.forbidden"
handler404 = "chanceit.web.pages.not_found"
handler500 = "chanceit.web.pages.broken"
