"""A table from nothing. Prepares database and static files, serves, and shows the way there."""

import errno
import gc
import hashlib
import os
import signal
import socket
import sys
import threading
import webbrowser
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext, override

from chanceit.persons_language import persons_language
from chanceit.web.addresses import is_loopback, phone_addresses
from chanceit.web.static_files import collect

EVERYWHERE = "0.0.0.0"
MOST_BYTES = 64 * 1024
"""Of a message to a socket or from it; over that the socket is closed. Ours have less than 10,000 characters."""


class Command(BaseCommand):
    help = "Serves the tables of this machine to everybody in the same network."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to use (default: 8000)")
        parser.add_argument("--address", default=EVERYWHERE, help="listen at this address only (default: at all)")
        parser.add_argument("--data", metavar="FOLDER", help=f"where tables are kept (default: {settings.DATA_DIR})")
        parser.add_argument("--no-browser", action="store_true", help="do not open a browser on this machine")
        parser.add_argument("--this-port-only", action="store_true", help="do not start if the port is taken")

    def handle(self, *, port: int, address: str, no_browser: bool, this_port_only: bool, **options: Any) -> None:
        # Until the server runs there is nothing to tidy up, and an exception could get lost inside a library.
        on_end(lambda: os._exit(0))
        with override(persons_language()):
            if this_port_only and not is_free(address, port):
                raise CommandError(gettext("Port {port} is taken.").format(port=port))
            port = self.free_port(address, port)
        prepare()
        self.serve(address, port, open_browser=not no_browser)
        with override(persons_language()):
            self.stdout.write(gettext("Good night."))

    def free_port(self, address: str, port: int) -> int:
        if is_free(address, port):
            return port
        other = next((number for number in range(port + 1, port + 100) if is_free(address, number)), None)
        if other is None:
            said = gettext("Port {port} is taken, and so are those after it. Choose one with --port.")
            raise CommandError(said.format(port=port))
        taken = gettext("Port {port} is taken, maybe by a table that is already running.").format(port=port)
        if not sys.stdin.isatty():
            self.stdout.write(taken)
            self.stdout.write(gettext("Using {port} instead.").format(port=other))
            return other
        question = gettext("Use {port} instead? [Y/n]").format(port=other)
        # Everybody knows y and n; in French and German the other letter is the natural one.
        if input(f"{taken} {question} ").strip().lower()[:1] not in ("", "y", "o", "j"):
            raise CommandError(gettext("Not started. Choose a port with --port."))
        return other

    def serve(self, address: str, port: int, open_browser: bool) -> None:
        # Importing Daphne installs Twisted's reactor, which only a process that serves should do.
        from daphne.endpoints import build_endpoint_description_strings
        from twisted.internet import reactor

        from chanceit.asgi import application
        from chanceit.web.outlet import TableServer

        settings.SERVED_AT = "" if address == EVERYWHERE else address
        server = TableServer(
            application,
            endpoints=build_endpoint_description_strings(host=address, port=port),
            signal_handlers=False,
            websocket_max_message_size=MOST_BYTES,
            websocket_max_frame_size=MOST_BYTES,
            ready_callable=override(persons_language())(lambda: self.show_the_way(address, port, open_browser)),
        )
        # Not by Twisted's own handlers: they come late, and a Ctrl-C while it starts would be swallowed.
        on_end(lambda: reactor.callFromThread(server.stop))
        # What was loaded by now stays: it need not be looked through again whenever Python looks for garbage.
        gc.collect()
        gc.freeze()
        server.run()
        if not server.listening_addresses:
            with override(persons_language()):
                said = gettext("Could not listen at {address}, port {port}.")
            raise CommandError(said.format(address=address, port=port))

    def show_the_way(self, address: str, port: int, open_browser: bool) -> None:
        addresses = phone_addresses() if address == EVERYWHERE else [address]
        best, *others = [table_url(host, port) for host in addresses]
        # On this machine itself, localhost is better: browsers trust it, so they keep the screen awake.
        here = table_url("localhost", port) if address == EVERYWHERE else best
        for_phones = not is_loopback(best)

        if for_phones and self.stdout.isatty() and can_print_blocks(sys.stdout.encoding):
            segno.make(best, error="l", micro=False).terminal(out=sys.stdout, compact=True)
        nobody = gettext("none, as only this machine gets here")
        self.stdout.write(gettext("Phones: {address}").format(address=best if for_phones else nobody))
        if others:
            self.stdout.write(gettext("  or, if that leads nowhere: {others}").format(others="  ".join(others)))
        self.stdout.write(gettext("This machine: {address}").format(address=here))
        if for_phones:
            self.stdout.write(
                gettext("No phone gets here? Use the same Wi-Fi, and allow this program in the firewall if it asks.")
            )
        self.stdout.write(gettext("Ctrl-C ends it; every table is kept in {folder}").format(folder=settings.DATA_DIR))
        self.stdout.flush()

        if open_browser and self.stdout.isatty() and has_display():
            # In a thread of its own, as some browsers keep the caller waiting.
            threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()


def prepare() -> None:
    """Database and static files as this version of the program needs them. Does next to nothing if they are."""
    due = Path(settings.DATA_DIR) / ".results-due"
    if keeps_no_results_yet():
        due.touch()
    call_command("migrate", verbosity=0, interactive=False)
    if due.exists():  # of games that ended before results were kept
        with open(os.devnull, "w") as nowhere:
            left = call_command("rebuild_results", missing=True, seconds=LONGEST_REBUILDING, stdout=nowhere)
        if not left:
            due.unlink()
    collect_static()


LONGEST_REBUILDING = 20.0
"""Seconds; what is left is done with the next start."""


def keeps_no_results_yet() -> bool:
    """Whether this database is of an earlier version, which did not keep what came of a game."""
    applied = MigrationRecorder(connection).applied_migrations()
    return ("chanceit", "0001_initial") in applied and ("chanceit", "0005_results") not in applied


def on_end(do: Callable[[], object]) -> None:
    """Do this when the host presses Ctrl-C or the system ends the process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: do())


def is_free(address: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        socket.create_server((address, port), family=family).close()
    except PermissionError as error:
        said = gettext("Port {port} needs the rights of an administrator. Choose one above 1023.")
        raise CommandError(said.format(port=port)) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return False
        said = gettext("Cannot listen at {address}, port {port}: {reason}")
        raise CommandError(said.format(address=address, port=port, reason=error.strerror)) from error
    except OverflowError as error:
        raise CommandError(gettext("There is no port {port}.").format(port=port)) from error
    return True


def table_url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}{'' if port == 80 else f':{port}'}/"


def collect_static() -> None:
    """Collect static files if any has changed since the last time; hashing them all takes seconds."""
    if settings.DEBUG:
        return
    marks = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            mark = os.stat(storage.path(path))
            marks.update(f"{storage.path(path)} {mark.st_size} {mark.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if not stamp.exists() or stamp.read_text() != marks.hexdigest():
        collect(stamp.parent)
        stamp.write_text(marks.hexdigest())
    # From here on this process names the files of its own version, also when the next one is collected while it runs.
    storage_of_names: Any = staticfiles_storage
    storage_of_names.hashed_files, storage_of_names.manifest_hash = storage_of_names.load_manifest()


def has_display() -> bool:
    if os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def can_print_blocks(encoding: str) -> bool:
    try:
        "▀▄█".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
