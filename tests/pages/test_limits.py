"""What counts as one visitor, and that no door leads round a limit."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from limits import parse
from limits.strategies import MovingWindowRateLimiter

from games import limits, sockets
from games.models import Game, User
from games.models.games import FORGOTTEN_AFTER
from games.services.online import lobby
from games.store import presence
from tests.pages.test_lobby import CHOICES


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_one_visitor(address: str, visitor: str) -> None:
    assert limits.one_visitor(address) == visitor


class AtOnce:
    """What would be done a moment later in a thread of its own."""

    started = 0

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.call = call

    def start(self) -> None:
        AtOnce.started += 1
        self.call()

    def is_alive(self) -> bool:
        return False


class TestCounting:
    @pytest.fixture
    def memory(self, monkeypatch: pytest.MonkeyPatch) -> limits.Memory:
        monkeypatch.setattr("limits.storage.memory.threading.Timer", AtOnce)
        memory = limits.Memory()
        monkeypatch.setattr(AtOnce, "started", 0)
        return memory

    def hit(self, memory: limits.Memory, address: str) -> bool:
        return MovingWindowRateLimiter(memory).hit(parse("2/minute"), address)

    def test_a_crowd_is_not_looked_through_with_everyone_who_comes(self, memory: limits.Memory) -> None:
        for number in range(500):
            self.hit(memory, f"192.0.2.{number}")
        assert AtOnce.started <= 1
        assert len(memory.events) == 500

    def test_what_is_over_is_forgotten_in_time(self, memory: limits.Memory, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hit(memory, "192.0.2.1")
        later = time.time() + 61
        monkeypatch.setattr(time, "time", lambda: later)
        monkeypatch.setattr(limits, "SWEEP", -1)
        self.hit(memory, "192.0.2.2")
        assert [key for key in memory.events if "192.0.2.1" in key and memory.events[key]] == []

    def test_it_counts(self, memory: limits.Memory) -> None:
        assert [self.hit(memory, "192.0.2.1") for _ in range(3)] == [True, True, False]


def test_guests_are_counted_at_every_door(db: None) -> None:
    for number in range(10):
        assert Client().post("/new/", {**CHOICES, "name": f"Ana {number}"}).status_code == 302
    assert Client().post("/new/", {**CHOICES, "name": "Bram"}).status_code == 429
    assert Client().post("/guest/", {"name": "Bram"}).status_code == 429
    assert User.objects.count() == 10


def test_the_sixth_invitation_of_one_person_is_refused(ana_client: Client) -> None:
    for _ in range(6):
        ana_client.post("/new/", CHOICES)
    assert Game.objects.count() == 5


def test_an_invitation_taken_while_the_page_loads_is_still_a_page(
    invitation: Game, bram: User, cleo_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.pages.online.invitation.seat_of", lambda request, game: lobby.join(game, bram) and None)
    assert cleo_client.get(f"/m/{invitation.code}/").status_code == 200
    assert Game.objects.get().players.count() == 2


def test_sockets_of_one_address_are_bounded() -> None:
    opened = [sockets.opened("192.0.2.9") for _ in range(sockets.MOST + 1)]
    for _ in opened:
        sockets.closed("192.0.2.9")
    assert opened == [True] * sockets.MOST + [False]
    assert sockets.opened("192.0.2.9")
    sockets.closed("192.0.2.9")


def test_an_open_invitation_leaves_the_lobby_with_its_creator(invitation: Game) -> None:
    """And is there again once they are."""
    assert invitation.waits_until is not None
    assert abs(invitation.waits_until - invitation.created_at - FORGOTTEN_AFTER) < timedelta(seconds=1)
    Game.objects.update(waits_until=timezone.now())
    assert not Game.objects.open().exists()
    presence.put_off([invitation.pk])
    assert Game.objects.open().get() == invitation
