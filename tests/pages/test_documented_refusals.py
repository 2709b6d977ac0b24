"""Every refusal over HTTP of the two documents comes, with the code and the status that they tell."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games import limits
from games.models import Game, User
from games.pages.people.held import COOKIE
from games.run import apology
from games.services.online import play
from games.services.people import holding
from games.services.table import asking, tables
from games.store import log
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import TableKind
from tests.live.documents import ONLINE, TABLE, Document, quoted
from tests.pages.tables import JSON, act, device, look, opened, secret_of, take

pytestmark = pytest.mark.django_db(transaction=True)

Provoke = Callable[[], Any]


def statuses(document: Document) -> list[tuple[str, int]]:
    """Each code that a document names, with its status."""
    rows = document.rows("Refusals over HTTP")
    return [(code, int(row[1])) for row in rows for code in quoted(row[0])]


def post(client: Client, path: str, **fields: object) -> Any:
    return client.post(path, fields, headers=JSON)


def guest(name: str) -> Any:
    return post(Client(), "/guest/", name=name)


def barred(person: User, client: Client, **shut: object) -> Any:
    User.objects.filter(pk=person.pk).update(**shut)
    return post(client, "/new/", who="open", lead="random")


def hurried() -> Any:
    answers = [guest(f"Guest {number}") for number in range(11)]
    assert answers[-1]["Retry-After"] == str(int(limits.SHORTEST.total_seconds()))
    return answers[-1]


@pytest.fixture
def online(game: Game, ana: User, ana_client: Client, cleo_client: Client) -> dict[str, Provoke]:
    """How each refusal of protocol.md is brought about; Cleo is a stranger to the game."""
    address = f"/m/{game.code}"
    strict = Client(enforce_csrf_checks=True)
    later = timezone.now() + timedelta(days=1)
    return {
        "invalid": lambda: post(ana_client, "/new/", who="nobody", lead="random"),
        "bad_part": lambda: post(ana_client, "/new/", who="open", lead="random", part="x"),
        "required": lambda: post(Client(), "/guest/"),
        "name_empty": lambda: guest("..."),
        "name_long": lambda: guest("x" * 21),
        "max_length": lambda: guest("x" * 201),
        "name_reserved": lambda: guest("Admin"),
        "null_characters_not_allowed": lambda: guest("A\0a"),
        "name_needed": lambda: joined_unnamed(ana_client),
        "csrf": lambda: post(strict, "/guest/", name="Ana"),
        "forbidden": lambda: post(cleo_client, f"{address}/resign/"),
        "suspended": lambda: barred(ana, ana_client, suspended_until=later),
        "account_closed": lambda: barred(ana, ana_client, closed_at=timezone.now()),
        "warned": lambda: barred(ana, ana_client, warned_at=timezone.now()),
        "held": lambda: met_after(ana, later),
        "not_found": lambda: post(cleo_client, f"{address}/call-off/"),
        "post_only": lambda: ana_client.get(f"{address}/resign/", headers=JSON),
        "slow_down": hurried,
    }


def met_after(person: User, later: datetime) -> Any:
    person.suspended_until = later
    person.save()
    client = Client()
    client.cookies[COOKIE] = holding.meet(person, None, "127.0.0.1")[0]
    return post(client, "/guest/", name="Lily")


def joined_unnamed(creator: Client) -> Any:
    address = post(creator, "/new/", who="open", lead="random").json()["url"]
    return post(Client(), f"{address}join/")


def test_those_below_the_views_have_the_status_that_serve_answers() -> None:
    below = {code: status for code, status in statuses(ONLINE) if code in apology.CODES.values()}
    assert below.items() <= {code: status for status, code in apology.CODES.items()}.items()
    assert set(below) == {"too_slow", "body_too_large"}


@pytest.mark.parametrize(("code", "status"), [one for one in statuses(ONLINE) if one[0] not in apology.CODES.values()])
def test_one_of_an_online_game(online: dict[str, Provoke], code: str, status: int) -> None:
    answer = online[code]()
    assert (answer.json()["code"], answer.status_code) == (code, status)


def test_all_others_are_conflicts(game: Game, ana: User, ana_client: Client) -> None:
    answer = post(ana_client, f"/m/{game.code}/rematch/")
    assert (answer.json()["code"], answer.status_code) == ("not_over", 409)
    play.resign(game, ana)
    answer = post(ana_client, f"/m/{game.code}/resign/")
    assert (answer.json()["code"], answer.status_code) == ("game_over", 409)


@pytest.fixture
def host() -> Client:
    return Client()


@pytest.fixture
def phone() -> Client:
    """Bram's, on the other seat."""
    return Client()


@pytest.fixture
def real(host: Client, phone: Client) -> Game:
    """A table that nobody else may watch, with both seats taken."""
    game = opened(host, watch="")
    take(phone, game, "1")
    return game


@pytest.fixture
def at_table(real: Game, host: Client, phone: Client) -> dict[str, Provoke]:
    """How each refusal of protocol-table.md is brought about."""
    bram, stranger = device(phone, real).pk, Client()
    token = secret_of(real).token
    return {
        "invalid": lambda: post(Client(), "/t/new/", depth="none", device="0"),
        "bad_name": lambda: post(stranger, f"/t/{real.code}/ask/", seat="0", token=token, name="Admin"),
        "bad_choice": lambda: act(host, real, "seat-code", seat="2"),
        "not_at_table": lambda: act(stranger, real, "lock", locked="1"),
        "not_host": lambda: act(phone, real, "lock", locked="1"),
        "forbidden": lambda: stranger.get(f"/t/{real.code}/record/", headers=JSON),
        "wrong_code": lambda: look(stranger, token="A" * 22),
        "table_full": lambda: take(stranger, real, "0"),
        "seat_taken": lambda: act(host, real, "place", device=bram, **{"as": "0"}),
        "crowded": lambda: crowded(host),
        "no_such_device": lambda: act(host, real, "remove", device="x"),
        "no_request": lambda: act(host, real, "let-in", device=bram + 1000, yes="1"),
        "too_many_asking": lambda: besieged(real, token),
        "game_over": lambda: called_off(real, host),
    }


def crowded(host: Client) -> Any:
    game = opened(host)
    return [take(Client(), game, "watcher") for _ in range(tables.CROWD)][-1]


def besieged(game: Game, token: str) -> Any:
    return [act(Client(), game, "ask", seat="0", token=token) for _ in range(asking.CROWD + 1)][-1]


def called_off(game: Game, host: Client) -> Any:
    log.append(Table, game.pk, lambda table: [Fact(TableKind.CALLED_OFF)])
    return act(host, game, "seat-code", seat="1")


@pytest.mark.parametrize(("code", "status"), statuses(TABLE))
def test_one_of_a_table(at_table: dict[str, Provoke], code: str, status: int, settings: Settings) -> None:
    settings.RATE_LIMITS = False
    answer = at_table[code]()
    assert (answer.json()["code"], answer.status_code) == (code, status)


def shape(value: Any) -> Any:
    """An answer without what differs from one to the next: its fields, and what kind of thing each is."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value)


def test_the_answers_look_as_the_examples_do(real: Game, host: Client) -> None:
    game = opened(host)
    asker = Client()
    act(asker, game, "ask", seat="0", token=secret_of(game).token)
    answers = [
        post(Client(), "/t/new/", depth="every", device="0"),
        host.get(f"/t/{game.code}/invite/", headers=JSON),
        look(Client(), token=secret_of(game).token),
        asker.get(f"/t/{game.code}/asked/", headers=JSON),
    ]
    examples = [example for example in map(json.loads, TABLE.blocks("json")) if "type" not in example]
    assert [shape(answer.json()) for answer in answers] == [shape(example) for example in examples]


def test_renewing_and_seat_codes_answer_with_the_way_in(real: Game, host: Client) -> None:
    one = host.get(f"/t/{real.code}/invite/", headers=JSON).json()
    assert act(host, real, "renew").json().keys() == one.keys()
    once = act(host, real, "seat-code", seat="watch").json()
    assert once["invite"].keys() == one["invite"].keys()
    assert (once["invite"]["purpose"], once["invite"]["seconds"]) == ("watch", 600)
