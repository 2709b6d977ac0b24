"""The fields of a record, each checked: what is malformed is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from games.rules.cards import DECK, WRITTEN, Card
from games.rules.errors import Refusal
from games.rules.helped import Helped
from games.rules.rulings import Draw, LastTrick, Rulings
from games.rules.shuffle import VERSION, Shuffle, well_formed
from games.rules.state import HAND, Cards, Seat


class BadRecord(ValueError):
    """A record that cannot be read or replayed; the message names the place, the card and the reason."""


def checked_fields(
    data: object, form: str, required: set[str], optional: frozenset[str] = frozenset()
) -> Mapping[str, Any]:
    """``data`` as an object of this format with all required and no unknown fields."""
    if not isinstance(data, dict):
        raise BadRecord("record: it must be a JSON object")
    if data.get("format") != form:
        raise BadRecord(f'format: it must be "{form}"')
    if missing := sorted(required - data.keys()):
        raise BadRecord(f"{missing[0]}: it is missing")
    if unknown := sorted(data.keys() - required - optional - {"format"}):
        raise BadRecord(f"{unknown[0][:40]!r}: no such field in {form}")
    return data


def pair_of(value: object, place: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadRecord(f"{place}: it must be a list of two, one for each seat")
    return value


def seat_names(value: object) -> tuple[str, str]:
    first, second = pair_of(value, "seats")
    if not isinstance(first, str) or not isinstance(second, str):
        raise BadRecord("seats: the two names must be texts")
    return first, second


def levels(value: object) -> tuple[str | None, str | None]:
    """Who of the seats was a site's own; ``BadRecord`` where a level is no text."""
    first, second = pair_of(value, "opponents")
    if not isinstance(first, str | None) or not isinstance(second, str | None):
        raise BadRecord("opponents: each must be a text, or null for a person")
    return first, second


def helped(value: object) -> Helped:
    """The help that a seat had; ``BadRecord`` names what is malformed."""
    if not isinstance(value, dict) or value.keys() != {"seat", "hints", "taken_back"}:
        raise BadRecord("helped: it must be an object with hints, seat, taken_back")
    hints, back = value["hints"], value["taken_back"]
    if not isinstance(hints, list) or not all(map(_is_ply, hints)):
        raise BadRecord("helped, hints: it must be a list of plies, 0 to 51")
    shape = {"ply", "cards"}
    if not isinstance(back, list) or not all(isinstance(one, dict) and one.keys() == shape for one in back):
        raise BadRecord("helped, taken_back: it must be a list of objects with cards, ply")
    if not all(_is_ply(one["ply"]) for one in back):
        raise BadRecord("helped, taken_back, ply: it must be 0 to 51")
    taken = tuple((one["ply"], cards(one["cards"], "helped, taken_back")) for one in back)
    return Helped(seat(value["seat"], "helped, seat"), tuple(hints), taken)


def _is_ply(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(DECK)


def programs(value: object) -> tuple[bool, bool]:
    """At which seats a program sat; ``BadRecord`` where it is said of one in another way than by yes or no."""
    first, second = pair_of(value, "programs")
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise BadRecord("programs: each must be true or false")
    return first, second


def played(value: object) -> tuple[str, str]:
    """The code of a game and when it was; ``BadRecord`` names what is malformed."""
    if not isinstance(value, dict) or value.keys() != {"game", "at"}:
        raise BadRecord("played: it must be an object with at, game")
    game, at = value["game"], value["at"]
    if not isinstance(game, str) or not isinstance(at, str):
        raise BadRecord("played: it must be the code of a game and a moment")
    return game, at


def origin(value: object) -> tuple[str, int]:
    """The game that one goes on from, and after how many cards; ``BadRecord`` names what is malformed."""
    if not isinstance(value, dict) or value.keys() != {"game", "step"}:
        raise BadRecord("origin: it must be an object with game, step")
    game, step = value["game"], value["step"]
    if not isinstance(game, str) or isinstance(step, bool) or not isinstance(step, int) or not 0 <= step < 4 * HAND:
        raise BadRecord("origin: it must be the code of a game and a number of cards from 0 to 51")
    return game, step


def seat(value: object, place: str) -> Seat:
    if isinstance(value, bool) or value not in (0, 1) or not isinstance(value, int):
        raise BadRecord(f"{place}: it must be 0 or 1")
    return value


def cards(value: object, place: str, named: Callable[[int], str] | None = None) -> Cards:
    """The cards of a list of codes; ``named`` tells how to call the card with a number, from 1."""
    if not isinstance(value, list):
        raise BadRecord(f"{place}: it must be a list of card codes")
    try:
        return tuple([WRITTEN[code] for code in value])
    except (KeyError, TypeError):
        # One of them is no card: only now is it looked for, and said what it is called.
        call = named or (lambda number: f"{place}, card {number}")
        return tuple(card(code, call(number)) for number, code in enumerate(value, 1))


def card(code: object, place: str) -> Card:
    if not isinstance(code, str):
        raise BadRecord(f'{place}: a card is written as a text, such as "G0"')
    try:
        return Card.parse(code)
    except Refusal as refusal:
        raise BadRecord(f"{place}: {refusal}") from refusal


def shuffle(value: object) -> Shuffle:
    """What a deal follows from; ``BadRecord`` names what is malformed."""
    names = {"version", "commitment", "seed", "parts", "lead"}
    if not isinstance(value, dict) or value.keys() != names:
        raise BadRecord(f"shuffle: it must be an object with {', '.join(sorted(names))}")
    if value["version"] != VERSION:
        raise BadRecord(f'shuffle, version: it must be "{VERSION}"')
    commitment, seed = (_digits(value[name], name) for name in ("commitment", "seed"))
    first, second = (
        None if one is None else _digits(one, "parts") for one in pair_of(value["parts"], "shuffle, parts")
    )
    lead = None if value["lead"] is None else seat(value["lead"], "shuffle, lead")
    return Shuffle(commitment, seed, (first, second), lead)


def ruled(told: Rulings) -> dict[str, Any]:
    """The JSON value of rulings."""
    return asdict(told)


def rulings(value: object, leads: frozenset[str]) -> Rulings:
    """The rulings of a game, all of them, with one of these ``leads``; ``BadRecord`` names what is malformed."""
    known = {"lead": leads, "last_trick": frozenset(LastTrick), "draw": frozenset(Draw)}
    if not isinstance(value, dict) or value.keys() != known.keys() | {"strict"}:
        raise BadRecord(f"rulings: it must be an object with {', '.join(sorted([*known, 'strict']))}")
    for name, values in known.items():
        if not isinstance(value[name], str) or value[name] not in values:
            raise BadRecord(f"rulings, {name}: it must be one of {', '.join(sorted(values))}")
    if not isinstance(value["strict"], bool):
        raise BadRecord("rulings, strict: it must be true or false")
    return Rulings(**value)


def _digits(value: object, name: str) -> str:
    if not isinstance(value, str) or not well_formed(value):
        raise BadRecord(f"shuffle, {name}: it must be 64 hexadecimal digits")
    return value
