"""The language of whoever starts the server. `start.py` asks before anything is installed, by a Python of any age."""

import os

LANGUAGES = ("en", "fr", "de")


def persons_language() -> str:
    """As the system says, if it is one of ours; else English."""
    said = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    if os.name == "nt":
        said.append(windows_language())
    first = next((language for language in said if language), "")[:2].lower()
    return first if first in LANGUAGES else "en"


def windows_language() -> str:
    import ctypes
    import locale

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined]
    return locale.windows_locale.get(number, "")
