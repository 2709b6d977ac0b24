"""The site as one ASGI application: pages by Django, sockets by Channels."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
pages = get_asgi_application()

from django.conf import settings  # noqa: E402

from games.live.routing import sockets  # noqa: E402
from games.live.strangers import people  # noqa: E402
from games.run.probes import Probes  # noqa: E402
from games.run.whole import Whole  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Whole(Probes(pages)),
        "websocket": OriginValidator(people(URLRouter(sockets)), settings.SITE_ORIGINS),
    }
)
