"""Records with one mistake each, and the words that the refusal must contain."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from games.rules.record import write
from tests.rules.random_games import random_game, record_of

GAME = write(record_of(random_game(11), 52))
"""A whole game, as JSON."""

Change = Callable[[dict[str, Any]], Any]


def changed(change: Change) -> dict[str, Any]:
    record = copy.deepcopy(GAME)
    change(record)
    return record


def put(*path: Any) -> Change:
    """Return the change that sets the value at a path; the last argument is the value."""
    *way, key, value = path

    def change(record: Any) -> None:
        for step in way:
            record = record[step]
        record[key] = value

    return change


def each(values: list[Any], words: list[str], *path: Any) -> list[tuple[Change, list[str]]]:
    return [(put(*path, value), words) for value in values]


LEADERS: list[Any] = [2, True, None, "0"]
NAMES: list[Any] = ["AB", ["Ana"], ["Ana", 1], None]
HANDS: list[Any] = [None, [[]], "G0"]
NO_CODES: list[Any] = [None, 5, True, [[]]]

DIGITS = "0123456789abcdef" * 4


def shuffled(**changes: Any) -> Change:
    """Return the change that adds the origin of the deal with these mistakes."""
    told = {"version": "claim-deal/1", "commitment": DIGITS, "seed": DIGITS, "parts": [DIGITS, None], "lead": 0}
    return put("shuffle", {**told, **changes})


NO_DIGITS: list[Any] = [None, "a" * 63, DIGITS.upper(), DIGITS + "\n", "\u0661" * 64]
NO_PARTS: list[Any] = [None, [None], [5, None], [DIGITS, "x" * 64]]
NO_LEADS: list[Any] = [2, True]

BAD_SHUFFLES: list[tuple[Change, list[str]]] = [
    (shuffled(version="claim-deal/2"), ["shuffle, version", "claim-deal/1"]),
    (shuffled(game="K7MPX2QA"), ["shuffle", "object"]),
    *[(shuffled(seed=value), ["shuffle, seed", "64"]) for value in NO_DIGITS],
    *[(shuffled(commitment=value), ["shuffle, commitment", "64"]) for value in NO_DIGITS],
    *[(shuffled(parts=value), ["shuffle, parts:"]) for value in NO_PARTS],
    *[(shuffled(lead=value), ["shuffle, lead", "0 or 1"]) for value in NO_LEADS],
]

SHAPE: list[tuple[Change, list[str]]] = [
    (lambda r: r.pop("format"), ["format"]),
    (put("format", "claim-record/2"), ["format", "claim-record/1"]),
    (put("format", None), ["format"]),
    *[(lambda r, key=key: r.pop(key), [key, "missing"]) for key in ("seats", "leader", "hands", "deck", "plays")],
    (put("colour", "red"), ["colour"]),
    *each(LEADERS, ["leader", "0 or 1"], "leader"),
    *each(NAMES, ["seats"], "seats"),
    *each(HANDS, ["hands: it"], "hands"),
    *each([None, "G0"], ["hand 1"], "hands", 1),
    *each([None, "G0"], ["deck"], "deck"),
    *each([None, "G0"], ["play"], "plays"),
    *each([None, {}, "seed"], ["shuffle", "object"], "shuffle"),
    *BAD_SHUFFLES,
]

CODES: list[tuple[Change, list[str]]] = [
    *[(put("plays", 16, code), ["play 17", code]) for code in ("X9", "K1", "g0", "G10", "")],
    *each(NO_CODES, ["play 17"], "plays", 16),
    (put("hands", 0, 2, "X9"), ["hand 0, card 3", "X9"]),
    (put("hands", 1, 12, None), ["hand 1, card 13"]),
    (put("deck", 25, "K0"), ["deck, card 26", "K0"]),
]

DEAL: list[tuple[Change, list[str]]] = [
    (lambda r: r["hands"][0].pop(), ["hand 0", "12"]),
    (lambda r: r["hands"][1].append("G0"), ["hand 1", "14"]),
    (lambda r: r["deck"].pop(), ["deck", "25"]),
    (lambda r: r.update(deck=[]), ["deck", "0 cards"]),
    (lambda r: r["hands"][1].__setitem__(4, r["hands"][0][0]), ["hand 1, card 5", GAME["hands"][0][0]]),
    (lambda r: r["deck"].__setitem__(25, r["deck"][0]), ["deck, card 26", GAME["deck"][0]]),
]


def unheld(record: dict[str, Any]) -> None:
    record["plays"][0] = record["hands"][1 - record["leader"]][0]


def twice(record: dict[str, Any]) -> None:
    record["plays"][2:4] = record["plays"][:2]


def one_more(record: dict[str, Any]) -> None:
    record["plays"].append("G0")


PLAYS: list[tuple[Change, list[str]]] = [
    (unheld, ["play 1", "don't have", GAME["hands"][1 - GAME["leader"]][0]]),
    (twice, ["play 3", "don't have"]),
    (one_more, ["play 53", "G0", "over"]),
]
RULED = {"lead": "creator", "strict": True, "last_trick": "all", "draw": "three"}


def ruled(**changes: Any) -> Change:
    """Return the change that adds the rulings of the game with these mistakes."""
    return put("rulings", {**RULED, **changes})


OTHERS: list[Any] = [None, 3, []]

RULINGS: list[tuple[Change, list[str]]] = [
    *each([None, {}, {"draw": "three"}], ["rulings", "object"], "rulings"),
    (ruled(dice=6), ["rulings", "object"]),
    *[(ruled(lead=value), ["rulings, lead", "creator, other, random"]) for value in ["chosen", *OTHERS]],
    *[(ruled(last_trick=value), ["rulings, last_trick", "all, lead, trick"]) for value in OTHERS],
    *[(ruled(draw=value), ["rulings, draw", "three, votes"]) for value in OTHERS],
    *[(ruled(strict=value), ["rulings, strict", "true or false"]) for value in OTHERS],
]

BROKEN = [*SHAPE, *CODES, *DEAL, *PLAYS, *RULINGS]
