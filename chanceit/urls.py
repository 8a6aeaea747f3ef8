from django.contrib import admin
from django.urls import path, re_path, register_converter
from django.views.i18n import set_language

from chanceit import views
from chanceit.consumers import TableConsumer
from chanceit.keys import LETTERS


class Code:
    """A table's code; small letters are fine for whoever types."""

    regex = f"[{LETTERS}{LETTERS.lower()}]{{4}}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


register_converter(Code, "code")

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
]

websocket_urlpatterns = [
    re_path(rf"^ws/(?P<code>[{LETTERS}]{{4}})/(?P<role>phone|table|watch)$", TableConsumer.as_asgi()),
]

handler403 = "chanceit.views.forbidden"
handler404 = "chanceit.views.not_found"
handler500 = "chanceit.views.broken"
