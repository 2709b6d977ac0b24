"""The addresses of sockets."""

from django.urls import path, re_path

from games.live.consumers import GameConsumer, NowhereConsumer

sockets = [
    path("ws/m/<str:code>/", GameConsumer.as_asgi()),
    re_path(r"", NowhereConsumer.as_asgi()),
]
