"""A replay as its page gets it. Built up from what watchers see; what is open of each seat is added to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from games.live.online.view import view
from games.rules.state import Phase, Seat, State, other
from games.stories.replayed import Replayed
from games.words.replay import step_text

Shape = dict[str, Any]
BOTH = (0, 1)


def owners(seen: Seat | None) -> tuple[Seat, ...]:
    """The seats whose cards are open: all, or that of the eyes one looks through."""
    return BOTH if seen is None else (seen,)


def shown(game: Replayed, seen: Seat | None, states: Sequence[State] = (), first: int = 0) -> Shape:
    """What ``games.wire.replay.ReplayShown`` describes, of the whole game or of ``states`` that it could have had."""
    players = view(game.at(game.states[0]), None)["players"]
    steps = [step(game, state, owners(seen)) for state in (states or game.states)]
    return {"type": "replay", "game": game.code, "players": players, "seen": seen, "first": first, "steps": steps}


def step(game: Replayed, state: State, seats: Collection[Seat]) -> Shape:
    """What ``games.wire.replay.ReplayStep`` describes, with the cards of these seats open."""
    match = game.at(state)
    board = view(match, None)["board"]
    own = {seat: view(match, seat)["board"] for seat in seats}
    done = _done(state, board, own)
    return {
        **_place(state, done),
        "turn": None if done else board["turn"],
        "deck": board["deck"] + _drawn(done, state),
        "revealed": done["revealed"] if done else board["revealed"],
        "trick": _lying(board, done),
        "done": done,
        **_cards(state, board, own),
        **{name: board[name] for name in ("score", "tally", "enough")},
        "words": step_text(state, game.names, seats),
    }


def _done(state: State, board: Shape, own: dict[Seat, Shape]) -> Shape | None:
    """The trick that the last card has completed, as whoever took its blind card saw it, where that is open."""
    if state.lead is not None or not state.tricks:
        return None
    loser = other(state.tricks[-1].winner)
    done: Shape = own.get(loser, board)["last"]
    return done


def _place(state: State, done: Shape | None) -> Shape:
    if done:
        return {"phase": done["phase"], "number": done["number"], "leader": done["leader"]}
    return {"phase": int(state.phase), "number": state.number, "leader": state.leader}


def _drawn(done: Shape | None, state: State) -> int:
    """The next card of the deck is not turned up while a finished trick of phase one lies there."""
    return 1 if done and state.deck else 0


def _lying(board: Shape, done: Shape | None) -> list[str | None]:
    lying: list[str | None] = [None, None]
    if done:
        lying[done["leader"]], lying[1 - done["leader"]] = done["lead"], done["follow"]
    elif board["lead"]:
        lying[board["leader"]] = board["lead"]
    return lying


def _cards(state: State, board: Shape, own: dict[Seat, Shape]) -> Shape:
    """Hands and followers. Between the phases the followers are shown once more before they become the hands."""
    between = state.phase is Phase.TWO and state.lead is None and state.tricks[-1].phase is Phase.ONE
    hands = [own[seat]["hand"] if seat in own else None for seat in BOTH]
    if between:
        empty: list[list[str] | None] = [None if hand is None else [] for hand in hands]
        return {"hands": empty, "sizes": (0, 0), "recruits": hands, "followers": board["sizes"]}
    recruits = [own[seat]["recruits"] if seat in own else None for seat in BOTH]
    return {"hands": hands, "sizes": board["sizes"], "recruits": recruits, "followers": board["followers"]}
