"""The addresses of sockets."""

from typing import Any

from django.urls import path, re_path

from games import codes  # noqa: F401 - registers the converter of codes
from games.live.online.consumer import GameConsumer, NowhereConsumer
from games.live.table.consumer import TableConsumer

game: Any = GameConsumer.as_asgi()
table: Any = TableConsumer.as_asgi()
nowhere: Any = NowhereConsumer.as_asgi()

sockets = [
    path("ws/m/<code:code>/", game),
    path("ws/t/<code:code>/", table),
    re_path(r"", nowhere),
]
