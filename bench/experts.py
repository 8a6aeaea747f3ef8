"""An expert at every table: `python -m bench.experts --tables 50`.

Tables of five people and a computer player, and twice as many are there as play: at one half sits an expert, who thinks
in processes beside the server, at the other half a hard player, who decides in no time. The halves play in turn, each
as often, at one server, so that both find the machine as busy as it is. Each move of the people is timed from its
sending until the last of the six screens has it. With experts the 99th percentile must be at
most 1.5 times that without.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib

import psutil
import websockets

from bench.attacks.living_room import LivingRoom, measure, milliseconds
from bench.attacks.loopback import errors, report, serving
from tests.web.people import Server

MINDS = ("hard", "expert")


def seconds_of_workers(server: Server) -> float:
    """Processor time that thinking has taken so far."""
    assert server.process is not None
    return sum(sum(worker.cpu_times()[:2]) for worker in psutil.Process(server.process.pid).children())


async def compare(server: Server, options: argparse.Namespace) -> None:
    rooms = {mind: [LivingRoom(server, number, mind) for number in range(options.tables)] for mind in MINDS}
    for mind in MINDS:
        for room in rooms[mind]:
            await room.sit_down()
        await measure(rooms[mind], options.pace, options.seconds)  # warm up
    times = {mind: list[list[float]]() for mind in MINDS}
    thought = seconds_of_workers(server)
    for number in range(options.repetitions):
        for mind in MINDS[:: -1 if number % 2 else 1]:
            times[mind].append(await measure(rooms[mind], options.pace, options.seconds))
    thought = seconds_of_workers(server) - thought
    with contextlib.suppress(websockets.WebSocketException):
        for mind in MINDS:
            for room in rooms[mind]:
                await room.leave()
    each = {mind: [milliseconds(one)["p99"] for one in times[mind]] for mind in MINDS}
    in_all = {mind: milliseconds([took for one in times[mind] for took in one]) for mind in MINDS}
    without, among = (in_all[mind]["p99"] for mind in MINDS)
    ratios = [one / other for other, one in zip(*each.values(), strict=True)]
    report(
        tables=options.tables,
        in_all_ms=in_all,
        times_as_long=round(among / without, 2),
        p99_ms_of_each_turn=each,
        times_as_long_of_each_turn={"from": round(min(ratios), 2), "to": round(max(ratios), 2)},
        seconds_of_thinking=round(thought, 1),
        errors=len(errors(server)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="that play at a time, of six screens each")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves of the people at a table")
    parser.add_argument("--seconds", type=float, default=15, help="in which one half plays, each time")
    parser.add_argument("--repetitions", type=int, default=8)
    options = parser.parse_args()
    with serving(CHANCEIT_RATES="off") as server:
        asyncio.run(compare(server, options))


if __name__ == "__main__":
    main()
