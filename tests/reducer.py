"""Reducer of an online game's events to the next view, written from docs/protocol.md alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Shape = dict[str, Any]
FACTIONS = "GKUDP"
EVENTS = ("card", "end", "rematch")
FIELDS = ("status", "deal", "result", "rematch", "clock", "aid")
"""Fields of a view that an event may replace."""


def followed(view: Shape, message: Shape) -> Shape | None:
    """Return the newest view after a message; None where an event was missed and the view must be requested."""
    kind = message["type"]
    if kind == "view":
        return message if message["version"] >= view["version"] else view
    if kind not in EVENTS or message["version"] <= view["version"]:
        return view
    return reduced(view, message) if message["version"] == view["version"] + 1 else None


def reduced(view: Shape, event: Shape) -> Shape:
    """Return the view after the event of the next version."""
    after = {**view, **{name: event[name] for name in FIELDS if name in event}, "version": event["version"]}
    match event["type"]:
        case "card":
            after["board"] = _played(view, event)
            if event["ply"] == 1:
                after["deal"] = None
            after.update(event.get("end", {}))
        case "end":
            after["cancel"] = after["transfer"] = None
            after["board"] = view["board"] and {**view["board"], "turn": None, "legal": [], "reasons": []}
    return after


def _played(view: Shape, event: Shape) -> Shape:
    board, card, seat = dict(view["board"]), event["card"], event["seat"]
    board |= {"ply": event["ply"], "turn": event["turn"]}
    board |= {"legal": event.get("legal", []), "reasons": event.get("reasons", [])}
    board["sizes"] = _added(board["sizes"], seat, -1)
    if seat == view["you"]:
        board["hand"], board["dealt"] = _without(board["hand"], card), _without(board["dealt"], card)
    if board["memory"]:
        board["memory"] = _remembered(board, seat, card)
    if "trick" in event:
        _finish(view, board, event)
    else:
        board["lead"] = card
        if view["options"]["last_trick"] == "lead":
            board["last"] = None
    if "phase" in event:
        board |= {"phase": 2, "trick": 1, "recruits": None, "sizes": board["followers"], "followers": [0, 0]}
        board |= {"hand": event["phase"]["hand"], "dealt": event["phase"]["dealt"]}
    return board


def _remembered(board: Shape, seat: int, card: str) -> Shape:
    recruited = list(board["memory"]["recruited"])
    if board["phase"] == 2 and card in recruited[seat]:
        recruited[seat] = _without(recruited[seat], card)
    return {"gone": _sorted([*board["memory"]["gone"], card]), "recruited": recruited}


def _finish(view: Shape, board: Shape, event: Shape) -> None:
    trick = event["trick"]
    if board["earlier"] is not None and board["last"] is not None:
        board["earlier"] = [*board["earlier"], board["last"]]
    board["last"] = {
        "phase": board["phase"],
        "number": board["trick"],
        "leader": board["leader"],
        "lead": board["lead"],
        "follow": event["card"],
        "revealed": board["revealed"],
    } | {name: trick[name] for name in ("winner", "reason", "blind", "gains", "powers")}
    for gain in trick["gains"]:
        _take(view, board, gain)
    changed = {row["faction"]: row for row in trick["tally"]}
    board["tally"] = [changed.get(row["faction"], row) for row in board["tally"]]
    board |= {"lead": None, "leader": trick["winner"], "deck": trick["deck"], "revealed": trick["revealed"]}
    if "end" not in event:
        board["trick"] += 1


def _take(view: Shape, board: Shape, gain: Shape) -> None:
    card, seat = gain["card"], gain["seat"]
    if gain["pile"] == "score":
        board["score"] = _put(board["score"], seat, card)
    if gain["pile"] != "followers":
        return
    board["followers"] = _added(board["followers"], seat, 1)
    if seat == view["you"]:
        board["recruits"] = _sorted([*board["recruits"], card])
    if board["memory"] and card:
        board["memory"] = {**board["memory"], "recruited": _put(board["memory"]["recruited"], seat, card)}


def _put(piles: list[list[str]], at: int, card: str) -> list[list[str]]:
    return [_sorted([*pile, card]) if place == at else pile for place, pile in enumerate(piles)]


def _added(numbers: list[int], at: int, more: int) -> list[int]:
    return [number + more if place == at else number for place, number in enumerate(numbers)]


def _without(cards: list[str], card: str) -> list[str]:
    at = cards.index(card)
    return [*cards[:at], *cards[at + 1 :]]


def _sorted(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: (FACTIONS.index(card[0]), card[1]))
