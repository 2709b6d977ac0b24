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
    serialize_rulings,
)
from games.rules.rulings import MATCH_RULINGS, Draw, Lead, Rulings
from games.rules.scoring import Outcome, Vote, compute_votes, decide_outcome
from games.rules.shuffle import VERSION, Shuffle
from games.rules.state import HAND_SIZE, Cards, Pair, Phase, Seat, State, Trick

FORMAT = "claim-record/1"
ONLINE_LEADS = frozenset({Lead.RANDOM, Lead.CREATOR, Lead.OTHER})


@dataclass(frozen=True, slots=True)
class Record:
    """A digital match as a file holds it: the deal and the cards in the order played.

    ``shuffle`` is what the deal follows from, as the file says; None where the file does not say. Only ``verify_deal``
    checks it. ``rulings`` are the rulings of the game; a file names them where they are not the defaults. ``opponents``
    are the levels of the seats that bots of a site held, None for people; a file names them where there are any.
    ``helped`` is the help that a person had against a bot; None for no help. ``origin`` is the code of the game that
    this game continues and the number of its cards before that, None for a game that began with its deal. ``programs``
    says at which seats a program of the seat's person sat; a file names them where there are any. ``played`` is the
    code of the game and when it was, where the file says so.
    """

    seats: tuple[str, str]
    leader: Seat
    hands: Pair
    deck: Cards
    plays: Cards
    shuffle: Shuffle | None = None
    rulings: Rulings = MATCH_RULINGS
    opponents: tuple[str | None, str | None] = (None, None)
    helped: RecordedHelp | None = None
    origin: tuple[str, int] | None = None
    programs: tuple[bool, bool] = (False, False)
    played: tuple[str, str] | None = None


def read(data: object) -> Record:
    """Return the record in a decoded JSON value; raise ``BadRecord``, which names what is malformed.

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
    """Return the JSON value of a record; ``read`` turns it back into the record."""
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
        value["origin"] = dict(zip(("game", "step"), record.origin, strict=True))
    if any(record.programs):
        value["programs"] = list(record.programs)
    if record.played is not None:
        value["played"] = dict(zip(("game", "at"), record.played, strict=True))
    return value if record.rulings == MATCH_RULINGS else {**value, "rulings": serialize_rulings(record.rulings)}


def serialize_shuffle(shuffle: Shuffle) -> dict[str, Any]:
    """Return the JSON value of the shuffle that a deal follows from, the seed included."""
    return {
        "version": VERSION,
        "commitment": shuffle.commitment,
        "seed": shuffle.seed,
        "parts": list(shuffle.parts),
        "lead": shuffle.lead,
    }


def replay(record: Record) -> State:
    """Return the state after the record's plays; raise ``BadRecord``, which names the first play that is refused."""
    try:
        deal = start(record.hands, record.deck, record.leader)
    except Refusal as refusal:
        raise BadRecord(_find_surplus_card(record) or f"deal: {refusal}") from refusal
    return _replay_plays(deal, record.plays)


def _replay_plays(state: State, plays: Cards) -> State:
    """Return the state after these cards; raise ``BadRecord``, which names the card that is refused."""
    for number, card in enumerate(plays, 1):
        try:
            state = apply(state, card)
        except Refusal as refusal:
            raise BadRecord(f"play {number}: {card}: {refusal}") from refusal
    return state


def _find_surplus_card(record: Record) -> str | None:
    """Return the place of the first card too many in a deal of the right sizes, with the reason; None if none is."""
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
    """Return the JSON object that the ``replay`` command prints for a state; ``draw`` is from the record's rulings."""
    decided = compute_votes(state.score) if state.finished else None
    end = decided and decide_outcome(tuple([vote.seat for vote in decided]), draw)
    return {
        "status": "finished" if end else "playing",
        "phase": int(state.phase),
        "trick": state.number,
        "to_play": state.to_play,
        "legal": list_codes(legal_moves(state)),
        "tricks": [build_trick_report(trick) for trick in state.tricks],
        "followers": [list_codes(sorted(cards)) for cards in _list_followers(state)],
        "score_piles": [list_codes(sorted(cards)) for cards in state.score],
        "votes": build_votes_report(decided) if decided else None,
        "result": build_result_report(end) if end else None,
    }


def _list_followers(state: State) -> Pair:
    """Return the recruits not yet played in phase two, where they are the hands."""
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


def build_votes_report(decided: tuple[Vote, ...]) -> dict[str, Seat | None]:
    """Return the seat that gets each faction's vote, by the faction's name in records."""
    return {vote.faction.key: vote.seat for vote in decided}


def build_result_report(end: Outcome) -> dict[str, Any]:
    """Return the JSON object of an outcome."""
    return {"winner": end.winner, "votes": list(end.votes)}


def list_plays(state: State) -> Cards:
    """Return the cards in the order in which they were played to reach ``state``."""
    done = tuple(card for trick in state.tricks for card in (trick.lead, trick.follow))
    return done if state.lead is None else (*done, state.lead)


def list_codes(items: tuple[Card, ...] | list[Card]) -> list[str]:
    """Return the codes of these cards."""
    return [CODES[card] for card in items]


# Verification of a recorded deal against the commitments in its record.


class DealVerdict(StrEnum):
    """Verdict on the deal of a record."""

    VERIFIED = "verified"
    NONE = "none"
    """The record does not say what its deal follows from."""
    OTHER_SEED = "other_seed"
    """The seed is not the seed of the commitment."""
    OTHER_LEAD = "other_lead"
    OTHER_CARDS = "other_cards"


def verify_deal(record: Record) -> DealVerdict:
    """Return the verdict on the deal of a record that can be replayed; ``replay`` checks whether it can."""
    shuffle = record.shuffle
    if shuffle is None:
        return DealVerdict.NONE
    if not shuffle.kept:
        return DealVerdict.OTHER_SEED
    dealt = shuffle.dealt()
    if dealt.leader != record.leader:
        return DealVerdict.OTHER_LEAD
    return DealVerdict.VERIFIED if (dealt.hands, dealt.deck) == (record.hands, record.deck) else DealVerdict.OTHER_CARDS
