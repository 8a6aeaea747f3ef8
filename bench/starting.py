"""How long a host waits: `python -m bench.starting` starts from nothing and once more, three times over.

Each time in a new folder with the last commit of this one, by start.py, until a table has been opened and its
game-master screen is loaded. What pip has fetched before comes from its cache.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import free_port
from tests.web.people import ROOT, Person, Server


def main() -> None:
    first, second = zip(*(twice() for _time in range(3)), strict=True)
    for told, seconds in (("first start", first), ("second start", second)):
        print(f"{told:14}{statistics.median(seconds):6.1f} s  ({min(seconds):.1f} to {max(seconds):.1f})")
    print(f"load of the machine: {os.getloadavg()[1]:.1f}, cores: {os.cpu_count()}")


def twice() -> tuple[float, float]:
    with tempfile.TemporaryDirectory(prefix="chanceit-starting-") as folder:
        files = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", folder], input=files.stdout, check=True)
        return start(Path(folder)), start(Path(folder))


def start(folder: Path) -> float:
    """Seconds from the command to the host's screen."""
    server = Server(folder / "data")
    server.port = free_port()
    begun = time.monotonic()
    command = [sys.executable, "start.py", "--no-browser", "--port", str(server.port)]
    server.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        while not is_there(server):
            assert server.process.poll() is None, "it did not start"
            time.sleep(0.01)
        host = Person(server)
        status, _page = host.get(f"/{host.open_table()}/table")
        assert status == 200
        return time.monotonic() - begun
    finally:
        server.process.send_signal(signal.SIGINT)
        server.process.wait()


def is_there(server: Server) -> bool:
    try:
        return Person(server).get("/health")[0] == 200
    except OSError:
        return False


if __name__ == "__main__":
    main()
