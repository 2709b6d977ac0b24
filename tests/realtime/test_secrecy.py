"""Secrecy of sockets and replays: if cards that an audience has not seen are dealt anew, no byte to it differs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from games.messaging.messages import Note
from games.realtime.matches.presenter import match_presenter
from games.realtime.matches.view import render_view
from games.rules.cards import DECK
from games.rules.record import Record, replay
from games.rules.state import State
from games.state.dealt_state import Occupant
from games.state.game_state import Status
from games.state.match_state import MatchOptions, parse_cards
from games.state.replay import Replay
from games.texts.chat import PHRASES_AND_GESTURES
from games.views.replay.access import ReplayQuery
from games.views.replay.presentation import list_open_seats, list_trick_lines, serialize_step
from tests.client import Person, Seat
from tests.realtime.match_states import match_at
from tests.realtime.sockets import play_plies, seats, soon, stored
from tests.rules.deals import digits
from tests.rules.random_games import random_game
from tests.rules.worlds import AUDIENCES, Audience, difference, redealt, world
from tests.site_process import Site


def wire(state: State, audience: Audience, options: MatchOptions, language: str, **more: Any) -> str:
    """The bytes that go to an audience when a game stands like this."""
    return render_view(match_at(state, options, **more), audience, language)


def event_of(record: Record, audience: Audience, options: MatchOptions) -> str:
    """The bytes of the event that tells an audience of the last card."""
    before = Record(record.seats, record.leader, record.hands, record.deck, record.plays[:-1])
    then, now = (match_at(replay(one), options) for one in (before, record))
    return str(match_presenter.render_event(then, now, audience, "en"))


@pytest.mark.parametrize(
    ("options", "language"),
    [(MatchOptions(last_trick="all"), "en"), (MatchOptions(strict=True, last_trick="lead"), "nl")],
)
def test_no_byte_of_a_view_depends_on_unseen_cards(options: MatchOptions, language: str) -> None:
    chance = random.Random(11)
    for seed in range(2):
        states = random_game(seed)
        for state in states[:-1]:
            record = world(state, states[0])
            for audience in AUDIENCES:
                leak = difference(record, audience, lambda s, a: wire(s, a, options, language), chance)
                assert leak is None


@pytest.mark.parametrize("last_trick", ["lead", "trick", "all"])
def test_no_byte_of_an_event_depends_on_unseen_cards(last_trick: str) -> None:
    chance, options = random.Random(13), MatchOptions(last_trick=last_trick)
    start, *states = random_game(5)
    for state in states[:-1]:
        record = world(state, start)
        for audience in AUDIENCES:
            event = event_of(record, audience, options)
            assert event != "None"
            assert event == event_of(redealt(record, audience, chance), audience, options), state.ply


def test_a_hint_is_shown_to_its_seat_alone() -> None:
    chance, hints = random.Random(5), 0
    for state in random_game(2)[:-1:3]:
        record = world(state, random_game(2)[0])
        for audience in AUDIENCES:
            hints += '"hint":{' in wire(state, audience, MatchOptions(), "en", hinted=True)
            look = partial(wire, options=MatchOptions(), language="en", hinted=True)
            assert difference(record, audience, lambda s, a, look=look: look(s, a), chance) is None  # type: ignore[misc]
    assert hints


def spoken(state: State, audience: Audience, hushed: bool) -> str:
    """The bytes that go to an audience when a player speaks in this state."""
    match = match_at(state, MatchOptions())
    said = {"number": 1, "seat": 0, "hushed": hushed, "at": "2026-03-01"}
    notes = [Note(1, "said", {**said, "word": word}) for word in PHRASES_AND_GESTURES]
    notes += [Note(1, "said", {**said, "word": ""}, {"text": "Hello"}), Note(1, "hear")]
    return str([match_presenter.render_note(match, note, audience, "nl") for note in notes])


@pytest.mark.parametrize("hushed", [True, False])
def test_chat_does_not_depend_on_cards(hushed: bool) -> None:
    chance, (start, *states) = random.Random(3), random_game(6)
    for state in states[:-1:9]:
        record = world(state, start)
        for audience in AUDIENCES:
            assert difference(record, audience, lambda s, a: spoken(s, a, hushed), chance) is None
            assert not [card for card in DECK if f'"{card}"' in spoken(state, audience, hushed)]


@pytest.mark.parametrize("status", [Status.PLAYING, Status.FINISHED, Status.CALLED_OFF])
@pytest.mark.parametrize("audience", AUDIENCES)
def test_no_byte_depends_on_a_seed_during_the_game_or_after_its_end(audience: Audience, status: Status) -> None:
    for state in random_game(4)[::5]:
        here = wire(state, audience, MatchOptions(), "en", status=status)
        other = digits("x"), digits("y")
        assert here == wire(state, audience, MatchOptions(), "en", seeds=other, status=status)
        assert (digits("commitment") in here) is (status != Status.PLAYING or state.ply == 0)


class Spy(Seat):
    """A seat that records every message."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.messages: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        self.messages.append(message)
        return message


async def test_a_whole_game_sends_no_hidden_card_and_no_seed(
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
        assert len([message for message in spy.messages if message["type"] == "card"]) == 52
        for message in spy.messages:
            assert codes_in(message) <= lawful(message, record, audience), message


def record_of(log: list[dict[str, Any]]) -> Record:
    dealt = next(entry["data"] for entry in log if entry["kind"] == "dealt")
    plays = [entry["data"]["card"] for entry in log if entry["kind"] == "played"]
    hands = (parse_cards(dealt["hands"][0]), parse_cards(dealt["hands"][1]))
    return Record(("Ana", "Bram"), dealt["leader"], hands, parse_cards(dealt["deck"]), parse_cards(plays))


def seeds_of(log: list[dict[str, Any]]) -> list[str]:
    """The seed of the deal and that of a rematch."""
    data = {entry["kind"]: entry["data"] for entry in log}
    return [data["opened"]["shuffle"]["seed"], data["dealt"]["next"]]


def codes_in(message: dict[str, Any]) -> set[str]:
    """Every card code anywhere in a message."""
    return set(texts(message)) & {str(card) for card in DECK}


def lawful(message: dict[str, Any], record: Record, audience: Audience) -> set[str]:
    """The cards of which a message may tell: those that its reader may know by then in a view or an event."""
    match message["type"]:
        case "view":
            return may_know(record, message["board"]["ply"], audience)
        case "card":
            return may_know(record, message["ply"], audience)
    return set()


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


SITTERS = (Occupant(1, "Ana", False), Occupant(2, "Bram", True))


def replayed(state: State, options: MatchOptions) -> Replay:
    """A game that ended there, as far as its replay asks."""
    return Replay("K7MPX2QA", SITTERS, options, (state,), "resigned", 0)


def shown(state: State, audience: Audience, options: MatchOptions) -> str:
    """All that the page and its steps tell of a stand, seen through the eyes of a seat."""
    game = replayed(state, options)
    lines = [line.text for line in list_trick_lines(game, ReplayQuery(0, audience))]
    return json.dumps([serialize_step(game, state, list_open_seats(audience)), lines], default=list)


@pytest.mark.parametrize("options", [MatchOptions(last_trick="all"), MatchOptions(strict=True, last_trick="lead")])
def test_a_replay_through_the_eyes_of_a_seat_depends_on_no_unseen_card(options: MatchOptions) -> None:
    chance = random.Random(7)
    states = random_game(1)
    for state in states[1:-1]:
        for seat in (0, 1):
            leak = difference(world(state, states[0]), seat, lambda s, a: shown(s, a, options), chance)
            assert leak is None
