"""Settings of a server that has faults on purpose: what the file `fault` in its data folder names fails, whenever it
concerns a table where somebody is called Trouble."""

import contextlib
import functools
import importlib

from django.apps import AppConfig

from chanceit.settings import *
from chanceit.settings import DATA_DIR, INSTALLED_APPS

STEPS = {
    "a request is checked": "chanceit.live.house:House._check_one",
    "the rules are asked": "chanceit.table.authority:carry_out",
    "the whole turn is checked": "chanceit.live.house:House._check",
    "a page is written": "chanceit.table.storing:_write",
    "a page is looked for": "chanceit.table.storing:_written_at",
    "a turn is stored": "chanceit.table.storing:store",
    "a table is settled": "chanceit.live.house:House._settle",
    "a line is reported": "chanceit.reporting:tell_stored",
    "a room takes its table": "chanceit.live.room:Room.take",
    "others are told": "chanceit.live.neighbours:Neighbours.announce",
    "a room is shown": "chanceit.live.room:Room.show",
    "a view is made": "chanceit.live.gate:view",
    "keys are looked at": "chanceit.live.room:Room._look_at_keys",
    "a log is read on": "chanceit.table.storing:load_since",
    "a computer player thinks": "chanceit.table.authority:computer_move",
    "presence is told": "chanceit.live.room:Room.presence",
    "a question is asked": "chanceit.live.room:Room._throw",
    "guesses are told": "chanceit.live.guesses:Guesses._told",
    "odds are looked at": "chanceit.live.odds:Odds._is_wanted",
    "a story is told": "chanceit.table.state:story",
}
INSTALLED_APPS = [*INSTALLED_APPS, "tests.web.faulty.Faulty"]


def is_trouble(anything: object) -> bool:
    """Whether an argument has to do with a table where somebody is called Trouble."""
    if isinstance(anything, list | tuple):
        return any(map(is_trouble, anything))
    for way in ("room", "table", "after"):
        if hasattr(anything, way):
            return is_trouble(getattr(anything, way))
    return any(getattr(seated, "name", "") == "Trouble" for seated in getattr(anything, "players", ()))


def faulty(step, function):
    @functools.wraps(function)
    def call(*arguments, **named):
        fails = False
        with contextlib.suppress(FileNotFoundError):
            fails = (DATA_DIR / "fault").read_text() == step and is_trouble(arguments)
        if fails:
            raise RuntimeError(f"when {step}")
        return function(*arguments, **named)

    return call


class Faulty(AppConfig):
    name = "tests.web"
    label = "faulty"

    def ready(self):
        for step, where in STEPS.items():
            module, _colon, path = where.partition(":")
            owner = importlib.import_module(module)
            *parents, name = path.split(".")
            for parent in parents:
                owner = getattr(owner, parent)
            function = getattr(owner, name)
            broken = faulty(step, function)
            setattr(owner, name, broken)
            for other in ("house", "room", "gate", "neighbours"):  # those that have it by its bare name
                module = importlib.import_module(f"chanceit.live.{other}")
                if vars(module).get(name) is function:
                    setattr(module, name, broken)
