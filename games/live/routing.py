"""The addresses of sockets."""

from typing import Any

from django.urls import path, re_path

from games.live.consumers import GameConsumer, NowhereConsumer

game: Any = GameConsumer.as_asgi()
nowhere: Any = NowhereConsumer.as_asgi()

sockets = [
    path("ws/m/<str:code>/", game),
    re_path(r"", nowhere),
]
