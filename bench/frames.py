"""What a frame to one screen costs before the operating system takes it: `python -m bench.frames`.

By autobahn's own way and by the outlet's, in turn, to a line that takes everything: microseconds of processor time for
a message of 3,000 bytes.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

MESSAGE = b"x" * 3000
SCREENS = 7
TURNS = 3_000
TIMES = 7


def main() -> None:
    asyncio.run(measure())


async def measure() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CHANCEIT_DATA": folder, "DJANGO_SETTINGS_MODULE": "chanceit.settings"}
        import django

        django.setup()
        from chanceit.web.outlet import Outlet

        protocols = [open_protocol() for _screen in range(SCREENS)]
        outlets = [Outlet(protocol) for protocol in protocols]
        ways: dict[str, list[Callable[[], Any]]] = {
            "autobahn's sendFrame": [partial(protocol.sendFrame, 1, MESSAGE) for protocol in protocols],
            "the outlet": [partial(outlet.send, MESSAGE) for outlet in outlets],
        }
        costs: dict[str, list[float]] = {name: [] for name in ways}
        for _time in range(TIMES):
            for name, sends in ways.items():
                begun = time.process_time()
                for _turn in range(TURNS):
                    for send in sends:
                        send()
                    await asyncio.sleep(0)  # what an outlet has gathered goes out
                costs[name].append((time.process_time() - begun) / TURNS / SCREENS * 1e6)
        for name, cost in costs.items():
            print(f"{name:24}{statistics.median(cost):8.2f}  ({min(cost):.2f} to {max(cost):.2f})")


class Line:
    """A transport that takes everything and keeps nothing."""

    dataBuffer = b""
    _tempDataBuffer = ()

    def writeSomeData(self, data: bytes) -> int:
        return len(data)

    def write(self, data: bytes) -> None:
        pass

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        pass

    def unregisterProducer(self) -> None:
        pass


def open_protocol() -> Any:
    """A socket as Daphne has it once its handshake is over."""
    from autobahn.twisted.websocket import WebSocketServerFactory
    from daphne.ws_protocol import WebSocketProtocol

    factory = WebSocketServerFactory()
    protocol = WebSocketProtocol()
    protocol.factory = factory
    protocol.transport = Line()
    protocol._connectionMade()
    protocol.state = protocol.STATE_OPEN
    return protocol


if __name__ == "__main__":
    main()
