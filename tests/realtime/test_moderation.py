"""Acts of moderators reach open sockets within seconds, also from another process."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.client import Person, Seat
from tests.realtime.phones import pads, two_phones
from tests.realtime.servers import Redis
from tests.realtime.sockets import deal, farewell, seats, soon
from tests.site_process import Site, copy_var, manage

pytestmark = pytest.mark.redis

LIMIT = 5.0
"""Seconds: the promised two, and three for a busy machine."""
BEGIN = """
from datetime import timedelta
from django.apps import apps
from django.utils import timezone
from games.models import *
from games.accounts.moderators import make_group
from games.services.moderation.games import freeze_game, remove_device
from games.services.moderation.people import close_account, mute_person, suspend_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
mona, _ = User.objects.get_or_create(username="mona", defaults={"is_staff": True})
mona.groups.add(make_group(apps))
moderator, justification = Moderator(User.objects.get(pk=mona.pk)), Justification("Both asked.", "You both asked us.")
until = timezone.now() + timedelta(days=1)
game = Game.objects.get(code="%s")
"""


@pytest.fixture(scope="module")
def shared(
    prepared_var: Path, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, dict[str, str]]]:
    """A site with Redis, and the environment of another process of it."""
    folder = copy_var(prepared_var, tmp_path_factory.mktemp("moderated"))
    environment = {"CHANNEL_URL": redis.url, "SECRET_KEY": "the-same-in-both-" * 4, "RATE_LIMITS": "off"}
    site = Site(folder, environment)
    try:
        yield site.start(), {**environment, "VAR_DIR": str(folder / "var")}
    finally:
        site.close()


@pytest.fixture
def site(shared: tuple[Site, dict[str, str]]) -> Site:
    return shared[0]


@pytest.fixture
def act(shared: tuple[Site, dict[str, str]]) -> Callable[[str, str], float]:
    """Run a moderator's act in a process of its own; the moment at which it was done."""

    def run(code: str, statement: str) -> float:
        script = BEGIN % code + statement + "\nimport time; print(time.time())"
        done = manage("shell", "-v0", "-c", script, **shared[1])
        assert done.returncode == 0, done.stderr
        return float(done.stdout.split()[-1])

    return run


@pytest.fixture
def people(site: Site) -> tuple[Person, Person, str]:
    return deal(site.url)


async def noticed(seat: Any) -> float:
    """Wait for a view with a notice, and return when it came."""
    while not seat.view.get("notice"):
        await soon(seat.receive())
    return time.time()


async def test_a_frozen_game_takes_no_card_until_it_is_unfrozen(
    people: tuple[Person, Person, str], act: Callable[[str, str], float]
) -> None:
    ana, bram, code = people
    async with seats(code, ana, bram) as everybody:
        first: Seat = everybody[0]
        card = first.view["board"]["legal"][0]
        await asyncio.to_thread(act, code, "freeze_game(moderator, game, justification)")
        await noticed(first)
        assert (first.view["frozen"], first.view["board"]["legal"]) == (True, [])
        assert card in first.view["board"]["reasons"][0]["cards"]
        await first.play(card)
        assert (await soon(first.until("refused")))["code"] == "frozen"
        await asyncio.to_thread(act, code, "undo_act(moderator, Act.objects.filter(game=game).get(), justification)")
        while first.view["frozen"]:
            await soon(first.receive())
        await first.play(card)
        assert (await soon(first.until("accepted", "refused")))["type"] == "accepted"


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("suspend_person(moderator, who, until, justification)", "suspended"),
        ("close_account(moderator, who, justification)", "account_closed"),
    ],
)
async def test_a_suspended_or_closed_account_is_disconnected_at_once(
    people: tuple[Person, Person, str], act: Callable[[str, str], float], statement: str, code: str
) -> None:
    ana, bram, game = people
    async with seats(game, ana, bram) as (first, second):
        leaving = asyncio.create_task(farewell(first.socket))
        done = await asyncio.to_thread(act, game, f"who = game.players.get(seat=0).user\n{statement}")
        assert await leaving == (code, 4401)
        assert time.time() - done < LIMIT
        await second.send(type="sync")
        assert (await soon(second.until("view")))["status"] == "playing"
    async with ana.socket(game) as again:
        assert json.loads(await soon(again.recv()))["you"] is None
    status, _ = await asyncio.to_thread(ana.get, "/")
    assert status in (302, 403)


async def test_a_mute_is_shown_on_the_open_page_at_once(
    people: tuple[Person, Person, str], act: Callable[[str, str], float]
) -> None:
    ana, bram, game = people
    async with seats(game, ana, bram) as (first, _second):
        hearing = asyncio.create_task(first.until("told"))
        done = await asyncio.to_thread(
            act, game, "who = game.players.get(seat=0).user\nmute_person(moderator, who, until, justification)"
        )
        message = await soon(hearing)
        assert time.time() - done < LIMIT
        assert (message["code"], message["url"]) == ("muted", "/account/message/")
    status, page = await asyncio.to_thread(ana.get, message["url"])
    assert status == 200
    assert "You both asked us." in page


async def test_a_removed_device_is_disconnected_and_the_others_see_it(
    site: Site, act: Callable[[str, str], float]
) -> None:
    ana, bram = await two_phones(site.url)
    async with pads(ana, bram) as (first, second):
        device = second.view["you"]["device"]
        leaving = asyncio.create_task(farewell(second.socket))
        done = await asyncio.to_thread(act, ana.code, f"remove_device(moderator, game, {device}, 1, justification)")
        assert await noticed(first) - done < LIMIT
        assert await leaving == ("put_off", 4403)
        assert first.view["seats"][1]["devices"] == []
    status, page = await asyncio.to_thread(bram.get, f"/t/{bram.code}/")
    assert status == 403
    assert "not_at_table" in page


async def test_a_suspended_account_loses_its_device_at_the_table(site: Site, act: Callable[[str, str], float]) -> None:
    ana, bram = await two_phones(site.url)
    assert (await asyncio.to_thread(bram.post, "/guest/", name="Bram Seated"))["status"] == 200
    async with pads(ana, bram) as (_, second):
        leaving = asyncio.create_task(farewell(second.socket))
        await asyncio.to_thread(
            act,
            ana.code,
            "suspend_person(moderator, User.objects.get(display_name='Bram Seated'), until, justification)",
        )
        assert await leaving == ("suspended", 4401)
    async with bram.phone_socket() as again:
        assert json.loads(await soon(again.recv()))["code"] == "suspended"
