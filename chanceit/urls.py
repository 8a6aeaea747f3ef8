from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, re_path, register_converter
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from chanceit import views
from chanceit.consumers import TableConsumer
from chanceit.keys import LETTERS
from chanceit.origins import turn_away


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
    path("", views.start, name="start"),
    path("open", views.open_table, name="open"),
    path("solo", views.solo, name="solo"),
    path("find", views.find, name="find"),
    path("rules", views.rules, name="rules"),
    path("language", set_language, name="set_language"),
    path("health", views.health, name="health"),
    path("admin/", admin.site.urls),
    # One table
    path("<code:code>", views.phone, name="phone"),
    path("<code:code>/join", views.join, name="join"),
    path("<code:code>/ask", views.ask, name="ask"),
    path("<code:code>/watch", views.watch, name="watch"),
    path("<code:code>/table", views.table, name="table"),
    path("<code:code>/take-over", views.take_over, name="take_over"),
    path("<code:code>/qr.svg", views.qr, name="qr"),
    path("<code:code>/qr", views.secret_qr, name="secret_qr"),
    path("<code:code>/record.jsonl", views.record, name="record"),
    re_path(rf"^(?P<code>[{LETTERS}{LETTERS.lower()}]{{4}})(?:/|$)", in_capitals),
]

websocket_urlpatterns = [
    re_path(rf"^ws/(?P<code>[{LETTERS}]{{4}})/(?P<role>phone|table|watch)$", TableConsumer.as_asgi()),
    re_path("", turn_away),
]

handler403 = "chanceit.views.forbidden"
handler404 = "chanceit.views.not_found"
handler500 = "chanceit.views.broken"
