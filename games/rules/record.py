"""Reading, replaying and writing ``claim-record/1``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.rules.cards import DECK, Card
from games.rules.errors import Refusal
from games.rules.moves import apply, legal_moves, start
from games.rules.rulings import ONLINE, Draw, LastTrick, Lead, Rulings
from games.rules.scoring import Outcome, Vote, outcome, votes
from games.rules.shuffle import VERSION, Shuffle, well_formed
from games.rules.state import HAND, Cards, Pair, Phase, Seat, State, Trick

FORMAT = "claim-record/1"
ONLINE_LEADS = frozenset({Lead.RANDOM, Lead.CREATOR, Lead.OTHER})


class BadRecord(ValueError):
    """A record that cannot be read or replayed; the message names the place, the card and the reason."""


@dataclass(frozen=True, slots=True)
class Record:
    """A digital match as a file holds it: the deal and the cards in the order played.

    ``shuffle`` is what the deal follows from, as the file says; None where it does not say. Only ``verify`` checks it.
    ``rulings`` are those of the game; a file names them where they are not the defaults. ``opponents`` are the levels
    of the seats that a site's own held, None for people; a file names them where there are any. ``origin`` is the code
    of the game that it goes on from and after how many cards of it, None for one that began with its deal.
    """

    seats: tuple[str, str]
    leader: Seat
    hands: Pair
    deck: Cards
    plays: Cards
    shuffle: Shuffle | None = None
    rulings: Rulings = ONLINE
    opponents: tuple[str | None, str | None] = (None, None)
    origin: tuple[str, int] | None = None


def read(data: object) -> Record:
    """The record in a decoded JSON value; ``BadRecord`` names what is malformed.

    Only the shape and the codes are checked here; ``replay`` checks the deal and the plays.
    """
    required = {"seats", "leader", "hands", "deck", "plays"}
    fields = checked_fields(data, FORMAT, required, optional=frozenset({"shuffle", "rulings", "opponents", "origin"}))
    hands = pair_of(fields["hands"], "hands")
    return Record(
        seats=seat_names(fields["seats"]),
        leader=seat(fields["leader"], "leader"),
        hands=(cards(hands[0], "hand 0"), cards(hands[1], "hand 1")),
        deck=cards(fields["deck"], "deck"),
        plays=cards(fields["plays"], "play", named=lambda number: f"play {number}"),
        shuffle=shuffle(fields["shuffle"]) if "shuffle" in fields else None,
        rulings=rulings(fields["rulings"], ONLINE_LEADS) if "rulings" in fields else ONLINE,
        opponents=levels(fields["opponents"]) if "opponents" in fields else (None, None),
        origin=origin(fields["origin"]) if "origin" in fields else None,
    )


def write(record: Record) -> dict[str, Any]:
    """The JSON value of a record; ``read`` gives the record back."""
    value: dict[str, Any] = {
        "format": FORMAT,
        "seats": list(record.seats),
        "leader": record.leader,
        "hands": [codes(hand) for hand in record.hands],
        "deck": codes(record.deck),
        "plays": codes(record.plays),
    }
    if record.shuffle is not None:
        value["shuffle"] = written(record.shuffle)
    if any(record.opponents):
        value["opponents"] = list(record.opponents)
    if record.origin is not None:
        value["origin"] = dict(zip(("game", "step"), record.origin, strict=True))
    return value if record.rulings == ONLINE else {**value, "rulings": ruled(record.rulings)}


def written(shuffle: Shuffle) -> dict[str, Any]:
    """The JSON value of what a deal follows from, the seed included."""
    return {
        "version": VERSION,
        "commitment": shuffle.commitment,
        "seed": shuffle.seed,
        "parts": list(shuffle.parts),
        "lead": shuffle.lead,
    }


def replay(record: Record) -> State:
    """The state after the record's plays; ``BadRecord`` names the first play that is refused."""
    try:
        state = start(record.hands, record.deck, record.leader)
    except Refusal as refusal:
        raise BadRecord(_surplus(record) or f"deal: {refusal}") from refusal
    for number, card in enumerate(record.plays, 1):
        try:
            state = apply(state, card)
        except Refusal as refusal:
            raise BadRecord(f"play {number}: {card}: {refusal}") from refusal
    return state


def _surplus(record: Record) -> str | None:
    """In a deal of the right sizes, the place of the first card too many, with the reason."""
    if (len(record.hands[0]), len(record.hands[1])) != (HAND, HAND):
        return None
    left = Counter(DECK)
    for place, dealt in (("hand 0", record.hands[0]), ("hand 1", record.hands[1]), ("deck", record.deck)):
        for number, card in enumerate(dealt, 1):
            if not left[card]:
                return f"{place}, card {number}: {card} is dealt more often than the deck holds it."
            left[card] -= 1
    return None


def report(state: State, draw: str = Draw.VOTES) -> dict[str, Any]:
    """The JSON object that the ``replay`` command prints for a state; ``draw`` is that of the record's rulings."""
    end = outcome(state, draw)
    return {
        "status": "finished" if end else "playing",
        "phase": int(state.phase),
        "trick": state.number,
        "to_play": state.to_play,
        "legal": codes(legal_moves(state)),
        "tricks": [trick_report(trick) for trick in state.tricks],
        "followers": [codes(sorted(cards)) for cards in _followers(state)],
        "score_piles": [codes(sorted(cards)) for cards in state.score],
        "votes": votes_report(votes(state.score)) if end else None,
        "result": result_report(end) if end else None,
    }


def _followers(state: State) -> Pair:
    """Recruited and not yet played in phase two: there they are the hands."""
    return state.followers if state.phase is Phase.ONE else state.hands


def trick_report(trick: Trick) -> dict[str, Any]:
    return {
        "phase": int(trick.phase),
        "number": trick.number,
        "leader": trick.leader,
        "lead": str(trick.lead),
        "follow": str(trick.follow),
        "winner": trick.winner,
        "revealed": trick.revealed and str(trick.revealed),
        "blind": trick.blind and str(trick.blind),
    }


def votes_report(decided: tuple[Vote, ...]) -> dict[str, Seat | None]:
    return {vote.faction.key: vote.seat for vote in decided}


def result_report(end: Outcome) -> dict[str, Any]:
    return {"winner": end.winner, "votes": list(end.votes)}


def plays_of(state: State) -> Cards:
    """The cards in the order they were played to reach ``state``."""
    done = tuple(card for trick in state.tricks for card in (trick.lead, trick.follow))
    return done if state.lead is None else (*done, state.lead)


def codes(items: tuple[Card, ...] | list[Card]) -> list[str]:
    return [str(card) for card in items]


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
