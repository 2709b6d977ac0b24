"""Words over real sockets: to each in their language, and to nobody who does not want to hear."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.client import Person, Seat, code_of
from tests.realtime.sockets import soon
from tests.site_process import Site


def account(site: Site, name: str) -> Person:
    person = Person(site.url, name)
    person.get("/account/signup/")
    form = {"username": name, "password1": "three blind mice"}
    assert person._request("POST", "/account/signup/", urlencode(form))[0] in (200, 302)
    return person


async def sitting(stack: AsyncExitStack, code: str, *people: Person) -> list[Seat]:
    """Sockets at a game; each has its view."""
    found = [Seat(await stack.enter_async_context(person.socket(code))) for person in people]
    for seat in found:
        await soon(seat.until("view"))
    return found


async def done(seat: Seat, **message: object) -> dict[str, Any]:
    await seat.send(**message)
    answer: dict[str, Any] = await soon(seat.until("accepted", "refused"))
    return answer


async def words(seat: Seat) -> dict[str, Any]:
    await seat.send(type="words")
    found: dict[str, Any] = await soon(seat.until("words"))
    return found


async def test_a_phrase_reaches_everybody_in_their_language(
    ana_there: Person, bram_there: Person, cleo_there: Person, table: str
) -> None:
    bram_there.cookies["django_language"] = "nl"
    async with AsyncExitStack() as stack:
        ana, bram, cleo = await sitting(stack, table, ana_there, bram_there, cleo_there)
        answers = asyncio.gather(*(soon(seat.until("said")) for seat in (bram, cleo)))
        await ana.send(type="say", word="thanks", id="a")
        own = await soon(ana.until("said"))
        dutch, english = await answers
        assert (own["text"], english["text"]) == ("Thank you!", "Thank you!")
        assert dutch == {**own, "text": dutch["text"]} != own
        assert (await soon(ana.until("accepted")))["id"] == "a"
        refused = await done(ana, type="say", word="wave", id="b")
        assert (refused["code"], refused["id"]) == ("too_soon", "b")
        assert (await done(cleo, type="say", word="wave", id="c"))["code"] == "not_seated"
        assert [one["text"] for one in (await words(bram))["said"]] == [dutch["text"]]


@pytest.fixture(scope="module")
def friends(open_site: Site) -> tuple[Person, Person]:
    """Two with an account who follow each other."""
    fons, greet = account(open_site, "Fons"), account(open_site, "Greet")
    for one, other in ((fons, "Greet"), (greet, "Fons")):
        assert one.post(f"/@/{other}/tie/", do="follow")["ok"]
    return fons, greet


async def test_two_friends_write_once_both_agree_and_watchers_read_none_of_it(
    friends: tuple[Person, Person], cleo_there: Person
) -> None:
    fons, greet = friends
    code = code_of(fons.post("/@/Greet/challenge/", who="private", lead="random", watch="on")["url"])
    assert greet.join(code)["ok"]
    async with AsyncExitStack() as stack:
        first, second, third = await sitting(stack, code, fons, greet, cleo_there)
        assert (await words(first))["free"] == {"mine": False, "theirs": False}
        assert (await done(first, type="write", text="Hi", id="a"))["code"] == "not_agreed"
        for seat in (first, second):
            assert (await done(seat, type="agree", on=True, id="on"))["type"] == "accepted"
        assert (await words(second))["free"] == {"mine": True, "theirs": True}
        await first.send(type="write", text="<i>Hi</i>", id="b")
        said = await soon(second.until("said"))
        assert (said["word"], said["text"]) == (None, "<i>Hi</i>")
        # What comes to the watcher first is what is said after it.
        assert greet.post(f"/m/{code}/across/", do="mute")["ok"]
        await second.send(type="say", word="wave", id="c")
        assert (await soon(third.until("said", "hear")))["word"] == "wave"
        assert (await words(second))["said"][-1]["word"] == "wave"
        assert [one["text"] for one in (await words(second))["said"]] == ["waves"]


async def test_a_challenge_is_told_over_a_game_that_is_played(
    friends: tuple[Person, Person], ana_there: Person
) -> None:
    fons, greet = friends
    code = greet.open_game()
    ana_there.join(code)
    async with AsyncExitStack() as stack:
        (seat,) = await sitting(stack, code, greet)
        form = {"who": "private", "lead": "random", "watch": "on"}
        sent = await asyncio.to_thread(lambda: fons.post("/@/Greet/challenge/", **form))
        told = await soon(seat.until("challenged"))
        assert (told["name"], told["url"]) == ("Fons", sent["url"])
        assert greet._request("POST", told["decline"], "")[0] == 200
        assert greet._request("POST", told["join"], "")[0] == 404


@pytest.mark.parametrize("message", [{"word": 5}, {}, {"word": "x" * 17}, {"word": "hello", "text": "x"}])
async def test_what_is_no_word_is_not_read(ana_there: Person, table: str, message: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        (seat,) = await sitting(stack, table, ana_there)
        assert (await done(seat, type="say", id="a", **message))["code"] == "bad_message"
