"""Settings of a server that has one more game on its shelf."""

from chanceit.settings import *
from rules.shelf import GAMES
from tests import matches

GAMES[matches.NAME] = matches
