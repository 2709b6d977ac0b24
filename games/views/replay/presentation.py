"""Presentation of a replay: the steps as JSON, and the context of the template.

A step is built from the view of watchers, to which the cards of the open seats are added.
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
    """Return the seats whose cards are open: that of the perspective, or both without one."""
    return SEATS if perspective is None else (perspective,)


def serialize_replay(
    replay: Replay, perspective: Seat | None, states: Sequence[State] = (), first: int = 0
) -> JsonObject:
    """Return a replay as ``games.schemas.replay.ReplayShown``.

    For a variation, ``states`` are its states, and ``first`` is the step of the first one.
    """
    return {
        "type": "replay",
        "game": replay.code,
        "players": build_view(replay.at(replay.states[0]), None)["players"],
        "seen": perspective,
        "first": first,
        "steps": [serialize_step(replay, state, list_open_seats(perspective)) for state in (states or replay.states)],
    }


def serialize_step(replay: Replay, state: State, seats: Collection[Seat]) -> JsonObject:
    """Return a state as ``games.schemas.replay.ReplayStep``, with the cards of these seats open."""
    match = replay.at(state)
    board = build_view(match, None)["board"]
    own = {seat: build_view(match, seat)["board"] for seat in seats}
    last_trick = _get_last_trick(state, board, own)
    return {
        **_get_trick_number(state, last_trick),
        "turn": None if last_trick else board["turn"],
        "deck": board["deck"] + _count_undrawn(last_trick, state),
        "revealed": last_trick["revealed"] if last_trick else board["revealed"],
        "trick": _get_trick_cards(board, last_trick),
        "done": last_trick,
        **_get_hands(state, board, own),
        **{name: board[name] for name in ("score", "tally", "enough")},
        "words": describe_step(state, replay.names, seats),
    }


def _get_last_trick(state: State, board: JsonObject, own: dict[Seat, JsonObject]) -> JsonObject | None:
    """Return the trick that the last card completed, or None if it completed none.

    The trick shows its blind card if the seat that took the card is open.
    """
    if state.lead is not None or not state.tricks:
        return None
    loser = get_other_seat(state.tricks[-1].winner)
    last_trick: JsonObject = own.get(loser, board)["last"]
    return last_trick


def _get_trick_number(state: State, last_trick: JsonObject | None) -> JsonObject:
    """Return the phase, number and leader of the trick on the table."""
    if last_trick:
        return {"phase": last_trick["phase"], "number": last_trick["number"], "leader": last_trick["leader"]}
    return {"phase": int(state.phase), "number": state.number, "leader": state.leader}


def _count_undrawn(last_trick: JsonObject | None, state: State) -> int:
    """Return the number of cards in the deck that the view does not count.

    The view has revealed the next card already. In a replay, that card stays in the deck while a completed trick of
    phase one is on the table.
    """
    return 1 if last_trick and state.deck else 0


def _get_trick_cards(board: JsonObject, last_trick: JsonObject | None) -> list[str | None]:
    """Return the card of each seat in the trick on the table."""
    cards: list[str | None] = [None, None]
    if last_trick:
        cards[last_trick["leader"]], cards[1 - last_trick["leader"]] = last_trick["lead"], last_trick["follow"]
    elif board["lead"]:
        cards[board["leader"]] = board["lead"]
    return cards


def _get_hands(state: State, board: JsonObject, own: dict[Seat, JsonObject]) -> JsonObject:
    """Return the hands and followers.

    Between the phases, the followers are shown once more before they become the hands.
    """
    is_between_phases = state.phase is Phase.TWO and state.lead is None and state.tricks[-1].phase is Phase.ONE
    hands = [own[seat]["hand"] if seat in own else None for seat in SEATS]
    if is_between_phases:
        empty: list[list[str] | None] = [None if hand is None else [] for hand in hands]
        return {"hands": empty, "sizes": (0, 0), "recruits": hands, "followers": board["sizes"]}
    recruits = [own[seat]["recruits"] if seat in own else None for seat in SEATS]
    return {"hands": hands, "sizes": board["sizes"], "recruits": recruits, "followers": board["followers"]}


@dataclass(frozen=True, slots=True)
class TrickLine:
    """Trick in the list: its first and last step, its text, and the link to its last step."""

    phase: Phase
    first: int
    last: int
    heading: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class SeatContext:
    """Context of a seat. ``hand`` is None if its cards are not open; ``backs`` has an item for each card."""

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
    """Return all tricks of the game, including an incomplete one in which it ended."""
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
    """Return the context of the table at the step of the query, with the near side last."""
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
    last_trick = step["done"]
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
        is_winner=bool(last_trick and last_trick["winner"] == seat),
        is_leader=step["leader"] == seat,
        is_to_play=step["turn"] == seat,
        is_program=replay.programs[seat],
    )


def _iterate_tally_rows(step: JsonObject, near: Seat) -> Iterator[dict[str, Any]]:
    """Yield the public counts of each faction, for the near and the far side."""
    for row in step["tally"]:
        ahead = row["ahead"]
        lead = "level" if ahead is None else "near" if ahead == near else "far"
        name = format_faction(Faction(row["faction"]))
        counts = {"near": row["counts"][near], "far": row["counts"][get_other_seat(near)]}
        yield {"faction": row["faction"], "name": name, "lead": lead, **counts}
