"""Settings of a site that can be installed, on this very machine, which browsers call secure: no certificate is needed.
OTHER_STATIC is a folder with the static files of another version of the program."""

import os

from chanceit.settings import *
from chanceit.settings import BASE_DIR

INSTALLABLE = True
STATICFILES_DIRS = [os.environ.get("OTHER_STATIC") or BASE_DIR / "static"]
