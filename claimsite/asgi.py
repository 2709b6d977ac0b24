"""ASGI application of the site: HTTP by Django, WebSockets by Channels."""

import os
import sys

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.exceptions import ImproperlyConfigured

from claimsite.environment import env
from games.server.secret_keys import SecretKeyError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
try:
    env.read_file()
    django.setup(set_prefix=False)
except (SecretKeyError, ImproperlyConfigured) as refusal:
    sys.exit(str(refusal))

from channels.sessions import CookieMiddleware
from django.conf import settings

from games.operations.monitoring import MonitoringMiddleware
from games.realtime.authentication import OriginOrTokenValidator
from games.realtime.routing import websocket_urlpatterns
from games.server.asgi_handler import PooledASGIHandler, ShieldFromCancel

application = ProtocolTypeRouter(
    {
        "http": ShieldFromCancel(MonitoringMiddleware(PooledASGIHandler())),
        "websocket": OriginOrTokenValidator(CookieMiddleware(URLRouter(websocket_urlpatterns)), settings.SITE_ORIGINS),
    }
)
