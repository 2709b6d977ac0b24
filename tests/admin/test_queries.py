"""Queries of the admin's pages: as many with much data as with little."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Act, Appeal, Device, Game, User
from games.services.matches import lobby
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.state.match_state import MatchOptions
from tests.admin.addresses import MODELS, change_page, list_page
from tests.people import person
from tests.services.companion.entries import honest_game, log_tricks, two_phones
from tests.services.matches.games import play_at_once, play_out

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


def more(number: int, mona: Moderator, nils: Moderator) -> None:
    """A game with two new people, a report, two acts and an appeal."""
    one, two = person(f"One{number}"), person(f"Two{number}")
    game = lobby.create_game(one, MatchOptions())
    lobby.join_game(game, two)
    play_out(game, 2)
    report = reports.file_report(Sender(one), game, "1", "cheating", f"Report {number}")
    act = freeze_game(mona, game, Justification(f"Reason {number}", "", report))
    appeals.file_appeal(act, Sender(two), f"Appeal {number}")
    undo_act(nils, act, Justification(f"Undone {number}"))


def test_lists_and_searches(mona: Moderator, nils: Moderator, desk: Client) -> None:
    addresses = [f"{list_page(model)}{query}" for model in MODELS for query in ("", "?q=One")]
    more(0, mona, nils)
    few = {address: queries(desk, address) for address in addresses}
    for number in range(1, 6):
        more(number, mona, nils)
    assert {address: queries(desk, address) for address in addresses} == few
    assert max(few.values()) <= MOST


def test_a_game(game: Game, ana: User, bram: User, mona: Moderator, nils: Moderator, desk: Client) -> None:
    play_out(game, 4)
    few = queries(desk, change_page(game))
    play_at_once(game, 40)
    for number in range(6):
        report = reports.file_report(Sender(person(f"R{number}")), game, "0", "other", "x")
        act = freeze_game(mona, game, Justification(f"Because {number}", "", report))
        undo_act(nils, act, Justification("No"))
    many = queries(desk, change_page(game))
    assert many <= few + 1
    assert few <= MOST


def test_a_table(desk: Client) -> None:
    pages: list[int] = []
    for tricks in (1, 20):
        game, *phones = two_phones()
        log_tricks(game, (phones[0], phones[1]), honest_game(2), tricks)
        for _ in range(tricks):
            Device.objects.create(game=game, digest=f"{tricks}-{_}", user=person(f"D{tricks}-{_}"))
        pages.append(queries(desk, change_page(game)))
    assert pages[0] == pages[1] <= MOST


def test_a_person(bram: User, mona: Moderator, nils: Moderator, desk: Client) -> None:
    def play(number: int) -> None:
        other = person(f"Other{number}")
        game = lobby.create_game(other, MatchOptions())
        lobby.join_game(game, bram)
        report = reports.file_report(Sender(other), game, "1", "other", "x")
        Act.objects.create(who=mona.user, what="mute", person=bram, reason="x", report=report)

    play(0)
    few = queries(desk, change_page(bram))
    for number in range(1, 8):
        play(number)
    assert queries(desk, change_page(bram)) == few <= MOST


def test_reports_appeals_and_actions(
    game: Game, ana: User, bram: User, mona: Moderator, nils: Moderator, desk: Client
) -> None:
    report = reports.file_report(Sender(ana), game, "1", "other", "x")
    act = freeze_game(mona, game, Justification("x", "", report))
    appeal = appeals.file_appeal(act, Sender(bram), "x")
    few = [queries(desk, change_page(row)) for row in (report, appeal, act)]
    for number in range(8):
        reports.file_report(Sender(person(f"R{number}")), game, "1", "other", "x")
        Appeal.objects.create(act=act, source=f"x{number}", text="x", person=person(f"A{number}"))
        Act.objects.create(who=mona.user, what="mute", person=bram, reason="x")
    many = [queries(desk, change_page(row)) for row in (report, appeal, act)]
    assert many == few
    assert max(many) <= MOST
