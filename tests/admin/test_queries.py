"""How many queries a page takes does not depend on how much there is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Act, Appeal, Device, Game, Report, User
from games.services.moderation import Judge, Why, freeze, undo
from games.services.online import lobby
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.stories.online import Options
from tests.admin.desks import MODELS, listing, page
from tests.people import person
from tests.services.companion_acts import honest_game, log_tricks, two_phones
from tests.services.plays import play_at_once, play_out

pytestmark = pytest.mark.django_db
MOST = 25
"""Queries that any page of the desk may take."""


def queries(client: Client, address: str) -> int:
    """Of a second visit: the first one prolongs the session and learns the types of content."""
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(address).status_code == 200
    return len(found)


def more(number: int, mona: Judge, nils: Judge) -> None:
    """A game with two new people, a report, two acts and an appeal."""
    one, two = person(f"One{number}"), person(f"Two{number}")
    game = lobby.create(one, Options())
    lobby.join(game, two)
    play_out(game, 2)
    report = reports.file(Sender(one), game, "1", "cheating", f"Report {number}")
    act = freeze(mona, game, Why(f"Reason {number}", "", report))
    appeals.lodge(act, Sender(two), f"Appeal {number}")
    undo(nils, act, Why(f"Undone {number}"))


@pytest.mark.parametrize("model", MODELS)
def test_of_a_list(model: type[Game], mona: Judge, nils: Judge, desk: Client) -> None:
    more(0, mona, nils)
    few = queries(desk, listing(model))
    for number in range(1, 12):
        more(number, mona, nils)
    many = queries(desk, listing(model))
    assert many == few <= MOST


def test_of_a_games_page(game: Game, ana: User, bram: User, mona: Judge, nils: Judge, desk: Client) -> None:
    play_out(game, 4)
    few = queries(desk, page(game))
    play_at_once(game, 40)
    for number in range(6):
        report = reports.file(Sender(person(f"R{number}")), game, "0", "other", "x")
        act = freeze(mona, game, Why(f"Because {number}", "", report))
        undo(nils, act, Why("No"))
    many = queries(desk, page(game))
    assert many <= few + 1
    assert few <= MOST


def test_of_a_tables_page(desk: Client) -> None:
    pages: list[int] = []
    for tricks in (1, 20):
        game, *phones = two_phones()
        log_tricks(game, (phones[0], phones[1]), honest_game(2), tricks)
        for _ in range(tricks):
            Device.objects.create(game=game, digest=f"{tricks}-{_}", user=person(f"D{tricks}-{_}"))
        pages.append(queries(desk, page(game)))
    assert pages[0] == pages[1] <= MOST


def test_of_a_persons_page(bram: User, mona: Judge, nils: Judge, desk: Client) -> None:
    def play(number: int) -> None:
        other = person(f"Other{number}")
        game = lobby.create(other, Options())
        lobby.join(game, bram)
        report = reports.file(Sender(other), game, "1", "other", "x")
        Act.objects.create(who=mona.user, what="mute", person=bram, reason="x", report=report)

    play(0)
    few = queries(desk, page(bram))
    for number in range(1, 8):
        play(number)
    assert queries(desk, page(bram)) == few <= MOST


def test_of_the_queues_pages(game: Game, ana: User, bram: User, mona: Judge, nils: Judge, desk: Client) -> None:
    report = reports.file(Sender(ana), game, "1", "other", "x")
    act = freeze(mona, game, Why("x", "", report))
    appeal = appeals.lodge(act, Sender(bram), "x")
    few = [queries(desk, page(row)) for row in (report, appeal, act)]
    for number in range(8):
        reports.file(Sender(person(f"R{number}")), game, "1", "other", "x")
        Appeal.objects.create(act=act, source=f"x{number}", text="x", person=person(f"A{number}"))
        Act.objects.create(who=mona.user, what="mute", person=bram, reason="x")
    many = [queries(desk, page(row)) for row in (report, appeal, act)]
    assert many == few
    assert max(many) <= MOST


def test_finding_takes_no_more(mona: Judge, nils: Judge, desk: Client, browser_of: Callable[[User], Client]) -> None:
    more(0, mona, nils)
    few = {model: queries(desk, f"{listing(model)}?q=One") for model in MODELS}
    for number in range(1, 8):
        more(number, mona, nils)
    assert {model: queries(desk, f"{listing(model)}?q=One") for model in MODELS} == few
    assert Report.objects.count() == 8
