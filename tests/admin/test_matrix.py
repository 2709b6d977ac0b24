"""Permissions: every address of the site, asked by everybody to whom it may answer differently.

``tests/approved/matrix.txt`` has a line for each address and method. A cell is the answer to one role: ``ok`` (2xx),
``on`` (sent on to another page), ``login``, ``name`` (a visitor chooses one first), a refusal or the status.
Roles are asked from the fewest permissions to the most, until one is let in. Methods that an address does not take have
no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpResponseBase
from django.test import Client
from django.test.client import ClientHandler

from games import rate_limits
from games.eventlog import event_store
from games.models import Act, Appeal, Challenge, Device, Entry, Game, JoinToken, Player, Relation, Report, User
from games.services.moderation.permissions import Moderator
from tests.admin.routes import all_routes, form_of, path_of
from tests.admin.sample_data import SampleData
from tests.approval import assert_approved

pytestmark = pytest.mark.django_db
PLAYERS = ("visitor", "guest", "watcher", "mona", "bram", "ana")
ROLES = {
    "admin": ("visitor", "ana", "mona", "sara"),
    "t": ("visitor", "ana", "mona", "host"),
    "j": ("visitor", "host"),
    **dict.fromkeys(("@", "appeal", "friends", "i", "m", "n", "reports"), PLAYERS),
}
"""The roles to ask at the addresses of a section, the one with the fewest permissions first."""
OTHER_ROLES = ("visitor", "guest", "ana")
METHOD_REFUSED = ("405", "post_only")
LOGIN_PAGES = {"/account/login/": "login", "/admin/login/": "login", "/guest/": "name", "/account/signup/": "signup"}


@pytest.fixture
def sample(ana: User, bram: User, cleo: User, mona: Moderator, sara: Moderator) -> SampleData:
    return SampleData(ana, bram, cleo, mona, sara)


def test_every_address_answers_each_role_as_the_matrix_says(sample: SampleData) -> None:
    assert_approved("matrix", "\n".join(render_matrix(sample)))


def render_matrix(sample: SampleData) -> Iterator[str]:
    width = max(map(len, all_routes())) + 7
    requests = Requests(sample)
    for roles, routes in groupby(sorted(all_routes(), key=lambda route: (roles_of(route), route)), roles_of):
        yield f"{'':{width}}{''.join(f'{role:<17}' for role in roles)}".rstrip()
        for route in routes:
            for method in ("GET", "POST"):
                answers = requests.ask(method, route, roles)
                if answers[-1] not in METHOD_REFUSED:
                    yield f"{method:<5}/{route:<{width - 6}}{''.join(f'{answer:<17}' for answer in answers)}".rstrip()


def roles_of(route: str) -> tuple[str, ...]:
    return ROLES.get(route.split("/")[0], OTHER_ROLES)


class Requests:
    """Requests of each role, whose changes are rolled back."""

    def __init__(self, sample: SampleData) -> None:
        self.sample = sample
        self.handler = ClientHandler(enforce_csrf_checks=False)
        self.rows = read_protected_rows()

    def ask(self, method: str, route: str, roles: tuple[str, ...]) -> list[str]:
        """Return the answers to the roles, up to the first that is let in; a GET must change no protected row."""
        answers: list[str] = []
        let_in = ("ok",) if method == "GET" else ("ok", "on")
        for role in roles:
            forget_memory()
            with transaction.atomic():
                answers.append(self._send(method.lower(), route, role))
                assert method != "GET" or read_protected_rows() == self.rows, (route, role)
                transaction.set_rollback(True)
            if answers[-1] in (*let_in, *METHOD_REFUSED):
                break
        return answers

    def _send(self, method: str, route: str, role: str) -> str:
        client = Client()
        client.handler = self.handler
        cookies = self.sample.clients[role].cookies.items()
        client.cookies = type(client.cookies)({name: cookie.value for name, cookie in cookies})
        accept = "text/html" if route.startswith(("account/", "admin/")) else "application/json"
        path, fields = path_of(route, self.sample), form_of(route, self.sample)
        return cell_of(getattr(client, method)(path, fields, headers={"accept": accept}))


def forget_memory() -> None:
    rate_limits.reset()
    cache.clear()
    event_store.state_cache.clear()


def read_protected_rows() -> list[object]:
    """Return what only a POST may change."""
    counted = " UNION ALL ".join(
        f"SELECT count(*) FROM {name}"
        for name in tables(Entry, Act, Player, Device, JoinToken, User, Relation, Challenge)
    )
    queries = [counted, *(f"SELECT * FROM {name} ORDER BY id" for name in tables(Game, Report, Appeal))]
    with connection.cursor() as cursor:
        return [row for query in queries for row in cursor.execute(query).fetchall()]


def tables(*models: type[Model]) -> list[str]:
    return [model._meta.db_table for model in models]


def cell_of(answer: HttpResponseBase) -> str:
    if 200 <= answer.status_code < 300:
        return "ok"
    if 300 <= answer.status_code < 400:
        return next((name for start, name in LOGIN_PAGES.items() if answer["Location"].startswith(start)), "on")
    is_json = answer.get("Content-Type", "").startswith("application/json")
    body = answer.json() if is_json else {}  # type: ignore[attr-defined]
    return str(body.get("code", answer.status_code))
