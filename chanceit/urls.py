from typing import Any, cast

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, re_path, register_converter
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from chanceit.keys import LETTERS
from chanceit.web import evening_pages, evening_replays, installing, pages, replays, shelf_pages
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
    path("learn/<slug:game>", pages.lesson, name="lesson"),
    path("boxes", shelf_pages.own_shelf, name="shelf"),
    path("boxes/new", shelf_pages.new, name="new_box"),
    path("boxes/<slug:link>", shelf_pages.box, name="box"),
    path("boxes/<slug:link>/all", shelf_pages.look, name="look_at_box"),
    path("boxes/<slug:link>/save", shelf_pages.save, name="save_box"),
    path("boxes/<slug:link>/box.json", shelf_pages.file, name="box_file"),
    path("boxes/<slug:link>/qr.svg", shelf_pages.qr, name="box_qr"),
    path("boxes/<slug:link>/trial", shelf_pages.trial, name="trial"),
    path("boxes/<slug:link>/<slug:what>", shelf_pages.move, name="move_box"),
    path("replay", replays.drop, name="replay_drop"),
    path("replay/file", replays.file, name="replay_file"),
    path("replay/file/play-on", replays.play_file_on, name="replay_file_on"),
    path("replay/how", replays.how_a_file_went, name="how_a_file_went"),
    path("replay/how/data", replays.how_a_file_went_data, name="how_a_file_went_data"),
    path("replay/<code:code>/<int:game>/how", replays.how_it_went, name="how_it_went"),
    path("replay/<code:code>/<int:game>/how/data", replays.how_it_went_data, name="how_it_went_data"),
    path("replay/screen/<slug:game>/<slug:role>", replays.screen, name="replay_screen"),
    path("replay/<code:code>/<int:game>", replays.replay, name="replay"),
    path("replay/<code:code>/<int:game>/views", replays.views, name="replay_views"),
    path("replay/<code:code>/<int:game>/play-on", replays.play_on, name="replay_play_on"),
    path("games", evening_pages.games, name="games"),
    path("games/<int:number>", evening_pages.game, name="game"),
    path("games/<int:number>/record.jsonl", evening_pages.record, name="game_record"),
    path("games/<int:number>/replay", evening_replays.replay, name="game_replay"),
    path("games/<int:number>/replay/views", evening_replays.views, name="game_views"),
    path("games/<int:number>/replay/play-on", evening_replays.play_on, name="game_play_on"),
    path("games/<int:number>/how", evening_replays.how_it_went, name="game_how"),
    path("games/<int:number>/how/data", evening_replays.how_it_went_data, name="game_how_data"),
    path("games/<int:number>/<slug:what>", evening_pages.change_game, name="change_game"),
    path("games.csv", evening_pages.as_csv, name="games_csv"),
    path("games.zip", evening_pages.as_zip, name="games_zip"),
    path("games/take-in", evening_pages.take_in, name="take_in"),
    path("people", evening_pages.people, name="people"),
    path("people/<int:number>", evening_pages.person, name="person"),
    path("people/<int:number>/<slug:what>", evening_pages.change_person, name="change_person"),
    path("evenings/<slug:what>", evening_pages.change_house, name="change_house"),
    path("house-records", evening_pages.house_records, name="house_records"),
    path("later/<slug:game>", pages.later, name="later"),
    path("language", set_language, name="set_language"),
    path("worker.js", installing.worker, name="worker"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
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
    path("<code:code>/close", pages.close, name="close"),
    path("<code:code>/tv", pages.show_on_tv, name="show_on_tv"),
    path("<code:code>/qr.svg", pages.qr, name="qr"),
    path("<code:code>/qr", pages.secret_qr, name="secret_qr"),
    path("<code:code>/how", replays.how_the_last_went, name="how_the_last_went"),
    path("<code:code>/replay", replays.see_again, name="see_again"),
    path("<code:code>/record.jsonl", replays.record, name="record"),
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
