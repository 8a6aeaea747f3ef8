"""The shelf of a browser: boxes that it makes, and boxes that somebody gave it. It knows no game.

A box is its maker's, by a key in a cookie, and readable by whoever has its link. It is kept while somebody is still
making it: with what is only missing, but never with what no editor would have written. The house boxes stand on every
shelf and have links of their own, `house-<game>`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.core.validators import slug_re
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from chanceit.models import GivenBox, MadeBox
from chanceit.web.boxes import NOT_A_BOX, check_size, in_words
from rules.refusals import BadBox, Refusal, _
from rules.shelf import GAMES

COOKIE = "shelf"
KEPT = 60 * 60 * 24 * 400
"""Seconds that a browser keeps its key: the longest that browsers allow, and longer than an unused box is kept."""
MOST_MADE = 60
MOST_GIVEN = 60
"""Boxes on the shelf of one browser."""
UNUSED_FOR = timedelta(days=366)
"""So long without being changed, given or played with, and a box is cleared."""
BROUGHT_BACK_FOR = timedelta(days=30)
"""So long its maker may bring back a box that was deleted."""
LONGEST_NAME = 80
HOUSE = "house-"


class Checked(Struct, frozen=True):
    """A box that can be kept, and what is still wrong with it."""

    game: str
    name: str
    content: bytes
    mistakes: Sequence[Refusal] = ()


class OnShelf(Struct, frozen=True):
    """A box as pages know it."""

    link: str
    game: str
    name: str
    content: bytes
    is_ready: bool = True
    version: int = 0
    is_mine: bool = False
    is_given: bool = False

    @property
    def is_house_box(self) -> bool:
        return self.link.startswith(HOUSE)


# What a box must be


def blank(game: str, name: str) -> bytes:
    """A new box: as the house box, without what is listed in it. Raises a Refusal if there is no such game."""
    if game not in GAMES:
        raise NO_SUCH_GAME()
    house = msgspec.to_builtins(GAMES[game].house_box())
    empty = {key: [] if isinstance(value, list | tuple) else value for key, value in house.items()}
    return msgspec.json.encode(empty | {"name": name})


def copied(box: OnShelf, name: str, key: str) -> Checked:
    return check(box.game, msgspec.json.encode(content_of(box) | {"name": free_name(name, key)}))


def free_name(name: str, key: str) -> str:
    """One that no other box of this shelf has: a number is put behind it if need be."""
    taken = set(_made(key).filter(deleted=None).values_list("name", flat=True))
    names = [name[:LONGEST_NAME], *(f"{name[: LONGEST_NAME - 4]} {number}" for number in range(2, MOST_MADE + 2))]
    return next((name for name in names if name not in taken), names[0])


def content_of(box: OnShelf) -> Any:
    return msgspec.json.decode(box.content)


def check(game: str, raw: bytes) -> Checked:
    """What an editor or a file has. Raises a Refusal for what cannot be kept: a BadBox names every mistake."""
    if game not in GAMES:
        raise NO_SUCH_GAME()
    check_size(game, raw, b"")
    mistakes = mistakes_in(game, raw)
    unfit = [mistake for mistake in mistakes if not GAMES[game].is_unfinished(mistake)]
    if unfit:
        raise in_words(game, raw, BadBox(unfit))
    content = msgspec.json.decode(raw)
    return Checked(game, str(content.get("name", "")), msgspec.json.encode(content), mistakes)


def mistakes_in(game: str, raw: bytes) -> Sequence[Refusal]:
    """All that keeps it from being played with, also by as many as may sit down."""
    rules = GAMES[game]
    try:
        most = rules.PLAYERS[-1]
        rules.new_game(most, rules.read_box(raw), rules.read_options(b"{}", most))
    except BadBox as bad:
        return bad.mistakes
    return ()


def check_file(raw: bytes) -> Checked:
    """A file does not say of which game it is: the one whose box has most in common with it."""
    check_size("", raw, b"")
    content = msgspec.json.decode(raw)
    if not isinstance(content, dict):
        raise NOT_A_BOX()
    common = {name: len(_keys(name) & content.keys()) for name in GAMES}
    game = max(common, key=lambda name: (common[name], -len(_keys(name))))
    if not common[game]:
        raise NOT_A_BOX()
    return check(game, raw)


def _keys(game: str) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(GAMES[game].TYPES.box)}


def NO_SUCH_GAME() -> Refusal:
    return Refusal("no_such_game", _("There is no such game on the shelf."))


# What stands there


def find(link: str, key: str) -> OnShelf | None:
    """The box with this link, for the browser with this key's hash."""
    house = link.removeprefix(HOUSE)
    if house in GAMES and link != house:
        return house_box(house)
    # A link may come in a form; PostgreSQL fails on some texts that no link can be.
    row = MadeBox.objects.filter(link=link, deleted=None).first() if slug_re.fullmatch(link) else None
    if row is None:
        return None
    return _on_shelf(row, key, row.content.encode(), bool(key) and row.given.filter(shelf=key).exists())


def use(link: str) -> None:
    """Somebody is given it or plays with it, so it is not cleared."""
    MadeBox.objects.filter(link=link).update(used=timezone.now())


def to_play_with(link: str) -> tuple[str, bytes]:
    """The game and the box that a table is opened with. Raises a Refusal."""
    box = find(link, "")
    if box is None:
        raise NOT_HERE()
    use(link)
    return box.game, box.content


def house_boxes() -> list[OnShelf]:
    return [house_box(game) for game in GAMES]


def is_known(key: str) -> bool:
    """Whether something stands on the shelf with this key's hash. Any other key may have been planted."""
    return MadeBox.objects.filter(maker=key).exists() or GivenBox.objects.filter(shelf=key).exists()


def made(key: str) -> list[OnShelf]:
    return _listed(_made(key).filter(deleted=None).order_by("-used"), key)


def deleted(key: str) -> list[OnShelf]:
    """Those that can be brought back, the last one first."""
    since = timezone.now() - BROUGHT_BACK_FOR
    return _listed(_made(key).filter(deleted__gt=since).order_by("-deleted"), key)


def given(key: str) -> list[OnShelf]:
    rows = MadeBox.objects.filter(given__shelf=key, deleted=None) if key else MadeBox.objects.none()
    return _listed(rows.order_by("-given__id"), key, is_given=True)


def _made(key: str) -> Any:
    return MadeBox.objects.filter(maker=key) if key else MadeBox.objects.none()


def _listed(rows: Any, key: str, is_given: bool = False) -> list[OnShelf]:
    """Their lids: what is in them would be megabytes."""
    return [_on_shelf(row, key, b"", is_given) for row in rows.defer("content")]


def _on_shelf(row: MadeBox, key: str, content: bytes, is_given: bool) -> OnShelf:
    is_mine = bool(key) and row.maker == key
    return OnShelf(row.link, row.game, row.name, content, row.is_ready, row.version, is_mine, is_given)


def house_box(game: str) -> OnShelf:
    box = GAMES[game].house_box()
    return OnShelf(f"{HOUSE}{game}", game, box.name, msgspec.json.encode(box))


# What can be done with it


class Late(Exception):
    """Somebody has changed the box since: in another window, or on the way of this one."""

    def __init__(self, present: OnShelf) -> None:
        super().__init__(present.version)
        self.present = present


def make(key: str, box: Checked) -> str:
    """Puts a new box on the shelf, and gives its link. Makes room among what was deleted, if it has to."""
    with transaction.atomic():
        own = MadeBox.objects.filter(maker=key)
        room = MOST_MADE - own.count()
        if room < 1:
            oldest = own.exclude(deleted=None).order_by("deleted").values_list("pk", flat=True)[: 1 - room]
            MadeBox.objects.filter(pk__in=list(oldest)).delete()
        if own.count() >= MOST_MADE:
            raise Refusal("shelf_full", _("Your shelf is full: {most} boxes. Delete one first."), most=MOST_MADE)
        if MadeBox.objects.count() >= settings.MOST_BOXES:
            raise NO_ROOM()
        link = secrets.token_urlsafe(16)
        MadeBox.objects.create(
            link=link,
            maker=key,
            game=box.game,
            name=box.name,
            content=box.content.decode(),
            is_ready=not box.mistakes,
            used=timezone.now(),
        )
    return link


def save(link: str, key: str, version: int, raw: bytes) -> tuple[int, Sequence[Refusal]]:
    """Keeps a change of the version that it was made from; gives the new one, and what is still wrong. Raises Late, and
    a Refusal."""
    present = find(link, key)
    if present is None or not present.is_mine:
        raise NOT_YOURS()
    box = check(present.game, raw)
    if present.content == box.content:  # it has come twice, or the windows agree
        return present.version, box.mistakes
    changed = (
        _made(key)
        .filter(link=link, deleted=None, version=version)
        .update(
            name=box.name,
            content=box.content.decode(),
            is_ready=not box.mistakes,
            version=version + 1,
            used=timezone.now(),
        )
    )
    if not changed:
        raise Late(find(link, key) or present)
    return version + 1, box.mistakes


def NO_ROOM() -> Refusal:
    return Refusal("no_room", _("This site has no room for more boxes. Save yours as a file."))


def NOT_HERE() -> Refusal:
    return Refusal("no_such_box", _("This box is not here, or not any more."))


def NOT_YOURS() -> Refusal:
    return Refusal("not_yours", _("Only who made this box can change it. You can copy it."))


def delete(link: str, key: str) -> None:
    # A double tap deletes it twice.
    if not _made(key).filter(link=link).update(deleted=timezone.now()):
        raise NOT_YOURS()


def bring_back(link: str, key: str) -> None:
    if not _made(key).filter(link=link).update(deleted=None, used=timezone.now()):
        raise NOT_YOURS()


def put(link: str, key: str) -> None:
    """Somebody else's box on the shelf of this browser."""
    box = MadeBox.objects.filter(link=link, deleted=None).first()
    if box is None:
        raise NOT_HERE()
    if GivenBox.objects.filter(shelf=key).count() >= MOST_GIVEN:
        raise Refusal("shelf_full", _("Your shelf is full: {most} boxes. Delete one first."), most=MOST_GIVEN)
    if GivenBox.objects.count() >= settings.MOST_BOXES:
        raise NO_ROOM()
    GivenBox.objects.get_or_create(shelf=key, box=box)
    use(link)


def take_off(link: str, key: str) -> None:
    GivenBox.objects.filter(shelf=key, box__link=link).delete()


def clear() -> int:
    """Housekeeping: what nobody has used for a year, and what was deleted for good. Says how many."""
    now = timezone.now()
    unused = MadeBox.objects.filter(used__lt=now - UNUSED_FOR)
    gone = MadeBox.objects.filter(deleted__lt=now - BROUGHT_BACK_FOR)
    return (unused | gone).delete()[1].get("chanceit.MadeBox", 0)
