"""The server's own settings, with a data folder that belongs to this test run alone."""

import atexit
import os
import shutil
import tempfile

os.environ["CHANCEIT_DATA"] = tempfile.mkdtemp(prefix="chanceit-tests-")
atexit.register(shutil.rmtree, os.environ["CHANCEIT_DATA"], ignore_errors=True)

from chanceit.settings import *
