"""The law of secrecy on the wire: deal anew what an audience has not seen, and every byte to it is the same."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from games.live.face import Face
from games.live.online.seats import seats as seats_face
from games.live.online.view import render
from games.live.views import Views
from games.rules.cards import DECK
from games.rules.record import Record, plays_of, replay
from games.rules.shuffle import Shuffle
from games.rules.state import State
from games.store.news import Note
from games.stories.aid import Aid, Hint
from games.stories.online import Match, Options, parse
from games.stories.sitter import Sitter
from games.stories.status import Status
from games.words.phrases import KNOWN
from tests.client import Person, Seat
from tests.live.matches import play_plies, seats, soon, stored
from tests.live.test_changes import Long
from tests.rules.deals import digits
from tests.rules.random_games import random_game
from tests.rules.worlds import AUDIENCES, Audience, difference, redealt, world
from tests.server import Site


def sealed(seed: str) -> Shuffle:
    """A shuffle whose commitment is the same in every world: nobody can tell of which seed it is."""
    return Shuffle(digits("commitment"), seed, (digits("part"), None))


def wire(state: State, audience: Audience, options: Options, language: str, **more: Any) -> str:
    """The bytes that go to an audience when a game stands like this."""
    return render(match_at(state, options, **more), audience, language)


def match_at(
    state: State,
    options: Options,
    seeds: tuple[str, str] = (digits("seed"), digits("next")),
    status: Status = Status.PLAYING,
    hinted: bool = False,
) -> Match:
    """A match that stands like this; against the site, with a hint, if ``hinted``."""
    sitters = (Sitter(1, "Ana", False), Sitter(2, "Bram", True, "squire" if hinted else ""))
    return Match(
        game_id=1,
        code="K7MPX2QA",
        version=30 + state.ply,
        answers={"0:a": 5},
        options=options,
        sitters=sitters,
        status=status,
        deal=state,
        state=state,
        plays=plays_of(state),
        aid=Aid().hinted(Hint(state.ply, max(state.hands[0]), "best")) if hinted and state.hands[0] else Aid(),
        shuffle=sealed(seeds[0]),
        next=sealed(seeds[1]),
    )


def change(record: Record, audience: Audience, options: Options, face: Face) -> str:
    """The bytes that go to an audience with the last card."""
    before = Record(record.seats, record.leader, record.hands, record.deck, record.plays[:-1])
    then, now = (match_at(replay(one), options) for one in (before, record))
    return asyncio.run(Views(now, face, Views(then, face)).change((audience, "en")))


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("options", [Options(last_trick="all"), Options(strict=True, last_trick="lead")])
def test_every_byte_is_the_same_in_worlds_that_cannot_be_told_apart(options: Options, language: str) -> None:
    chance = random.Random(11)
    for seed in range(3):
        states = random_game(seed)
        for state in states[:-1]:
            record = world(state, states[0])
            for audience in AUDIENCES:
                leak = difference(record, audience, lambda s, a: wire(s, a, options, language), chance)
                assert leak is None


@pytest.mark.parametrize(("face", "step"), [(seats_face, 1), (Long(), 4)], ids=["the short way", "the long way"])
@pytest.mark.parametrize("options", [Options(last_trick="all"), Options(strict=True, last_trick="lead")])
def test_so_is_every_byte_of_what_changed(options: Options, face: Face, step: int) -> None:
    chance = random.Random(13)
    start, *states = random_game(5)
    for state in states[:-1:step]:
        record = world(state, start)
        for audience in AUDIENCES:
            other = redealt(record, audience, chance)
            assert change(record, audience, options, face) == change(other, audience, options, face), state.ply


def test_a_hint_tells_nobody_but_its_seat_of_a_card() -> None:
    chance, told = random.Random(5), 0
    for state in random_game(2)[:-1:3]:
        record = world(state, random_game(2)[0])
        for audience in AUDIENCES:
            told += '"hint":{' in wire(state, audience, Options(), "en", hinted=True)
            look = partial(wire, options=Options(), language="en", hinted=True)
            assert difference(record, audience, lambda s, a, look=look: look(s, a), chance) is None  # type: ignore[misc]
    assert told


def spoken(state: State, audience: Audience, hushed: bool) -> str:
    """The bytes that go to an audience when somebody speaks at a game that stands like this."""
    match = match_at(state, Options())
    said = {"number": 1, "seat": 0, "hushed": hushed, "at": "2026-03-01"}
    notes = [Note(1, "said", {**said, "word": word}) for word in KNOWN]
    notes += [Note(1, "said", {**said, "word": ""}, {"text": "Hello"}), Note(1, "hear")]
    return str([seats_face.note(match, note, audience, "nl") for note in notes])


@pytest.mark.parametrize("hushed", [True, False])
def test_words_tell_nobody_of_a_card(hushed: bool) -> None:
    chance, (start, *states) = random.Random(3), random_game(6)
    for state in states[:-1:9]:
        record = world(state, start)
        for audience in AUDIENCES:
            assert difference(record, audience, lambda s, a: spoken(s, a, hushed), chance) is None
            assert not [card for card in DECK if f'"{card}"' in spoken(state, audience, hushed)]


@pytest.mark.parametrize("status", [Status.PLAYING, Status.FINISHED, Status.CALLED_OFF])
@pytest.mark.parametrize("audience", AUDIENCES)
def test_no_byte_tells_of_a_seed_or_of_the_next_not_even_after_the_end(audience: Audience, status: Status) -> None:
    for state in random_game(4)[::5]:
        here = wire(state, audience, Options(), "en", status=status)
        other = digits("x"), digits("y")
        assert here == wire(state, audience, Options(), "en", seeds=other, status=status)
        assert (digits("commitment") in here) is (status != Status.PLAYING or state.ply == 0)


def test_the_test_would_notice_a_leak() -> None:
    chance, states = random.Random(11), random_game(1)

    def leaky(state: State, audience: Audience) -> str:
        return wire(state, audience, Options(), "en") + str(state.deck[-1])

    found = [difference(world(state, states[0]), None, leaky, chance) for state in states[:20]]
    assert any(found)


class Spy(Seat):
    """A seat that keeps everything it was ever sent, as it came."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.messages: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        self.messages.append(message)
        return message


async def test_nothing_hidden_is_ever_sent_to_anybody(
    open_site: Site, ana_there: Person, bram_there: Person, cleo_there: Person, table: str
) -> None:
    async with seats(table, ana_there, bram_there, cleo_there) as plain:
        spies = [Spy(seat.socket) for seat in plain]
        for spy, seat in zip(spies, plain, strict=True):
            spy.view = seat.view
            spy.messages = [seat.view]
        await play_plies(spies, 20)
        for spy in spies[:2]:
            await spy.send(type="say", word="nice_card", id="said")
            await soon(spy.until("accepted"))
            await spy.send(type="words")
            await soon(spy.until("words"))
        await play_plies(spies, 32)
    record, seeds = record_of(stored(open_site, table)), seeds_of(stored(open_site, table))
    for spy, audience in zip(spies, AUDIENCES, strict=True):
        assert not [seed for seed in seeds if seed in json.dumps(spy.messages)]
        views = [message for message in spy.messages if message["type"] == "view"]
        assert len(views) >= 53
        for view in views:
            assert shown(view) <= may_know(record, view["board"]["ply"], audience)
        others = [json.dumps(message) for message in spy.messages if message["type"] != "view"]
        assert not [text for text in others for card in DECK if f'"{card}"' in text]


def record_of(log: list[dict[str, Any]]) -> Record:
    dealt = next(entry["data"] for entry in log if entry["kind"] == "dealt")
    plays = [entry["data"]["card"] for entry in log if entry["kind"] == "played"]
    hands = (parse(dealt["hands"][0]), parse(dealt["hands"][1]))
    return Record(("Ana", "Bram"), dealt["leader"], hands, parse(dealt["deck"]), parse(plays))


def seeds_of(log: list[dict[str, Any]]) -> list[str]:
    """The seed of the deal and that of a rematch."""
    data = {entry["kind"]: entry["data"] for entry in log}
    return [data["opened"]["shuffle"]["seed"], data["dealt"]["next"]]


def shown(view: dict[str, Any]) -> set[str]:
    """Every card code anywhere in a view."""
    codes = {str(card) for card in DECK}
    return {text for text in texts(view["board"]) if text in codes}


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (str(key), *texts(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def may_know(record: Record, ply: int, audience: Audience) -> set[str]:
    """What the audience has lawfully seen by now: what was turned up or played, and its own."""
    before = Record(record.seats, record.leader, record.hands, record.deck, record.plays[:ply])
    known = [*before.plays, *record.deck[: 2 * min(ply // 2 + 1, 13) : 2]]
    if audience is not None:
        tricks = replay(before).tricks
        known += [*record.hands[audience], *(t.blind for t in tricks if t.blind and t.winner != audience)]
    return {str(card) for card in known}
