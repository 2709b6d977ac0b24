"""Records of digital matches, ``claim-record/1``: reader, writer, replay, report, and verification of the deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.rules.cards import CODES, DECK, Card
from games.rules.errors import Refusal
from games.rules.moves import apply, legal_moves, start
from games.rules.record_fields import (
    BadRecord,
    GameOrigin,
    RecordedHelp,
    check_fields,
    parse_cards,
    parse_help,
    parse_levels,
    parse_origin,
    parse_pair,
    parse_played,
    parse_programs,
    parse_rulings,
    parse_seat,
    parse_seat_names,
    parse_shuffle,
    serialize_help,
    serialize_origin,
    serialize_rulings,
)
from games.rules.rulings import MATCH_RULINGS, Draw, Lead, Rulings
from games.rules.scoring import Outcome, Vote, compute_votes, decide_outcome
from games.rules.shuffle import VERSION, Shuffle
from games.rules.state import HAND_SIZE, Cards, Phase, Seat, SeatCards, State, Trick

FORMAT = "claim-record/1"
ONLINE_LEADS = frozenset({Lead.RANDOM, Lead.CREATOR, Lead.OTHER})


@dataclass(frozen=True, slots=True)
class Record:
    """Digital match as stored in a record file: the deal, and the cards in the order of play.

    A file omits optional fields that have their defaults. ``shuffle`` is the shuffle that the file claims for the deal;
    only ``verify_deal`` checks it. ``opponents`` has the level of the bot at each seat, None for a person. ``helped``
    is the help that a person had against a bot, None for no help. ``origin`` is None for a game that began with its
    deal. ``programs`` says for each seat whether a program played for its person. ``played`` is the code of the game
    and its time, None if unknown.
    """

    seats: tuple[str, str]
    leader: Seat
    hands: SeatCards
    deck: Cards
    plays: Cards
    shuffle: Shuffle | None = None
    rulings: Rulings = MATCH_RULINGS
    opponents: tuple[str | None, str | None] = (None, None)
    helped: RecordedHelp | None = None
    origin: GameOrigin | None = None
    programs: tuple[bool, bool] = (False, False)
    played: tuple[str, str] | None = None


def read(data: object) -> Record:
    """Return the record in a decoded JSON value; raise ``BadRecord``, which names the malformed field.

    ``read`` checks only the schema and the codes; ``replay`` checks the deal and the plays.
    """
    required = {"seats", "leader", "hands", "deck", "plays"}
    optional = frozenset({"shuffle", "rulings", "opponents", "helped", "origin", "programs", "played"})
    fields = check_fields(data, FORMAT, required, optional)
    hands = parse_pair(fields["hands"], "hands")
    return Record(
        seats=parse_seat_names(fields["seats"]),
        leader=parse_seat(fields["leader"], "leader"),
        hands=(parse_cards(hands[0], "hand 0"), parse_cards(hands[1], "hand 1")),
        deck=parse_cards(fields["deck"], "deck"),
        plays=parse_cards(fields["plays"], "play", named=lambda number: f"play {number}"),
        shuffle=parse_shuffle(fields["shuffle"]) if "shuffle" in fields else None,
        rulings=parse_rulings(fields["rulings"], ONLINE_LEADS) if "rulings" in fields else MATCH_RULINGS,
        opponents=parse_levels(fields["opponents"]) if "opponents" in fields else (None, None),
        helped=parse_help(fields["helped"]) if "helped" in fields else None,
        origin=parse_origin(fields["origin"]) if "origin" in fields else None,
        programs=parse_programs(fields["programs"]) if "programs" in fields else (False, False),
        played=parse_played(fields["played"]) if "played" in fields else None,
    )


def write(record: Record) -> dict[str, Any]:
    """Return the JSON value of a record, which ``read`` accepts."""
    value: dict[str, Any] = {
        "format": FORMAT,
        "seats": list(record.seats),
        "leader": record.leader,
        "hands": [list_codes(hand) for hand in record.hands],
        "deck": list_codes(record.deck),
        "plays": list_codes(record.plays),
    }
    if record.shuffle is not None:
        value["shuffle"] = serialize_shuffle(record.shuffle)
    if any(record.opponents):
        value["opponents"] = list(record.opponents)
    if record.helped is not None:
        value["helped"] = serialize_help(record.helped)
    if record.origin is not None:
        value["origin"] = serialize_origin(record.origin)
    if any(record.programs):
        value["programs"] = list(record.programs)
    if record.played is not None:
        value["played"] = dict(zip(("game", "at"), record.played, strict=True))
    return value if record.rulings == MATCH_RULINGS else {**value, "rulings": serialize_rulings(record.rulings)}


def serialize_shuffle(shuffle: Shuffle) -> dict[str, Any]:
    """Return the JSON value of a shuffle, including its secret seed."""
    return {
        "version": VERSION,
        "commitment": shuffle.commitment,
        "seed": shuffle.seed,
        "parts": list(shuffle.parts),
        "lead": shuffle.lead,
    }


def replay(record: Record) -> State:
    """Return the state after all plays of a record.

    Raise ``BadRecord``, which names what is wrong with the deal or the first play that is refused.
    """
    try:
        deal = start(record.hands, record.deck, record.leader)
    except Refusal as refusal:
        raise BadRecord(_find_surplus_card(record) or f"deal: {refusal}") from refusal
    return _replay_plays(deal, record.plays)


def _replay_plays(state: State, plays: Cards) -> State:
    """Return the state after these cards; raise ``BadRecord``, which names the first card that is refused."""
    for number, card in enumerate(plays, 1):
        try:
            state = apply(state, card)
        except Refusal as refusal:
            raise BadRecord(f"play {number}: {card}: {refusal}") from refusal
    return state


def _find_surplus_card(record: Record) -> str | None:
    """Return an error message for the first card that is dealt more often than the deck holds it.

    Return None if there is no such card, or if a hand has the wrong size.
    """
    if (len(record.hands[0]), len(record.hands[1])) != (HAND_SIZE, HAND_SIZE):
        return None
    left = Counter(DECK)
    for place, dealt in (("hand 0", record.hands[0]), ("hand 1", record.hands[1]), ("deck", record.deck)):
        for number, card in enumerate(dealt, 1):
            if not left[card]:
                return f"{place}, card {number}: {card} is dealt more often than the deck holds it."
            left[card] -= 1
    return None


def build_report(state: State, draw: str = Draw.VOTES) -> dict[str, Any]:
    """Return the JSON object that the ``replay`` command prints for a state.

    ``draw`` is the ruling on draws in the record.
    """
    votes = compute_votes(state.score) if state.finished else None
    outcome = votes and decide_outcome(tuple([vote.seat for vote in votes]), draw)
    return {
        "status": "finished" if outcome else "playing",
        "phase": int(state.phase),
        "trick": state.number,
        "to_play": state.to_play,
        "legal": list_codes(legal_moves(state)),
        "tricks": [build_trick_report(trick) for trick in state.tricks],
        "followers": [list_codes(sorted(cards)) for cards in _list_followers(state)],
        "score_piles": [list_codes(sorted(cards)) for cards in state.score],
        "votes": build_votes_report(votes) if votes else None,
        "result": build_result_report(outcome) if outcome else None,
    }


def _list_followers(state: State) -> SeatCards:
    """Return the followers of each seat that are not played yet; in phase two they are the hands."""
    return state.followers if state.phase is Phase.ONE else state.hands


def build_trick_report(trick: Trick) -> dict[str, Any]:
    """Return the JSON object of a complete trick; ``revealed`` and ``blind`` are null in phase two."""
    return {
        "phase": int(trick.phase),
        "number": trick.number,
        "leader": trick.leader,
        "lead": CODES[trick.lead],
        "follow": CODES[trick.follow],
        "winner": trick.winner,
        "revealed": trick.revealed and CODES[trick.revealed],
        "blind": trick.blind and CODES[trick.blind],
    }


def build_votes_report(votes: tuple[Vote, ...]) -> dict[str, Seat | None]:
    """Return the seat that gets each vote, None for neither, by the faction's name in records."""
    return {vote.faction.key: vote.seat for vote in votes}


def build_result_report(outcome: Outcome) -> dict[str, Any]:
    """Return the JSON object of an outcome."""
    return {"winner": outcome.winner, "votes": list(outcome.votes)}


def list_plays(state: State) -> Cards:
    """Return all cards played to reach ``state``, in the order of play."""
    played = tuple(card for trick in state.tricks for card in (trick.lead, trick.follow))
    return played if state.lead is None else (*played, state.lead)


def list_codes(cards: tuple[Card, ...] | list[Card]) -> list[str]:
    """Return the codes of these cards."""
    return [CODES[card] for card in cards]


class DealVerdict(StrEnum):
    """Verdict on the deal of a record."""

    VERIFIED = "verified"
    NONE = "none"
    """The record has no shuffle."""
    OTHER_SEED = "other_seed"
    """The seed does not match the commitment."""
    OTHER_LEAD = "other_lead"
    OTHER_CARDS = "other_cards"


def verify_deal(record: Record) -> DealVerdict:
    """Return the verdict on the deal of a record that passes ``replay``."""
    shuffle = record.shuffle
    if shuffle is None:
        return DealVerdict.NONE
    if not shuffle.kept:
        return DealVerdict.OTHER_SEED
    dealt = shuffle.dealt()
    if dealt.leader != record.leader:
        return DealVerdict.OTHER_LEAD
    return DealVerdict.VERIFIED if (dealt.hands, dealt.deck) == (record.hands, record.deck) else DealVerdict.OTHER_CARDS
