"""Parsers and serializers for the fields of a record; ``BadRecord`` names the malformed field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from games.rules.cards import CARDS_BY_CODE, DECK, Card
from games.rules.errors import Refusal
from games.rules.rulings import Draw, LastTrick, Rulings
from games.rules.shuffle import VERSION, Shuffle, is_hex_digest
from games.rules.state import HAND_SIZE, Cards, Seat


@dataclass(frozen=True, slots=True)
class RecordedHelp:
    """Help that a seat had: hints and takebacks.

    ``hints`` are the plies for which a hint was given. ``taken_back`` has a pair for each takeback: the ply to which
    the game went back, and the cards that had been played from that ply on.
    """

    seat: Seat
    hints: tuple[int, ...] = ()
    taken_back: tuple[tuple[int, Cards], ...] = ()


class GameOrigin(NamedTuple):
    """Game that another game continues after ``step`` cards; ``game`` is its code.

    ``mode`` is the mode of the origin if the game was transferred from there to the other mode, so that the players
    know no more than they had seen. It is empty if the origin was over, and the players have seen all its cards.
    """

    game: str
    step: int
    mode: str = ""


ORIGIN_MODES = ("online", "table")


def serialize_origin(origin: GameOrigin) -> dict[str, Any]:
    """Return the JSON value of an origin; without a transfer there is no ``mode``."""
    return {name: value for name, value in origin._asdict().items() if name != "mode" or value}


def serialize_help(helped: RecordedHelp) -> dict[str, Any]:
    """Return the JSON value of the help that a seat had."""
    back = [{"ply": ply, "cards": [str(card) for card in cards]} for ply, cards in helped.taken_back]
    return {"seat": helped.seat, "hints": list(helped.hints), "taken_back": back}


class BadRecord(ValueError):
    """Error of a record that cannot be read or replayed; the message names the place, the card and the reason."""


def check_fields(
    data: object, form: str, required: set[str], optional: frozenset[str] = frozenset()
) -> Mapping[str, Any]:
    """Return ``data`` if it is an object of this format; otherwise raise ``BadRecord``.

    The object must have all ``required`` fields, and no others than these and the ``optional`` fields.
    """
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
    """Return a list of two values, one for each seat; raise ``BadRecord``, which names the ``place``."""
    if not isinstance(value, list) or len(value) != 2:
        raise BadRecord(f"{place}: it must be a list of two, one for each seat")
    return value


def parse_seat_names(value: object) -> tuple[str, str]:
    """Return the names of the two seats; raise ``BadRecord`` if a name is not a string."""
    first, second = parse_pair(value, "seats")
    if not isinstance(first, str) or not isinstance(second, str):
        raise BadRecord("seats: the two names must be texts")
    return first, second


def parse_levels(value: object) -> tuple[str | None, str | None]:
    """Return the level of the bot at each seat, None for a person.

    Raise ``BadRecord`` if a level is not a string.
    """
    first, second = parse_pair(value, "opponents")
    if not isinstance(first, str | None) or not isinstance(second, str | None):
        raise BadRecord("opponents: each must be a text, or null for a person")
    return first, second


def parse_help(value: object) -> RecordedHelp:
    """Return the help that a seat had; raise ``BadRecord``, which names the malformed part."""
    if not isinstance(value, dict) or value.keys() != {"seat", "hints", "taken_back"}:
        raise BadRecord("helped: it must be an object with hints, seat, taken_back")
    hints, back = value["hints"], value["taken_back"]
    if not isinstance(hints, list) or not all(map(_is_ply, hints)):
        raise BadRecord("helped, hints: it must be a list of plies, 0 to 51")
    shape = {"ply", "cards"}
    if not isinstance(back, list) or not all(isinstance(item, dict) and item.keys() == shape for item in back):
        raise BadRecord("helped, taken_back: it must be a list of objects with cards, ply")
    if not all(_is_ply(item["ply"]) for item in back):
        raise BadRecord("helped, taken_back, ply: it must be 0 to 51")
    taken = tuple((item["ply"], parse_cards(item["cards"], "helped, taken_back")) for item in back)
    return RecordedHelp(parse_seat(value["seat"], "helped, seat"), tuple(hints), taken)


def _is_ply(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(DECK)


def parse_programs(value: object) -> tuple[bool, bool]:
    """Return for each seat whether a program played; raise ``BadRecord`` if a value is not a boolean."""
    first, second = parse_pair(value, "programs")
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise BadRecord("programs: each must be true or false")
    return first, second


def parse_played(value: object) -> tuple[str, str]:
    """Return the code and the time of a game; raise ``BadRecord`` if either is malformed."""
    if not isinstance(value, dict) or value.keys() != {"game", "at"}:
        raise BadRecord("played: it must be an object with at, game")
    game, at = value["game"], value["at"]
    if not isinstance(game, str) or not isinstance(at, str):
        raise BadRecord("played: it must be the code of a game and a moment")
    return game, at


def parse_origin(value: object) -> GameOrigin:
    """Return the origin of a game; raise ``BadRecord`` if it is malformed."""
    if not isinstance(value, dict) or value.keys() - {"mode"} != {"game", "step"}:
        raise BadRecord("origin: it must be an object with game, step")
    game, step, mode = value["game"], value["step"], value.get("mode", "")
    if (
        not isinstance(game, str)
        or isinstance(step, bool)
        or not isinstance(step, int)
        or not 0 <= step < 4 * HAND_SIZE
    ):
        raise BadRecord("origin: it must be the code of a game and a number of cards from 0 to 51")
    if "mode" in value and mode not in ORIGIN_MODES:
        raise BadRecord("origin, mode: it must be online or table")
    return GameOrigin(game, step, mode)


def parse_seat(value: object, place: str) -> Seat:
    """Return a seat, 0 or 1; raise ``BadRecord``, which names the ``place``."""
    if isinstance(value, bool) or value not in (0, 1) or not isinstance(value, int):
        raise BadRecord(f"{place}: it must be 0 or 1")
    return value


def parse_cards(value: object, place: str, named: Callable[[int], str] | None = None) -> Cards:
    """Return the cards of a list of codes; raise ``BadRecord``, which names the malformed card.

    ``named`` returns the name of a card in errors, given its number from 1; by default that is ``place`` and number.
    """
    if not isinstance(value, list):
        raise BadRecord(f"{place}: it must be a list of card codes")
    try:
        return tuple([CARDS_BY_CODE[code] for code in value])
    except (KeyError, TypeError):
        # Only a list with a malformed code takes this slow path, which finds and names the code.
        name_card = named or (lambda number: f"{place}, card {number}")
        return tuple(parse_card(code, name_card(number)) for number, code in enumerate(value, 1))


def parse_card(code: object, place: str) -> Card:
    """Return the card with this code; raise ``BadRecord``, which names the ``place`` and the reason."""
    if not isinstance(code, str):
        raise BadRecord(f'{place}: a card is written as a text, such as "G0"')
    try:
        return Card.parse(code)
    except Refusal as refusal:
        raise BadRecord(f"{place}: {refusal}") from refusal


def parse_shuffle(value: object) -> Shuffle:
    """Return the shuffle of a deal; raise ``BadRecord``, which names the malformed part."""
    names = {"version", "commitment", "seed", "parts", "lead"}
    if not isinstance(value, dict) or value.keys() != names:
        raise BadRecord(f"shuffle: it must be an object with {', '.join(sorted(names))}")
    if value["version"] != VERSION:
        raise BadRecord(f'shuffle, version: it must be "{VERSION}"')
    commitment, seed = (_parse_hex(value[name], name) for name in ("commitment", "seed"))
    first, second = (
        None if part is None else _parse_hex(part, "parts") for part in parse_pair(value["parts"], "shuffle, parts")
    )
    lead = None if value["lead"] is None else parse_seat(value["lead"], "shuffle, lead")
    return Shuffle(commitment, seed, (first, second), lead)


def serialize_rulings(rulings: Rulings) -> dict[str, Any]:
    """Return the JSON value of rulings."""
    return asdict(rulings)


def parse_rulings(value: object, leads: frozenset[str]) -> Rulings:
    """Return the rulings of a game; raise ``BadRecord``, which names the malformed part.

    All fields are required. ``leads`` are the allowed values of the lead.
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
