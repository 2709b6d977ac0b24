"""Bad frames: the sender gets a refusal with a code, and nothing else changes."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from games.rules.cards import DECK
from tests.client import Person, Seat
from tests.realtime.sockets import deal, farewell, play_plies, seats, soon, stored
from tests.site_process import Site

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("quiet_log")]


def play(**changes: Any) -> str:
    return json.dumps({"type": "play", "card": "G0", "ply": 0, "id": "a", **changes})


UNREADABLE: dict[str, tuple[str | bytes, str]] = {
    "not JSON": ("play G0", "bad_message"),
    "a list": ('[{"type":"sync"}]', "bad_message"),
    "an empty frame": ("", "bad_message"),
    "an unknown type": ('{"type":"win"}', "bad_message"),
    "a message of the server": ('{"type":"accepted","id":"a","version":1}', "bad_message"),
    "no card": ('{"type":"play","ply":0,"id":"a"}', "bad_message"),
    "an unknown field": (play(seat=1), "bad_message"),
    "a card that is a number": (play(card=7), "bad_message"),
    "a long card": (play(card="G" * 13), "bad_message"),
    "a ply that is a text": (play(ply="0"), "bad_message"),
    "a ply that is a fraction": (play(ply=0.5), "bad_message"),
    "a ply that is true": (play(ply=True), "bad_message"),
    "a ply below none": (play(ply=-1), "bad_message"),
    "a ply above all": (play(ply=52), "bad_message"),
    "a ply of 5,000 digits": (play().replace('"ply": 0', '"ply": ' + "9" * 5000), "bad_message"),
    "a ply that is NaN": (play(ply=float("nan")), "bad_message"),
    "an id with blanks": (play(id="a b"), "bad_message"),
    "a long id": (play(id="a" * 37), "bad_message"),
    "an id in another script": (play(id="١"), "bad_message"),
    "a lone surrogate": ('{"type":"play","card":"\\ud800","ply":0,"id":"a"}', "bad_message"),
    "a version of 5,000 digits": ('{"type":"here","version":' + "9" * 5000 + "}", "bad_message"),
    "a word that is a number": ('{"type":"say","word":5,"id":"a"}', "bad_message"),
    "no word": ('{"type":"say","id":"a"}', "bad_message"),
    "a long word": ('{"type":"say","word":"' + "x" * 17 + '","id":"a"}', "bad_message"),
    "deep nesting in a field": ('{"type":"play","card":' + "[" * 4000 + "]" * 4000 + "}", "bad_message"),
    "deep nesting, 5,000 levels": ("[" * 5000 + "]" * 5000, "too_large"),
    "9 KiB of two-byte letters": (play().replace('"a"', '"' + "é" * 4608 + '"'), "too_large"),
    "9 KiB of blanks around a message": (" " * 9216 + '{"type":"sync"}', "too_large"),
    "binary": (b'{"type":"sync"}', "not_text"),
    "an empty binary frame": (b"", "not_text"),
}


class DealtGame(NamedTuple):
    """A game that was dealt, without a card."""

    ana: Person
    bram: Person
    code: str
    cleo: Person


@pytest.fixture(scope="module")
def dealt_game(open_site: Site) -> DealtGame:
    """Shared by all tests, since none changes it."""
    return DealtGame(*deal(open_site.url), Person(open_site.url, "Cleo"))


async def check_unharmed(site: Site, table: DealtGame, *there: Seat) -> None:
    """Check that nothing was stored, and that these seats are served."""
    assert len(stored(site, table.code)) == 4
    for seat in there:
        await seat.send(type="sync")
        assert (await soon(seat.until("view", "refused")))["version"] == 4


@pytest.mark.parametrize("what", UNREADABLE)
async def test_an_unreadable_frame_is_refused(open_site: Site, dealt_game: DealtGame, what: str) -> None:
    frame, code = UNREADABLE[what]
    async with seats(dealt_game.code, dealt_game.ana, dealt_game.bram) as (ana, bram):
        await ana.socket.send(frame)
        refusal = await soon(ana.until("refused", "accepted"))
        assert (refusal["code"], refusal["id"], refusal["version"]) == (code, None, 4)
        assert len(refusal["message"]) < 400
        await check_unharmed(open_site, dealt_game, ana, bram)


WRONG = {
    "the other's turn": ("bram", 0, "own", "not_your_turn"),
    "an old ply": ("ana", 1, "own", "stale_ply"),
    "a card not held": ("ana", 0, "other", "not_in_hand"),
    "no card": ("ana", 0, "X9", "bad_card"),
    "a Knight that does not exist": ("ana", 0, "K0", "bad_card"),
    "an empty card": ("ana", 0, "", "bad_card"),
    "a seat not owned": ("cleo", 0, "G0", "not_seated"),
}


@pytest.mark.parametrize("what", WRONG)
async def test_a_card_that_may_not_be_played_is_refused(open_site: Site, dealt_game: DealtGame, what: str) -> None:
    who, ply, card, code = WRONG[what]
    people = {"ana": dealt_game.ana, "bram": dealt_game.bram, "cleo": dealt_game.cleo}
    async with seats(dealt_game.code, people[who], *(p for n, p in people.items() if n != who)) as (seat, *others):
        hand = seat.view["board"]["hand"] or []
        missing = next(str(one) for one in DECK if str(one) not in hand)
        tap = await seat.play({"own": "".join(hand[:1]), "other": missing}.get(card, card), ply)
        refusal = await soon(seat.until("refused", "accepted"))
        assert (refusal["code"], refusal["id"], refusal["version"]) == (code, tap, 4)
        await check_unharmed(open_site, dealt_game, seat, *others)


async def test_a_visitor_without_a_session_watches_and_plays_nothing(open_site: Site, dealt_game: DealtGame) -> None:
    anonymous = Person.__new__(Person)
    anonymous.url, anonymous.cookies = open_site.url, {}
    async with seats(dealt_game.code, anonymous, dealt_game.ana) as (visitor, ana):
        assert (visitor.view["you"], visitor.view["board"]["hand"]) == (None, None)
        await visitor.play("G0")
        assert (await soon(visitor.until("refused", "accepted")))["code"] == "not_seated"
        await check_unharmed(open_site, dealt_game, visitor, ana)


async def test_a_card_that_does_not_follow_is_refused_with_the_reason(open_site: Site) -> None:
    while True:
        *people, code = deal(open_site.url)
        async with seats(code, *people) as (ana, bram):
            await play_plies([ana, bram], 1)
            for reason in bram.view["board"]["reasons"]:
                await bram.play(reason["cards"][0])
                refusal = await soon(bram.until("refused", "accepted"))
                assert (refusal["code"], refusal["message"]) == ("must_follow", reason["text"])
                return


@pytest.mark.parametrize(
    ("frames", "reason", "code"),
    [
        (["rubbish"] * 21, "too_many_bad", 4400),
        (["x" * 20_000], None, 1009),
        ([b"\xff\xfe"], None, 1007),
    ],
    ids=["rubbish again and again", "a huge frame", "text that is not UTF-8"],
)
async def test_bad_frames_close_the_socket_of_their_sender_alone(
    open_site: Site, dealt_game: DealtGame, frames: list[str | bytes], reason: str | None, code: int
) -> None:
    async with seats(dealt_game.code, dealt_game.ana, dealt_game.bram) as (ana, bram):
        for frame in frames:
            await ana.socket.send(frame, text=True)
        assert await farewell(ana.socket) == (reason, code)
        await check_unharmed(open_site, dealt_game, bram)
