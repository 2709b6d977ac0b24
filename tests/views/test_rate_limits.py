"""Rate limits: what counts as one visitor, and how many guests, invitations and sockets an address may have."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import rate_limits, socket_counts
from games.messaging import presence
from games.models import Game, User
from games.models.games import FORGOTTEN_AFTER
from tests.views.test_lobby import CHOICES


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
def test_addresses_of_one_network_count_as_one_visitor(address: str, visitor: str) -> None:
    assert rate_limits.normalize_address(address) == visitor


def test_an_ip_address_makes_ten_guests_with_any_form(db: None) -> None:
    for number in range(10):
        assert Client().post("/new/", {**CHOICES, "name": f"Ana {number}"}).status_code == 302
    assert Client().post("/new/", {**CHOICES, "name": "Bram"}).status_code == 429
    answer = Client().post("/guest/", {"name": "Bram"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert "Wait 1 minute" in answer.content.decode()
    assert User.objects.count() == 10


def test_sockets_of_an_ip_address_are_limited() -> None:
    opened = [socket_counts.add_socket("192.0.2.9") for _ in range(socket_counts.MAX_PER_ADDRESS + 1)]
    for _ in opened:
        socket_counts.remove_socket("192.0.2.9")
    assert opened == [True] * socket_counts.MAX_PER_ADDRESS + [False]
    assert socket_counts.add_socket("192.0.2.9")
    socket_counts.remove_socket("192.0.2.9")


def test_an_open_invitation_leaves_the_lobby_with_its_creator(invitation: Game) -> None:
    """It is listed again once the creator is back."""
    assert invitation.waits_until is not None
    assert abs(invitation.waits_until - invitation.created_at - FORGOTTEN_AFTER) < timedelta(seconds=1)
    Game.objects.update(waits_until=timezone.now())
    assert not Game.objects.open().exists()
    presence.extend_listing([invitation.pk])
    assert Game.objects.open().get() == invitation


@pytest.mark.parametrize(
    ("limited", "method", "path"),
    [
        ("learn", "get", "/learn/knights/at/"),
        ("puzzle", "post", "/puzzle/500/at/"),
        ("export", "get", "/account/data/file/"),
        ("prefer", "post", "/preferences/"),
        ("profile", "get", "/@/ana/"),
        ("tokens", "post", "/account/tokens/"),
        ("notifications", "get", "/notifications/"),
    ],
)
def test_pages_with_costly_work_are_limited(
    ana_client: Client, monkeypatch: pytest.MonkeyPatch, limited: str, method: str, path: str
) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda scope, key: scope != limited)
    assert getattr(ana_client, method)(path).status_code == 429
