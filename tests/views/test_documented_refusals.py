"""Every documented refusal over HTTP happens with its documented code and status."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games import rate_limits
from games.eventlog import event_store
from games.models import Game, SharedDeal, User
from games.server import error_response
from games.services.accounts import suspensions
from games.services.companion import handovers, tables
from games.services.matches import play
from games.services.matches.shared_deals import create_deal as create_shared_deal
from games.state.game_state import Event
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from games.views.accounts.cooldown import COOKIE
from tests.realtime.documents import FORMS, TABLE, Document, quoted
from tests.views.tables import JSON, device_at, join_secret, look_up_code, open_table, post_action, take_place

pytestmark = pytest.mark.django_db(transaction=True)

Request = Callable[[], Any]


def statuses(document: Document) -> list[tuple[str, int]]:
    """Return the documented codes with their status."""
    rows = document.tables("Refusals over HTTP")[0]
    return [(code, int(row[1])) for row in rows for code in quoted(row[0])]


def post(client: Client, path: str, **fields: object) -> Any:
    return client.post(path, fields, headers=JSON)


def guest(name: str) -> Any:
    return post(Client(), "/guest/", name=name)


def act_while_barred(person: User, client: Client, **shut: object) -> Any:
    User.objects.filter(pk=person.pk).update(**shut)
    return post(client, "/new/", who="open", lead="random")


def exceed_limit() -> Any:
    answers = [guest(f"Guest {number}") for number in range(11)]
    assert answers[-1]["Retry-After"] == str(int(rate_limits.SHORTEST.total_seconds()))
    return answers[-1]


@pytest.fixture
def online(game: Game, ana: User, ana_client: Client, cleo_client: Client) -> dict[str, Request]:
    """Requests that get each refusal of the document on forms; Cleo is a stranger to the game."""
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
        "name_needed": lambda: join_without_name(ana_client),
        "not_at_table": lambda: post(cleo_client, f"/t/{open_table(Client()).code}/transfer/"),
        "csrf": lambda: post(strict, "/guest/", name="Ana"),
        "forbidden": lambda: post(cleo_client, f"{address}/resign/"),
        "suspended": lambda: act_while_barred(ana, ana_client, suspended_until=later),
        "account_closed": lambda: act_while_barred(ana, ana_client, closed_at=timezone.now()),
        "warned": lambda: act_while_barred(ana, ana_client, warned_at=timezone.now()),
        "held": lambda: act_in_cooldown(ana, later),
        "not_found": lambda: post(cleo_client, f"{address}/call-off/"),
        "post_only": lambda: ana_client.get(f"{address}/resign/", headers=JSON),
        "slow_down": exceed_limit,
    }


def act_in_cooldown(person: User, later: datetime) -> Any:
    person.suspended_until = later
    person.save()
    client = Client()
    client.cookies[COOKIE] = suspensions.extend_cooldown(person, None, "127.0.0.1")[0]
    return post(client, "/guest/", name="Lily")


def join_without_name(creator: Client) -> Any:
    address = post(creator, "/new/", who="open", lead="random").json()["url"]
    return post(Client(), f"{address}join/")


def test_refusals_of_the_server_have_the_documented_status() -> None:
    below = {code: status for code, status in statuses(FORMS) if code in error_response.ERROR_CODES.values()}
    assert below.items() <= {code: status for status, code in error_response.ERROR_CODES.items()}.items()
    assert set(below) == {"too_slow", "body_too_large"}


@pytest.mark.parametrize(
    ("code", "status"), [one for one in statuses(FORMS) if one[0] not in error_response.ERROR_CODES.values()]
)
def test_refusal_of_an_online_game(online: dict[str, Request], code: str, status: int) -> None:
    answer = online[code]()
    assert (answer.json()["code"], answer.status_code) == (code, status)


def test_undocumented_codes_are_conflicts(game: Game, ana: User, ana_client: Client) -> None:
    answer = post(ana_client, f"/m/{game.code}/rematch/")
    assert (answer.json()["code"], answer.status_code) == ("not_over", 409)
    play.resign(game, ana)
    answer = post(ana_client, f"/m/{game.code}/resign/")
    assert (answer.json()["code"], answer.status_code) == ("game_over", 409)


@pytest.fixture
def phone() -> Client:
    """The browser of Bram, on the other seat."""
    return Client()


@pytest.fixture
def full_table(host: Client, phone: Client) -> Game:
    """A table without watchers, with both seats taken."""
    game = open_table(host, watch="")
    take_place(phone, game, "1")
    return game


@pytest.fixture
def at_table(full_table: Game, host: Client, phone: Client) -> dict[str, Request]:
    """Requests that get each refusal of the document on tables."""
    bram, stranger = device_at(phone, full_table).pk, Client()
    token = join_secret(full_table).token
    return {
        "invalid": lambda: post(Client(), "/t/new/", depth="none", device="0"),
        "bad_name": lambda: post(stranger, f"/t/{full_table.code}/ask/", seat="0", token=token, name="Admin"),
        "bad_choice": lambda: post_action(host, full_table, "seat-code", seat="2"),
        "not_at_table": lambda: post_action(stranger, full_table, "lock", locked="1"),
        "not_host": lambda: post_action(phone, full_table, "lock", locked="1"),
        "not_your_seat": lambda: post_action(phone, full_table, "seat-code", seat="0"),
        "forbidden": lambda: stranger.get(f"/t/{full_table.code}/record/", headers=JSON),
        "wrong_code": lambda: look_up_code(stranger, token="A" * 22),
        "table_full": lambda: take_place(stranger, full_table, "0"),
        "seat_taken": lambda: post_action(host, full_table, "place", device=bram, **{"as": "0"}),
        "seat_in_use": lambda: let_in_by_opponent(full_table, phone, token),
        "crowded": lambda: crowd_table(host),
        "no_such_device": lambda: post_action(host, full_table, "remove", device="x"),
        "no_request": lambda: post_action(host, full_table, "let-in", device=bram + 1000, yes="1"),
        "too_many_asking": lambda: crowd_requests(full_table, token),
        "game_over": lambda: act_after_cancellation(full_table, host),
        "deal_played": lambda: sit_down_twice(create_deal()),
        "deal_closed": lambda: sit_down_late(create_deal()),
    }


def create_deal() -> SharedDeal:
    return create_shared_deal(User.objects.create(username="dora", display_name="Dora"))


def open_deal_table(client: Client, deal: SharedDeal) -> Game:
    address = post(client, f"/deals/{deal.code}/table/", deck="phones", depth="every").json()["url"]
    return Game.objects.get(code=address.split("/")[2])


def sit_down_twice(deal: SharedDeal) -> Any:
    one, other = Client(), Client()
    open_deal_table(one, deal)
    return take_place(one, open_deal_table(other, deal), "1")


def sit_down_late(deal: SharedDeal) -> Any:
    game = open_deal_table(Client(), deal)
    SharedDeal.objects.filter(pk=deal.pk).update(closed_at=timezone.now())
    return take_place(Client(), game, "1")


def crowd_table(host: Client) -> Any:
    game = open_table(host)
    return [take_place(Client(), game, "watcher") for _ in range(tables.MAX_DEVICES)][-1]


def let_in_by_opponent(game: Game, phone: Client, token: str) -> Any:
    spare = Client()
    post_action(spare, game, "ask", seat="0", token=token)
    return post_action(phone, game, "let-in", device=device_at(spare, game).pk, yes="1")


def crowd_requests(game: Game, token: str) -> Any:
    return [post_action(Client(), game, "ask", seat="0", token=token) for _ in range(handovers.MAX_REQUESTS + 1)][-1]


def act_after_cancellation(game: Game, host: Client) -> Any:
    event_store.append(TableState, game.pk, lambda table: [Event(TableEventKind.CALLED_OFF)])
    return post_action(host, game, "seat-code", seat="1")


@pytest.mark.parametrize(("code", "status"), statuses(TABLE))
def test_refusal_of_a_table(at_table: dict[str, Request], code: str, status: int, settings: Settings) -> None:
    settings.RATE_LIMITS = False
    answer = at_table[code]()
    assert (answer.json()["code"], answer.status_code) == (code, status)


def shape(value: Any) -> Any:
    """Return the fields of an answer and their types, without the values."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else type(value)


def test_answers_have_the_shape_of_the_examples(host: Client) -> None:
    game = open_table(host)
    asker = Client()
    post_action(asker, game, "ask", seat="0", token=join_secret(game).token)
    answers = [
        post(Client(), "/t/new/", depth="every", device="0"),
        host.get(f"/t/{game.code}/invite/", headers=JSON),
        look_up_code(Client(), token=join_secret(game).token),
        asker.get(f"/t/{game.code}/asked/", headers=JSON),
    ]
    examples = [example for example in TABLE.examples() if "type" not in example]
    assert [shape(answer.json()) for answer in answers] == [shape(example) for example in examples]
    invite = answers[1].json()
    assert post_action(host, game, "renew").json().keys() == invite.keys()
    seat_code = post_action(host, game, "seat-code", seat="watch").json()["invite"]
    assert seat_code.keys() == invite["invite"].keys()
    assert (seat_code["purpose"], seat_code["seconds"]) == ("watch", 600)
