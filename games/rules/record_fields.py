"""Parsers and serializers for the fields of a record; ``BadRecord`` names the malformed field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.rules.cards import CARDS_BY_CODE, DECK, Card
from games.rules.errors import Refusal
from games.rules.rulings import Draw, LastTrick, Rulings
from games.rules.shuffle import VERSION, Shuffle, is_hex_digest
from games.rules.state import HAND_SIZE, Cards, Seat


@dataclass(frozen=True, slots=True)
class RecordedHelp:
    """The help that a seat had: hints, and cards taken back.

    ``hints`` are the plies for which a hint was given; ``taken_back`` holds the plies to which the game went back, each
    with the cards that had been played from that ply on.
    """

    seat: Seat
    hints: tuple[int, ...] = ()
    taken_back: tuple[tuple[int, Cards], ...] = ()


def serialize_help(helped: RecordedHelp) -> dict[str, Any]:
    """Return the JSON value of the help that a seat had."""
    back = [{"ply": ply, "cards": [str(card) for card in cards]} for ply, cards in helped.taken_back]
    return {"seat": helped.seat, "hints": list(helped.hints), "taken_back": back}


# Parsers of the fields.


class BadRecord(ValueError):
    """A record that cannot be read or replayed; the message names the place, the card and the reason."""


def check_fields(
    data: object, form: str, required: set[str], optional: frozenset[str] = frozenset()
) -> Mapping[str, Any]:
    """Return ``data`` as an object of this format with all required and no unknown fields; else raise ``BadRecord``."""
    if not isinstance(data, dict):
        raise BadRecord("record: it must be a JSON object")
    if data.get("format") != form:
        raise BadRecord(f'format: it must be "{form}"')
    if missing := sorted(required - data.keys()):
        raise BadRecord(f"{missing[0]}: it is missing")
    if unknown := sorted(data.keys() - required - optional - {"format"}):
        raise BadRecord(f"{unknown[0][:40]!r}: no such field in {form}")
    return data


def parse_pair(value: object, place: str) -> list[Any]:
    """Return a list of two values, one for each seat; ``BadRecord`` names the ``place``."""
    if not isinstance(value, list) or len(value) != 2:
        raise BadRecord(f"{place}: it must be a list of two, one for each seat")
    return value


def parse_seat_names(value: object) -> tuple[str, str]:
    """Return the names of the two seats; raise ``BadRecord`` where a name is no text."""
    first, second = parse_pair(value, "seats")
    if not isinstance(first, str) or not isinstance(second, str):
        raise BadRecord("seats: the two names must be texts")
    return first, second


def parse_levels(value: object) -> tuple[str | None, str | None]:
    """Return the level of the bot at each seat, None for a person; raise ``BadRecord`` where a level is no text."""
    first, second = parse_pair(value, "opponents")
    if not isinstance(first, str | None) or not isinstance(second, str | None):
        raise BadRecord("opponents: each must be a text, or null for a person")
    return first, second


def parse_help(value: object) -> RecordedHelp:
    """Return the help that a seat had; raise ``BadRecord``, which names what is malformed."""
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
    taken = tuple((one["ply"], parse_cards(one["cards"], "helped, taken_back")) for one in back)
    return RecordedHelp(parse_seat(value["seat"], "helped, seat"), tuple(hints), taken)


def _is_ply(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(DECK)


def parse_programs(value: object) -> tuple[bool, bool]:
    """Return at which seats a program sat; raise ``BadRecord`` where a value is neither true nor false."""
    first, second = parse_pair(value, "programs")
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise BadRecord("programs: each must be true or false")
    return first, second


def parse_played(value: object) -> tuple[str, str]:
    """Return the code of a game and when it was; raise ``BadRecord``, which names what is malformed."""
    if not isinstance(value, dict) or value.keys() != {"game", "at"}:
        raise BadRecord("played: it must be an object with at, game")
    game, at = value["game"], value["at"]
    if not isinstance(game, str) or not isinstance(at, str):
        raise BadRecord("played: it must be the code of a game and a moment")
    return game, at


def parse_origin(value: object) -> tuple[str, int]:
    """Return the code of the game that this game continues, and after how many cards.

    Raise ``BadRecord``, which names what is malformed.
    """
    if not isinstance(value, dict) or value.keys() != {"game", "step"}:
        raise BadRecord("origin: it must be an object with game, step")
    game, step = value["game"], value["step"]
    if (
        not isinstance(game, str)
        or isinstance(step, bool)
        or not isinstance(step, int)
        or not 0 <= step < 4 * HAND_SIZE
    ):
        raise BadRecord("origin: it must be the code of a game and a number of cards from 0 to 51")
    return game, step


def parse_seat(value: object, place: str) -> Seat:
    """Return a seat, 0 or 1; ``BadRecord`` names the ``place``."""
    if isinstance(value, bool) or value not in (0, 1) or not isinstance(value, int):
        raise BadRecord(f"{place}: it must be 0 or 1")
    return value


def parse_cards(value: object, place: str, named: Callable[[int], str] | None = None) -> Cards:
    """Return the cards of a list of codes; ``named`` returns the name in errors of the card number n, from 1."""
    if not isinstance(value, list):
        raise BadRecord(f"{place}: it must be a list of card codes")
    try:
        return tuple([CARDS_BY_CODE[code] for code in value])
    except (KeyError, TypeError):
        # A code is malformed: find and name it only now.
        call = named or (lambda number: f"{place}, card {number}")
        return tuple(parse_card(code, call(number)) for number, code in enumerate(value, 1))


def parse_card(code: object, place: str) -> Card:
    """Return the card with this code; ``BadRecord`` names the ``place`` and the reason."""
    if not isinstance(code, str):
        raise BadRecord(f'{place}: a card is written as a text, such as "G0"')
    try:
        return Card.parse(code)
    except Refusal as refusal:
        raise BadRecord(f"{place}: {refusal}") from refusal


def parse_shuffle(value: object) -> Shuffle:
    """Return the shuffle that a deal follows from; raise ``BadRecord``, which names what is malformed."""
    names = {"version", "commitment", "seed", "parts", "lead"}
    if not isinstance(value, dict) or value.keys() != names:
        raise BadRecord(f"shuffle: it must be an object with {', '.join(sorted(names))}")
    if value["version"] != VERSION:
        raise BadRecord(f'shuffle, version: it must be "{VERSION}"')
    commitment, seed = (_parse_hex(value[name], name) for name in ("commitment", "seed"))
    first, second = (
        None if one is None else _parse_hex(one, "parts") for one in parse_pair(value["parts"], "shuffle, parts")
    )
    lead = None if value["lead"] is None else parse_seat(value["lead"], "shuffle, lead")
    return Shuffle(commitment, seed, (first, second), lead)


def serialize_rulings(told: Rulings) -> dict[str, Any]:
    """Return the JSON value of rulings."""
    return asdict(told)


def parse_rulings(value: object, leads: frozenset[str]) -> Rulings:
    """Return the rulings of a game: all fields are required, and the lead is among ``leads``.

    Raise ``BadRecord``, which names what is malformed.
    """
    known = {"lead": leads, "last_trick": frozenset(LastTrick), "draw": frozenset(Draw)}
    if not isinstance(value, dict) or value.keys() != known.keys() | {"strict"}:
        raise BadRecord(f"rulings: it must be an object with {', '.join(sorted([*known, 'strict']))}")
    for name, values in known.items():
        if not isinstance(value[name], str) or value[name] not in values:
            raise BadRecord(f"rulings, {name}: it must be one of {', '.join(sorted(values))}")
    if not isinstance(value["strict"], bool):
        raise BadRecord("rulings, strict: it must be true or false")
    return Rulings(**value)


def _parse_hex(value: object, name: str) -> str:
    if not isinstance(value, str) or not is_hex_digest(value):
        raise BadRecord(f"shuffle, {name}: it must be 64 hexadecimal digits")
    return value
