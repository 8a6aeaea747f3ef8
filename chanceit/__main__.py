"""The command `chanceit`: opens a table, or does what `manage.py` does in a checkout."""

import argparse
import os
import sys

import chanceit

HELP = """Opens a table for everybody in the same network: `chanceit`, or `chanceit serve --help` for its options.
Everything else is for whoever looks after a site.
"""


def main() -> None:
    # Settings are read before a command parses its options, so the data folder has to be known by now.
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    if data := parser.parse_known_args()[0].data:
        os.environ["CHANCEIT_DATA"] = data

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chanceit.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    if sys.argv[1:] == ["--version"]:
        print(f"chanceit {chanceit.__version__}")
        return
    if sys.argv[1:] in (["--help"], ["-h"]):
        print(HELP)
    try:
        execute_from_command_line(with_command(sys.argv))
    except ImproperlyConfigured as wrong:
        sys.exit(str(wrong))


def with_command(arguments: list[str]) -> list[str]:
    """Whoever names no command wants to open a table.

    >>> with_command(["chanceit", "--port", "9000"])
    ['chanceit', 'serve', '--port', '9000']
    """
    program, *rest = arguments
    names_one = rest and (not rest[0].startswith("-") or rest[0] in ("-h", "--help"))
    return arguments if names_one else [program, "serve", *rest]


if __name__ == "__main__":
    main()
