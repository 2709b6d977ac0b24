"""Every route of the site, with an address and a form for the sample data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.accounts.preferences import EMAILS
from games.queries import series
from games.services.matches import lobby
from games.services.notifications import emails
from tests.admin.sample_data import SampleData
from tests.push_service import PushBrowser

GAME_OF_ROUTE = dict.fromkeys((f"m/<code:code>/{act}/" for act in ("join", "opponent", "call-off")), "waiting")
GAME_OF_ROUTE["m/<code:code>/decline/"] = "challenged"
"""The game behind a route where it is not the running one."""

FORMS: dict[str, dict[str, str]] = {
    "new/": {"who": "open", "lead": "random", "watch": "on"},
    "guest/": {"name": "Lily"},
    "deals/<code:code>/play/": {"opponent": "friend"},
    "deals/<code:code>/table/": {"deck": "phones", "depth": "every"},
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
    "tournaments/new/": {"title": "Friday", "system": "swiss", "mode": "online", "name": "Lily"},
    "n/<code:code>/join/": {"name": "Lily"},
    "n/<code:code>/<int:round_number>/<int:number>/report/": {"outcome": "first"},
    "n/<code:code>/<int:round_number>/<int:number>/mode/": {"mode": "online"},
    "n/<code:code>/host/options/": {"title": "Friday", "system": "swiss", "mode": "online"},
    "n/<code:code>/host/swap/": {"one": "1", "other": "2"},
    "n/<code:code>/host/settle/": {"outcome": "draw"},
    "n/<code:code>/host/boards/<int:number>/": {"outcome": "first"},
    "n/<code:code>/host/players/add/": {"name": "Lily"},
    "n/<code:code>/host/players/<int:number>/": {"name": "Lily"},
    "appeal/<int:number>/": {"text": "x"},
    "account/erase/": {"sure": "yes"},
    "@/": {"seen_by": "nobody"},
    "i18n/setlang/": {"language": "nl"},
    "preferences/": {"speed": "quick"},
    "push/": PushBrowser("https://fcm.googleapis.com").fields,
    "push/off/": {"endpoint": "https://fcm.googleapis.com/phone"},
    "admin/games/game/<int:pk>/act/<slug:kind>/": {"reason": "x", "step": "do"},
    "admin/games/user/<int:pk>/act/<slug:kind>/": {"reason": "x", "name": "Lily", "step": "do"},
    "admin/games/user/<int:pk>/note/": {"text": "x"},
    "admin/games/act/<int:pk>/act/<slug:kind>/": {"reason": "x", "step": "do"},
}
"""The valid form of each route that takes one."""

KIND = {"game": "freeze", "user": "rename", "act": "undo"}
PART = re.compile(r"<(?:\w+:)?(\w+)>")


def all_routes() -> list[str]:
    """Return every route of the site, as its patterns are written."""
    return sorted(set(_walk(get_resolver().url_patterns)))


def path_of(route: str, sample: SampleData) -> str:
    """Return the path of a route in the sample data."""
    if route.startswith("account/^confirm-email"):
        return reverse("account_confirm_email", args=["x"])
    if route.startswith("account/^password"):
        return reverse("account_reset_password_from_key", args=["x", "y"])
    known = {"admin/(?P<url>.*)$": "admin/nowhere", "admin/^(?P<app_label>games|auth)/$": "admin/games/"}
    return "/" + PART.sub(lambda found: str(_value(found[1], route, sample)), known.get(route, route))


def form_of(route: str, sample: SampleData) -> dict[str, str]:
    return {name: value.format(device=sample.device, tie=sample.tie) for name, value in FORMS.get(route, {}).items()}


def _value(name: str, route: str, sample: SampleData) -> Any:
    model = route.split("/")[2] if route.startswith("admin/games/") else ""
    if route.startswith("n/"):
        pk = sample.correction.pk if "undo" in route else sample.board.pk
        return {"code": sample.night.code, "number": 1, "round_number": 1, "pk": pk}[name]
    if name == "code" and route.startswith("deals/"):
        return sample.deal.code
    if name == "code":
        game = sample.table if route.startswith("t/") else getattr(sample, GAME_OF_ROUTE.get(route, "game"))
        return (sample.private if route.startswith("i/") else game).code
    values = {"token": lobby.invite_token(sample.private), "number": sample.act.pk, "form": "csv", "step": "claim"}
    values |= {"lesson": "knights", "name": "ana", "act": "resign"}
    if route.startswith("puzzle/"):
        values["number"] = 500
    if route.startswith("letters/"):
        values["token"] = emails.get_unsubscribe_url(sample.person.pk, EMAILS).split("/")[-2]
    if route.startswith("series/"):
        values["token"] = series.get_token(sample.game.code)
    if "/second/" in route:
        values |= {"number": sample.proposal.pk, "step": "confirm"}
    values |= {"kind": KIND.get(model, ""), "content_type_id": 1}
    if name in values:
        return values[name]
    row = sample.rows().get(model)
    return 1 if row is None else row.pk


def _walk(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern)
