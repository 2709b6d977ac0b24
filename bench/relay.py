"""Relay: the smallest possible server, as in the documentation of Channels, to compare the site with.

``python -m bench.relay PORT`` relays; ``python -m bench.relay PORT row`` commits one row first, through the ORM and
``database_sync_to_async`` with the site's own database settings. It has no rules, accounts, versions or views.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
django.setup()

from django.conf import settings  # noqa: E402

settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from daphne.server import Server  # noqa: E402
from django.urls import path  # noqa: E402

from games.models import Entry  # noqa: E402


class Relay(AsyncWebsocketConsumer):
    """Consumer that passes every text on to the group of its game, including the sender."""

    async def connect(self) -> None:
        self.game = self.scope["url_route"]["kwargs"]["game"]
        await self.channel_layer.group_add(f"game.{self.game}", self.channel_name)
        await self.accept()
        await self.send("ready")

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(f"game.{self.game}", self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(f"game.{self.game}", {"type": "card", "text": text_data})

    async def card(self, event: dict[str, Any]) -> None:
        await self.send(event["text"])


class RelayWithRow(Relay):
    """Relay that commits one row first."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await database_sync_to_async(self.store)(json.loads(text_data or ""))
        await super().receive(text_data)

    def store(self, play: dict[str, Any]) -> None:
        Entry.objects.create(
            game_id=self.game,
            number=1000 + play["ply"],
            kind="played",
            seat=play["ply"] % 2,
            data={"card": play["card"]},
            client_id=play["id"],
        )


def main(port: int, consumer: type[Relay]) -> None:
    relay: Any = consumer.as_asgi()
    sockets: Any = [path("ws/m/<int:game>/", relay)]
    application = ProtocolTypeRouter({"websocket": URLRouter(sockets)})
    Server(application, endpoints=[f"tcp:port={port}:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), RelayWithRow if "row" in sys.argv[2:] else Relay)
