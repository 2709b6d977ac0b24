"""Invitation to a tournament: its link and its QR code, on each address of the machine."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Tournament
from games.views.public_urls import MAX_ADDRESSES, is_loopback, list_shareable_urls
from games.views.qr import render_qr_svg


def build_invitation(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of ``tournaments/invitation.html``.

    ``host`` of the query chooses another address of the machine.
    """
    urls = list_shareable_urls(request, reverse("tournament", args=[tournament.code]))[:MAX_ADDRESSES]
    offered = {urlsplit(url).netloc: url for url in urls}
    url = offered.get(request.GET.get("host", "")) or urls[0]
    return {
        "url": url,
        "address": url.split("://", 1)[-1],
        "other_hosts": [host for host, other in offered.items() if other != url],
        "qr": render_qr_svg(url, _("QR code for this club night")),
        "only_here": is_loopback(url),
    }
