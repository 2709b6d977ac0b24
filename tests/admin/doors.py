"""The doors of the site: every address with every method, walked from its own list of addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.people.preferences import LETTERS
from games.services.notices import switching
from games.services.online import lobby
from tests.admin.roles import House
from tests.pushes import Phone

SITTING = dict.fromkeys((f"m/<code:code>/{act}/" for act in ("join", "opponent", "call-off")), "waiting")
SITTING["m/<code:code>/decline/"] = "challenged"
"""The game behind an address where it is not the one that is played."""

FORMS: dict[str, dict[str, str]] = {
    "new/": {"who": "open", "lead": "random", "watch": "on"},
    "guest/": {"name": "Lily"},
    "@/<str:name>/tie/": {"do": "mute"},
    "@/<str:name>/challenge/": {"who": "private", "lead": "random", "watch": "on"},
    "account/tokens/": {"name": "Random cards", "scope": "play"},
    "friends/": {"here_for": "friends", "challenged_by": "friends"},
    "friends/tie/": {"do": "block", "tie": "{tie}"},
    "m/<code:code>/across/": {"do": "mute"},
    "m/<code:code>/rematch/": {"accept": "1"},
    "m/<code:code>/replay/play-on/": {"step": "0", "seat": "0"},
    "m/<code:code>/report/": {"target": "1", "category": "other", "text": "x"},
    "t/<code:code>/report/": {"target": "1", "category": "other", "text": "x"},
    "t/new/": {"first": "Ana", "second": "Bram", "depth": "every", "device": "0"},
    "t/<code:code>/lock/": {"locked": "1"},
    "t/<code:code>/seat-code/": {"seat": "0"},
    "t/<code:code>/place/": {"device": "{device}", "as": "watcher"},
    "t/<code:code>/remove/": {"device": "{device}"},
    "t/<code:code>/ask/": {"seat": "0", "name": "Lily"},
    "appeal/<int:number>/": {"text": "x"},
    "account/erase/": {"sure": "yes"},
    "@/": {"seen_by": "nobody"},
    "i18n/setlang/": {"language": "nl"},
    "preferences/": {"speed": "quick"},
    "push/": Phone("https://fcm.googleapis.com").fields,
    "push/off/": {"endpoint": "https://fcm.googleapis.com/phone"},
    "admin/games/game/<int:pk>/act/<slug:kind>/": {"reason": "x", "step": "do"},
    "admin/games/user/<int:pk>/act/<slug:kind>/": {"reason": "x", "name": "Lily", "step": "do"},
    "admin/games/user/<int:pk>/note/": {"text": "x"},
    "admin/games/act/<int:pk>/act/<slug:kind>/": {"reason": "x", "step": "do"},
}
"""What is sent to an address, so that whoever may do it does it."""

KIND = {"game": "freeze", "user": "rename", "act": "undo"}
_PART = re.compile(r"<(?:\w+:)?(\w+)>")


def routes() -> list[str]:
    """Every address of the site, as its patterns are written."""
    return sorted(set(_walk(get_resolver().url_patterns)))


def address(route: str, house: House) -> str:
    """Where a route leads in this house."""
    if route.startswith("account/^confirm-email"):
        return reverse("account_confirm_email", args=["x"])
    if route.startswith("account/^password"):
        return reverse("account_reset_password_from_key", args=["x", "y"])
    known = {"admin/(?P<url>.*)$": "admin/nowhere", "admin/^(?P<app_label>auth|games)/$": "admin/games/"}
    return "/" + _PART.sub(lambda found: str(_value(found[1], route, house)), known.get(route, route))


def form(route: str, house: House) -> dict[str, str]:
    return {name: value.format(device=house.device, tie=house.tie) for name, value in FORMS.get(route, {}).items()}


def _value(name: str, route: str, house: House) -> Any:
    model = route.split("/")[2] if route.startswith("admin/games/") else ""
    if name == "code":
        game = house.table if route.startswith("t/") else getattr(house, SITTING.get(route, "game"))
        return (house.private if route.startswith("i/") else game).code
    values = {"token": lobby.invite_token(house.private), "number": house.act.pk, "form": "csv", "step": "claim"}
    values |= {"lesson": "knights", "name": "ana", "act": "resign"}
    if route.startswith("puzzle/"):
        values["number"] = 500
    if route.startswith("letters/"):
        values["token"] = switching.address(house.person.pk, LETTERS).split("/")[-2]
    if "/second/" in route:
        values |= {"number": house.proposal.pk, "step": "confirm"}
    values |= {"kind": KIND.get(model, ""), "content_type_id": 1}
    if name in values:
        return values[name]
    row = house.rows().get(model)
    return 1 if row is None else row.pk


def _walk(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern)
