"""A guest who decides by lot: joins a table, plays whatever is open, and goes when the game is over.

    python docs/example_client.py http://localhost:8000 BCDF Robin

Needs the package `websockets`, and nothing else. docs/protocol.md explains every step.
"""

import asyncio
import json
import random
import secrets
import sys
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import websockets


def join(site: str, code: str, name: str) -> str:
    """Takes a seat, as the form on the phone's page does. Gives the cookies, of which `seat_BCDF` is the key to it."""
    cookies = CookieJar()
    browser = build_opener(HTTPCookieProcessor(cookies))
    browser.open(f"{site}/").close()
    token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
    form = urlencode({"name": name, "csrfmiddlewaretoken": token}).encode()
    browser.open(Request(f"{site}/{code}/join", form, {"Origin": site})).close()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)


def pick(message: dict) -> dict | None:
    """A move, or None if nobody waits for us."""
    table, view, own = message["table"], message["view"], message["own"]["game"]
    if table["status"] != "playing" or table["paused"] or not own["can"]:
        return None
    seat = own["seat"]
    if view["awaiting"] and seat not in view["awaiting"]:
        return None  # we could still change a guide card that we have laid, but nobody waits for it
    move = random.choice(own["can"])
    if "ways" in move:  # Second Chance: not every place is listed, but every way to lay a tile, and where it may lie
        way = random.choice(move["ways"])
        top, left = square(way["at"], view["size"])
        cells = [[top + row, left + column] for row, column in way["cells"]]
        return {"do": "draw", "seat": seat, "tile": move["tile"], "cells": cells}
    if "at" in move:
        return {"do": "bonus", "seat": seat, "cell": square(move["at"], view["size"])}
    return move


def square(at: str, size: int) -> list[int]:
    """Row and column of one of the squares that are marked with a 1."""
    return list(divmod(random.choice([place for place, mark in enumerate(at) if mark == "1"]), size))


async def play(site: str, code: str, cookies: str) -> dict:
    """Plays until the game is over, and gives the last view."""
    newest: dict | None = None  # the newest view
    stored = 0  # the number that our last move became
    waiting: str | None = None  # what we have sent and have no answer to
    address = f"{site.replace('http', 'ws', 1)}/ws/{code}/phone"
    # Opens the socket, and opens it again whenever it is lost.
    async for socket in websockets.connect(address, origin=site, additional_headers={"Cookie": cookies}):
        try:
            if waiting is not None:
                await socket.send(waiting)  # with the same id: if it had arrived, it does not count twice
            async for text in socket:
                message = json.loads(text)
                match message["type"]:
                    case "view" if newest is None or message["number"] >= newest["number"]:
                        newest = message
                    case "done":
                        stored, waiting = message["number"], None
                    case "refused":
                        print("refused:", message["sentence"], file=sys.stderr)
                        await asyncio.sleep(0.5)
                        await socket.send('{"type": "ping"}')
                    case "pong":  # so we have read everything that came before, and may try again
                        waiting = None
                    case "closed":
                        sys.exit(message["sentence"])
                if newest is None or newest["number"] < stored or waiting is not None:
                    continue
                if newest["table"]["status"] == "over":
                    return newest
                move = pick(newest)
                if move is not None:
                    waiting = json.dumps({"type": "play", "id": secrets.token_hex(8), "move": move})
                    await socket.send(waiting)
        except websockets.ConnectionClosed:
            continue
    raise AssertionError("the loop above never ends by itself")


def main(site: str, code: str, name: str) -> None:
    last = asyncio.run(play(site, code, join(site, code, name)))
    names = [player["name"] for player in last["table"]["players"]]
    print("won by", ", ".join(names[seat] for seat in last["view"]["result"]["winners"]) or "nobody")


if __name__ == "__main__":
    main(*sys.argv[1:])
