"""The floor of a Django Channels server: no rules, no database.

Every message received on a table is answered by pushing one fixed state of about 2.5 KB to all
its sockets. VARIANT chooses how the push travels:

    group   group_send through the in-memory channel layer, send_json in each consumer
    redis   group_send of the encoded text through channels_redis (REDIS_URL)
    direct  a process-local registry of consumers, encoded once per move with orjson
    lean    direct, without the thread hop that Channels makes before each message (see LeanConsumer)
    asgi    the same registry without Channels: a bare ASGI application
"""

import os
from collections import defaultdict

import orjson
from django.conf import settings

VARIANT = os.environ.get("VARIANT", "direct")
LAYERS = {
    "group": {"BACKEND": "channels.layers.InMemoryChannelLayer"},
    "redis": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {
            "capacity": 100000,  # all sockets of a process share one queue; the default, 100, drops pushes
            "hosts": [
                {
                    "address": os.environ.get("REDIS_URL", "redis://127.0.0.1:6379"),
                    # The defaults of redis-py 8 (5 s, 100 connections) close idle and busy sockets.
                    "socket_timeout": 30,
                    "max_connections": 10000,
                }
            ],
        },
    },
}

settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["*"],
    CHANNEL_LAYERS={"default": LAYERS[VARIANT]} if VARIANT in LAYERS else {},
)

import django  # noqa: E402

django.setup()

from channels.consumer import get_handler_name  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path  # noqa: E402


def card(n):
    return {
        "id": f"c{n}",
        "name": f"Lantern of the North {n}",
        "cost": n % 5,
        "coins": n % 3,
        "hearts": n % 4,
        "stars": n % 2,
    }


STATE = {
    "moves": 0,
    "round": 1,
    "phase": "roll",
    "dice": [1, 2, 3, 4, 5],
    "deckSize": 20,
    "myChoice": None,
    "market": [card(n) for n in range(4)],
    "players": [
        {
            "seat": seat,
            "name": f"Player {seat}",
            "coins": 3,
            "hearts": 3,
            "stars": 0,
            "chosen": False,
            "cards": [card(seat * 3 + n) for n in range(3)],
        }
        for seat in range(6)
    ],
}

tables = defaultdict(set)


def encoded():
    return orjson.dumps(STATE).decode()


class GroupConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self):
        self.group = "table_" + self.scope["url_route"]["kwargs"]["table"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send_json(STATE)

    async def disconnect(self, code):
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content):
        await self.channel_layer.group_send(self.group, {"type": "push", "state": STATE})

    async def push(self, event):
        await self.send_json(event["state"])


class RedisConsumer(GroupConsumer):
    async def receive_json(self, content):
        await self.channel_layer.group_send(self.group, {"type": "push", "text": encoded()})

    async def push(self, event):
        await self.send(text_data=event["text"])


class DirectConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self):
        self.table = tables[self.scope["url_route"]["kwargs"]["table"]]
        await self.accept()
        await self.send(text_data=encoded())
        self.table.add(self)

    async def disconnect(self, code):
        self.table.discard(self)

    async def receive_json(self, content):
        text = encoded()
        for consumer in tuple(self.table):
            await consumer.send(text_data=text)


class LeanConsumer(DirectConsumer):
    async def dispatch(self, message):
        # AsyncConsumer.dispatch first closes old database connections, in a worker thread.
        await getattr(self, get_handler_name(message))(message)


async def bare(scope, receive, send):
    if scope["type"] != "websocket":
        return
    table = tables[scope["path"].split("/")[2]]
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": encoded()})
    table.add(send)
    while (message := await receive())["type"] == "websocket.receive":
        orjson.loads(message["text"])
        push = {"type": "websocket.send", "text": encoded()}
        for peer in tuple(table):
            await peer(push)
    table.discard(send)


CONSUMERS = {"group": GroupConsumer, "redis": RedisConsumer, "direct": DirectConsumer, "lean": LeanConsumer}

if VARIANT == "asgi":
    application = bare
else:
    route = path("ws/<str:table>/<int:seat>/", CONSUMERS[VARIANT].as_asgi())
    application = ProtocolTypeRouter({"websocket": URLRouter([route])})
