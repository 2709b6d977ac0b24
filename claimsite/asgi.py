"""The site as one ASGI application: pages by Django, sockets by Channels."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
django.setup(set_prefix=False)

from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402

from games.live.origins import Origins  # noqa: E402
from games.live.routing import sockets  # noqa: E402
from games.run.probes import Probes  # noqa: E402
from games.run.threads import Pages  # noqa: E402
from games.run.whole import Whole  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Whole(Probes(Pages())),
        "websocket": Origins(CookieMiddleware(URLRouter(sockets)), settings.SITE_ORIGINS),
    }
)
