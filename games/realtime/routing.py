"""URL patterns of the WebSockets."""

from typing import Any

from django.urls import path, re_path

from games import converters  # noqa: F401 - registers the converter of game codes
from games.realtime.companion.consumer import TableConsumer
from games.realtime.matches.consumer import GameConsumer, NotFoundConsumer

match_consumer: Any = GameConsumer.as_asgi()
table_consumer: Any = TableConsumer.as_asgi()
not_found_consumer: Any = NotFoundConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/m/<code:code>/", match_consumer),
    path("ws/t/<code:code>/", table_consumer),
    re_path(r"", not_found_consumer),
]
