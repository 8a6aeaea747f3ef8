#!/usr/bin/env python3
import argparse
import os
import sys


def main() -> None:
    # Settings are read before a command parses its options, so the data folder has to be known by now.
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    if data := parser.parse_known_args()[0].data:
        os.environ["CHANCEIT_DATA"] = data

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chanceit.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
