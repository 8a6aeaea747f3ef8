#!/usr/bin/env python3
"""Opens a table on this machine, with Python 3.11 or newer and nothing else: python3 start.py

The first time it makes an environment in .venv and fetches what the server needs; then it only starts the server.
What is given to it goes on to `manage.py serve`, such as --port 9000. `python3 start.py --only-set-up` starts nothing.

Any Python 3 must be able to read this file, to be told that it is too old. So nothing here is newer than Python 3.6.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from chanceit.persons_language import persons_language

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = HERE / "requirements.txt"
STAMP = VENV / "run.stamp"
"""The requirements that were installed, whole."""
UNFINISHED = VENV / "unfinished"
"""There for as long as something is being installed: what was cut off in the middle is made anew."""

WORDS = {
    "en": {
        "too_old": (
            "Python 3.11 or newer is needed, and this is Python {version}. Get it at "
            "https://www.python.org/downloads/ and start again."
        ),
        "no_venv": (
            "This Python cannot make environments: a part of it is missing. On Debian and Ubuntu: sudo apt install "
            "python3-venv\nElsewhere get Python at https://www.python.org/downloads/ and start again."
        ),
        "setting_up": "Setting up, once. This takes a minute ...",
        "updating": "Fetching what is new ...",
        "waiting": "Another start is setting up. Waiting for it ...",
        "not_fetched": (
            "What the server needs could not be fetched. Is this machine online, and is there room on the disk? Only "
            "the first start needs the internet. Then start again."
        ),
        "not_writable": (
            "Nothing can be written to {folder} ({reason}). Put this folder where you keep your own files, unpacked, "
            "and start again."
        ),
    },
    "fr": {
        "too_old": (
            "Il faut Python 3.11 ou plus récent, et ceci est Python {version}. Vous le trouvez sur "
            "https://www.python.org/downloads/ ; relancez ensuite."
        ),
        "no_venv": (
            "Ce Python ne sait pas créer d’environnement : il lui manque une partie. Sous Debian et Ubuntu : sudo "
            "apt install python3-venv\nAilleurs, prenez Python sur https://www.python.org/downloads/ et relancez."
        ),
        "setting_up": "Installation, une seule fois. Cela prend une minute ...",
        "updating": "Récupération des nouveautés ...",
        "waiting": "Un autre démarrage est en train d’installer. On l’attend ...",
        "not_fetched": (
            "Impossible de récupérer ce dont le serveur a besoin. Cette machine est-elle en ligne, et reste-t-il de "
            "la place sur le disque ? Seul le premier démarrage a besoin d’Internet. Relancez ensuite."
        ),
        "not_writable": (
            "Impossible d’écrire dans {folder} ({reason}). Placez ce dossier, décompressé, parmi vos propres "
            "fichiers et relancez."
        ),
    },
    "de": {
        "too_old": (
            "Python 3.11 oder neuer wird gebraucht, und dies ist Python {version}. Ihr bekommt es auf "
            "https://www.python.org/downloads/; startet danach noch einmal."
        ),
        "no_venv": (
            "Diesem Python fehlt ein Teil: Es kann keine Umgebungen anlegen. Unter Debian und Ubuntu: sudo apt "
            "install python3-venv\nSonst holt euch Python auf https://www.python.org/downloads/ und startet noch "
            "einmal."
        ),
        "setting_up": "Wird eingerichtet, ein einziges Mal. Das dauert eine Minute ...",
        "updating": "Neues wird geholt ...",
        "waiting": "Ein anderer Start richtet gerade ein. Wir warten auf ihn ...",
        "not_fetched": (
            "Was der Server braucht, konnte nicht geholt werden. Ist dieses Gerät online, und ist noch Platz auf der "
            "Platte? Nur der erste Start braucht das Internet. Startet danach noch einmal."
        ),
        "not_writable": (
            "In {folder} kann nichts geschrieben werden ({reason}). Legt diesen Ordner entpackt zu euren eigenen "
            "Dateien und startet noch einmal."
        ),
    },
}
"""What is said before there is a catalogue to look it up in."""


class Stop(Exception):
    """It cannot go on, for the reason that is said."""


def say(what, **about):
    return WORDS[persons_language()][what].format(**about)


def main():
    arguments = sys.argv[1:]
    try:
        if sys.version_info < (3, 11):  # noqa: UP036
            newer = newer_python()
            if newer is None:
                raise Stop(say("too_old", version=".".join(map(str, sys.version_info[:3]))))
            become(newer, str(HERE / "start.py"), *arguments)
        if not is_set_up():
            set_up_alone()
    except Stop as stop:
        sys.exit(str(stop))
    except KeyboardInterrupt:
        sys.exit(130)
    if arguments != ["--only-set-up"]:
        become(str(PYTHON), str(HERE / "manage.py"), "serve", *arguments)


def newer_python():
    found = (shutil.which(f"python3.{minor}") for minor in range(20, 10, -1))
    return next((python for python in found if python is not None), None)


def become(*command):
    """Go on as this program; where a system cannot do that, wait for it."""
    if os.name != "nt":
        os.execv(command[0], command)
    process = subprocess.Popen(command)
    while process.poll() is None:
        with contextlib.suppress(KeyboardInterrupt):  # it is for the server, which has heard it too
            process.wait()
    sys.exit(process.returncode)


def is_set_up():
    """Whether all is there that the requirements name, and the Python that it was made with."""
    try:
        made_with = [line.split("=", 1)[1].strip() for line in lines(VENV / "pyvenv.cfg") if line.startswith("exec")]
        return (
            lines(STAMP) == lines(REQUIREMENTS)
            and not UNFINISHED.exists()
            and all(Path(python).exists() for python in [PYTHON, *made_with])
        )
    except OSError:
        return False


def lines(file):
    return file.read_text(encoding="utf-8").splitlines()


def set_up_alone():
    """By one start at a time; whoever comes second finds it done. The lock ends with the process, however that ends."""
    lock = os.open(str(HERE / "start.py"), os.O_RDONLY)
    try:
        if not take(lock, wait=False):
            print(say("waiting"), flush=True)
            take(lock, wait=True)
        if not is_set_up():
            set_up()
    except OSError as error:
        raise Stop(say("not_writable", folder=HERE, reason=error.strerror or error)) from error
    finally:
        os.close(lock)


if os.name == "nt":
    import msvcrt

    def take(lock, wait):
        os.lseek(lock, 1 << 30, os.SEEK_SET)  # far behind its end: what is locked here, others cannot read
        while True:
            try:
                msvcrt.locking(lock, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return True
            except OSError:  # LK_LOCK gives up after ten seconds
                if not wait:
                    return False
else:
    import fcntl

    def take(lock, wait):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


def set_up():
    if UNFINISHED.exists() or not runs(str(PYTHON), "-m", "pip", "--version"):
        print(say("setting_up"), flush=True)
        if VENV.exists():
            shutil.rmtree(str(VENV))
        VENV.mkdir()
        UNFINISHED.touch()
        if not (runs(sys.executable, "-c", "import ensurepip") and runs(sys.executable, "-m", "venv", str(VENV))):
            shutil.rmtree(str(VENV))
            raise Stop(say("no_venv"))
    else:
        print(say("updating"), flush=True)
        UNFINISHED.touch()
    # Where there is nothing ready made for a machine, this part is made without a compiler.
    environment = dict(os.environ, AUTOBAHN_USE_NVX="0")
    pip = [str(PYTHON), "-m", "pip", "-qq", "--disable-pip-version-check", "--retries", "2"]
    if subprocess.call([*pip, "install", "-r", str(REQUIREMENTS)], env=environment):
        raise Stop(say("not_fetched"))
    STAMP.write_text(REQUIREMENTS.read_text(encoding="utf-8"), encoding="utf-8")
    UNFINISHED.unlink()


def runs(*command):
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


if __name__ == "__main__":
    main()
