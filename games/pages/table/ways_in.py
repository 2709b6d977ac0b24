"""The way to a table as pages show it: a link, its QR code and the code to type."""

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game, JoinToken
from games.pages.online.invitation import LOOPBACK, shareable
from games.pages.qr import qr_svg
from games.services.table import tokens
from games.stories.table import Table


def table_way_in(request: HttpRequest, game: Game, table: Table) -> dict[str, Any] | None:
    """The table's own code; None when it leads nowhere now (locked, over, idle, or not renewed yet)."""
    if table.seating.locked or table.over:
        return None
    token = tokens.current(game)
    return None if token is None else way_in(request, token, bool(table.seating.free_seats))


def way_in(request: HttpRequest, token: JoinToken, joinable: bool = True) -> dict[str, Any]:
    """A token as its holders see it.

    The secret stands behind the # of the link: browsers send that part to no server, so no log and no
    Referer has it. ``only_here`` says that the address works on this machine alone.
    """
    secret = tokens.show(token)
    page = shareable(request, reverse("join_table"))
    link = f"{page}#{secret.token}"
    return {
        "link": link,
        "code": f"{secret.code[:4]} {secret.code[4:]}",
        "address": page.split("://", 1)[-1],
        "qr": qr_svg(link, _("QR code that leads to this table")),
        "purpose": token.purpose,
        "seat": token.seat,
        "joinable": joinable,
        "only_here": urlsplit(link).hostname in LOOPBACK,
        "seconds": None if token.expires_at is None else int(tokens.ONCE_FOR.total_seconds()),
    }
