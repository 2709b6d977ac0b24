"""Chat over real sockets: in the language of each reader, and only to those who agreed to it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.client import Person, Seat, code_of
from tests.realtime.sockets import soon
from tests.site_process import Site


def account(site: Site, name: str) -> Person:
    person = Person(site.url, name)
    assert person.post("/account/signup/", username=name, password1="three blind mice")["status"] == 200
    return person


async def join(stack: AsyncExitStack, code: str, *people: Person) -> list[Seat]:
    """Sockets at a game; each has its view."""
    found = [Seat(await stack.enter_async_context(person.socket(code))) for person in people]
    for seat in found:
        await soon(seat.until("view"))
    return found


async def answer(seat: Seat, **message: object) -> dict[str, Any]:
    await seat.send(**message)
    found: dict[str, Any] = await soon(seat.until("accepted", "refused"))
    return found


async def words(seat: Seat) -> dict[str, Any]:
    await seat.send(type="words")
    found: dict[str, Any] = await soon(seat.until("words"))
    return found


async def test_a_phrase_reaches_all_in_their_language(
    ana_there: Person, bram_there: Person, cleo_there: Person, table: str
) -> None:
    bram_there.cookies["django_language"] = "nl"
    async with AsyncExitStack() as stack:
        ana, bram, cleo = await join(stack, table, ana_there, bram_there, cleo_there)
        answers = asyncio.gather(*(soon(seat.until("said")) for seat in (bram, cleo)))
        await ana.send(type="say", word="thanks", id="a")
        own = await soon(ana.until("said"))
        dutch, english = await answers
        assert (own["text"], english["text"]) == ("Thanks!", "Thanks!")
        assert dutch == {**own, "text": dutch["text"]} != own
        assert (await soon(ana.until("accepted")))["id"] == "a"
        refused = await answer(ana, type="say", word="wave", id="b")
        assert (refused["code"], refused["id"]) == ("too_soon", "b")
        assert (await answer(cleo, type="say", word="wave", id="c"))["code"] == "not_seated"
        assert [one["text"] for one in (await words(bram))["said"]] == [dutch["text"]]


@pytest.fixture(scope="module")
def friends(open_site: Site) -> tuple[Person, Person]:
    """Two people with accounts who follow each other."""
    fons, greet = account(open_site, "Fons"), account(open_site, "Greet")
    for one, other in ((fons, "Greet"), (greet, "Fons")):
        assert one.post(f"/@/{other}/tie/", do="follow")["ok"]
    return fons, greet


async def test_friends_write_after_both_agree_and_watchers_do_not_read_it(
    friends: tuple[Person, Person], cleo_there: Person
) -> None:
    fons, greet = friends
    code = code_of(fons.post("/@/Greet/challenge/", who="private", lead="random", watch="on")["url"])
    assert greet.join(code)["ok"]
    async with AsyncExitStack() as stack:
        first, second, third = await join(stack, code, fons, greet, cleo_there)
        assert (await words(first))["free"] == {"mine": False, "theirs": False}
        assert (await answer(first, type="write", text="Hi", id="a"))["code"] == "not_agreed"
        for seat in (first, second):
            assert (await answer(seat, type="agree", on=True, id="on"))["type"] == "accepted"
        assert (await words(second))["free"] == {"mine": True, "theirs": True}
        await first.send(type="write", text="<i>Hi</i>", id="b")
        said = await soon(second.until("said"))
        assert (said["word"], said["text"]) == (None, "<i>Hi</i>")
        # The watcher receives only what is said afterwards.
        assert greet.post(f"/m/{code}/across/", do="mute")["ok"]
        await second.send(type="say", word="wave", id="c")
        assert (await soon(third.until("said", "hear")))["word"] == "wave"
        assert (await words(second))["said"][-1]["word"] == "wave"
        assert [one["text"] for one in (await words(second))["said"]] == ["waves"]


async def test_a_challenge_is_shown_during_a_game(friends: tuple[Person, Person], ana_there: Person) -> None:
    fons, greet = friends
    code = greet.open_game()
    ana_there.join(code)
    async with AsyncExitStack() as stack:
        (seat,) = await join(stack, code, greet)
        form = {"who": "private", "lead": "random", "watch": "on"}
        sent = await asyncio.to_thread(lambda: fons.post("/@/Greet/challenge/", **form))
        challenge = await soon(seat.until("challenged"))
        assert (challenge["name"], challenge["url"]) == ("Fons", sent["url"])
        assert greet._request("POST", challenge["decline"], "")[0] == 200
        assert greet._request("POST", challenge["join"], "")[0] == 404
