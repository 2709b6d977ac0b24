"""Presentation of a replay: the steps as JSON, and the template's context.

A step is built from the watchers' view; the open seats' cards are added to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.realtime.matches.view import build_view
from games.rules.cards import Faction
from games.rules.state import Phase, Seat, State, get_other_seat
from games.state.replay import Replay
from games.texts.formatting import join_sentences
from games.texts.replay import (
    describe_lead,
    describe_plays,
    describe_stake,
    describe_step,
    describe_winner,
    format_heading,
)
from games.texts.table import format_faction
from games.views.replay.access import ReplayQuery

JsonObject = dict[str, Any]
SEATS = (0, 1)


def list_open_seats(perspective: Seat | None) -> tuple[Seat, ...]:
    """Return the seats whose cards are open: both, or that of the perspective."""
    return SEATS if perspective is None else (perspective,)


def serialize_replay(
    replay: Replay, perspective: Seat | None, states: Sequence[State] = (), first: int = 0
) -> JsonObject:
    """Return ``games.schemas.replay.ReplayShown`` of a game, or of a variation's ``states`` from ``first`` on."""
    return {
        "type": "replay",
        "game": replay.code,
        "players": build_view(replay.at(replay.states[0]), None)["players"],
        "seen": perspective,
        "first": first,
        "steps": [serialize_step(replay, state, list_open_seats(perspective)) for state in (states or replay.states)],
    }


def serialize_step(replay: Replay, state: State, seats: Collection[Seat]) -> JsonObject:
    """Return ``games.schemas.replay.ReplayStep`` of a state, with these seats' cards open."""
    match = replay.at(state)
    board = build_view(match, None)["board"]
    own = {seat: build_view(match, seat)["board"] for seat in seats}
    done = _get_last_trick(state, board, own)
    return {
        **_get_trick_number(state, done),
        "turn": None if done else board["turn"],
        "deck": board["deck"] + _count_undrawn(done, state),
        "revealed": done["revealed"] if done else board["revealed"],
        "trick": _get_trick_cards(board, done),
        "done": done,
        **_get_hands(state, board, own),
        **{name: board[name] for name in ("score", "tally", "enough")},
        "words": describe_step(state, replay.names, seats),
    }


def _get_last_trick(state: State, board: JsonObject, own: dict[Seat, JsonObject]) -> JsonObject | None:
    """Return the trick that the last card completed, if any.

    It shows the blind card where the seat that took it is open.
    """
    if state.lead is not None or not state.tricks:
        return None
    loser = get_other_seat(state.tricks[-1].winner)
    done: JsonObject = own.get(loser, board)["last"]
    return done


def _get_trick_number(state: State, done: JsonObject | None) -> JsonObject:
    """Return phase, number and leader of the trick on the table."""
    if done:
        return {"phase": done["phase"], "number": done["number"], "leader": done["leader"]}
    return {"phase": int(state.phase), "number": state.number, "leader": state.leader}


def _count_undrawn(done: JsonObject | None, state: State) -> int:
    """Return the number of cards that the deck has beside the view's count.

    The next card is not revealed while a completed trick of phase one is on the table.
    """
    return 1 if done and state.deck else 0


def _get_trick_cards(board: JsonObject, done: JsonObject | None) -> list[str | None]:
    """Return each seat's card in the trick on the table."""
    cards: list[str | None] = [None, None]
    if done:
        cards[done["leader"]], cards[1 - done["leader"]] = done["lead"], done["follow"]
    elif board["lead"]:
        cards[board["leader"]] = board["lead"]
    return cards


def _get_hands(state: State, board: JsonObject, own: dict[Seat, JsonObject]) -> JsonObject:
    """Return hands and followers. Between the phases the followers are shown once more before they become the hands."""
    is_between_phases = state.phase is Phase.TWO and state.lead is None and state.tricks[-1].phase is Phase.ONE
    hands = [own[seat]["hand"] if seat in own else None for seat in SEATS]
    if is_between_phases:
        empty: list[list[str] | None] = [None if hand is None else [] for hand in hands]
        return {"hands": empty, "sizes": (0, 0), "recruits": hands, "followers": board["sizes"]}
    recruits = [own[seat]["recruits"] if seat in own else None for seat in SEATS]
    return {"hands": hands, "sizes": board["sizes"], "recruits": recruits, "followers": board["followers"]}


@dataclass(frozen=True, slots=True)
class TrickLine:
    """A trick in the list: its first and last step, its text, and the link to its last step."""

    phase: Phase
    first: int
    last: int
    heading: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class SeatContext:
    """A seat of the table. ``hand`` is None where its cards are not open; ``backs`` has their number."""

    seat: Seat
    name: str
    place: str
    hand: list[str] | None
    backs: range
    followers: int
    recruits: list[str] | None
    votes: int
    played: str | None
    is_winner: bool
    is_leader: bool
    is_to_play: bool
    is_program: bool


def list_trick_lines(replay: Replay, query: ReplayQuery) -> list[TrickLine]:
    """Return every trick of the game, including an incomplete one in which it ended."""
    return list(_iterate_trick_lines(replay, query, list_open_seats(query.perspective)))


def _iterate_trick_lines(replay: Replay, query: ReplayQuery, seats: Collection[Seat]) -> Iterator[TrickLine]:
    end, names, last = replay.states[-1], replay.names, replay.last
    for i, trick in enumerate(end.tricks):
        sentences = (describe_stake(trick), describe_plays(trick, names), describe_winner(trick, names, seats))
        heading, href = format_heading(trick.phase, trick.number), query.at(2 * i + 2).query
        yield TrickLine(trick.phase, 2 * i + 1, 2 * i + 2, heading, join_sentences(sentences), href)
    if end.lead is not None:
        heading, href = format_heading(end.phase, end.number), query.at(last).query
        yield TrickLine(end.phase, last, last, heading, describe_lead(end, names), href)


def build_board_context(replay: Replay, query: ReplayQuery, near: Seat) -> dict[str, Any]:
    """Return the table at the query's step, its near side last."""
    step = serialize_step(replay, replay.states[query.step], list_open_seats(query.perspective))
    sides = [_build_seat(replay, step, get_other_seat(near), "far"), _build_seat(replay, step, near, "near")]
    return {
        **step,
        "sides": sides,
        "slots": sides[::-1],
        "heading": format_heading(Phase(step["phase"]), step["number"]),
        "tally_rows": list(_iterate_tally_rows(step, near)),
    }


def _build_seat(replay: Replay, step: JsonObject, seat: Seat, place: str) -> SeatContext:
    done = step["done"]
    return SeatContext(
        seat=seat,
        name=replay.names[seat],
        place=place,
        hand=step["hands"][seat],
        backs=range(step["sizes"][seat]),
        followers=step["followers"][seat],
        recruits=step["recruits"][seat],
        votes=sum(row["ahead"] == seat for row in step["tally"]),
        played=step["trick"][seat],
        is_winner=bool(done and done["winner"] == seat),
        is_leader=step["leader"] == seat,
        is_to_play=step["turn"] == seat,
        is_program=replay.programs[seat],
    )


def _iterate_tally_rows(step: JsonObject, near: Seat) -> Iterator[dict[str, Any]]:
    """Yield the public counts of each faction, near and far."""
    for row in step["tally"]:
        ahead = row["ahead"]
        lead = "level" if ahead is None else "near" if ahead == near else "far"
        name = format_faction(Faction(row["faction"]))
        counts = {"near": row["counts"][near], "far": row["counts"][get_other_seat(near)]}
        yield {"faction": row["faction"], "name": name, "lead": lead, **counts}
