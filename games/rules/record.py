"""Reading, replaying and writing ``claim-record/1``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from games.rules.cards import CODES, DECK, Card
from games.rules.errors import Refusal
from games.rules.fields import (
    BadRecord,
    cards,
    checked_fields,
    helped,
    levels,
    origin,
    pair_of,
    played,
    programs,
    ruled,
    rulings,
    seat,
    seat_names,
    shuffle,
)
from games.rules.helped import Helped, helped_value
from games.rules.moves import apply, legal_moves, start
from games.rules.playthrough import play_all
from games.rules.rulings import ONLINE, Draw, Lead, Rulings
from games.rules.scoring import Outcome, Vote, decide, votes
from games.rules.shuffle import VERSION, Shuffle
from games.rules.state import HAND, Cards, Pair, Phase, Seat, State, Trick

FORMAT = "claim-record/1"
ONLINE_LEADS = frozenset({Lead.RANDOM, Lead.CREATOR, Lead.OTHER})


@dataclass(frozen=True, slots=True)
class Record:
    """A digital match as a file holds it: the deal and the cards in the order played.

    ``shuffle`` is what the deal follows from, as the file says; None where it does not say. Only ``verify`` checks it.
    ``rulings`` are those of the game; a file names them where they are not the defaults. ``opponents`` are the levels
    of the seats that a site's own held, None for people; a file names them where there are any. ``helped`` is the help
    that a person had against one of them; None for none. ``origin`` is the code of the game that it goes on from and
    after how many cards of it, None for one that began with its deal. ``programs``: at which seats a program of its
    person sat; a file names them where there are any. ``played`` is the code of the game and when it was, where the
    file says so.
    """

    seats: tuple[str, str]
    leader: Seat
    hands: Pair
    deck: Cards
    plays: Cards
    shuffle: Shuffle | None = None
    rulings: Rulings = ONLINE
    opponents: tuple[str | None, str | None] = (None, None)
    helped: Helped | None = None
    origin: tuple[str, int] | None = None
    programs: tuple[bool, bool] = (False, False)
    played: tuple[str, str] | None = None


def read(data: object) -> Record:
    """The record in a decoded JSON value; ``BadRecord`` names what is malformed.

    Only the shape and the codes are checked here; ``replay`` checks the deal and the plays.
    """
    required = {"seats", "leader", "hands", "deck", "plays"}
    optional = frozenset({"shuffle", "rulings", "opponents", "helped", "origin", "programs", "played"})
    fields = checked_fields(data, FORMAT, required, optional)
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
        helped=helped(fields["helped"]) if "helped" in fields else None,
        origin=origin(fields["origin"]) if "origin" in fields else None,
        programs=programs(fields["programs"]) if "programs" in fields else (False, False),
        played=played(fields["played"]) if "played" in fields else None,
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
    if record.helped is not None:
        value["helped"] = helped_value(record.helped)
    if record.origin is not None:
        value["origin"] = dict(zip(("game", "step"), record.origin, strict=True))
    if any(record.programs):
        value["programs"] = list(record.programs)
    if record.played is not None:
        value["played"] = dict(zip(("game", "at"), record.played, strict=True))
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
        deal = start(record.hands, record.deck, record.leader)
    except Refusal as refusal:
        raise BadRecord(_surplus(record) or f"deal: {refusal}") from refusal
    return play_all(deal, record.plays) or _card_by_card(deal, record.plays)


def _card_by_card(state: State, plays: Cards) -> State:
    """The state after these cards, or ``BadRecord`` that names the one which is refused."""
    for number, card in enumerate(plays, 1):
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
    decided = votes(state.score) if state.finished else None
    end = decided and decide(tuple([vote.seat for vote in decided]), draw)
    return {
        "status": "finished" if end else "playing",
        "phase": int(state.phase),
        "trick": state.number,
        "to_play": state.to_play,
        "legal": codes(legal_moves(state)),
        "tricks": [trick_report(trick) for trick in state.tricks],
        "followers": [codes(sorted(cards)) for cards in _followers(state)],
        "score_piles": [codes(sorted(cards)) for cards in state.score],
        "votes": votes_report(decided) if decided else None,
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
        "lead": CODES[trick.lead],
        "follow": CODES[trick.follow],
        "winner": trick.winner,
        "revealed": trick.revealed and CODES[trick.revealed],
        "blind": trick.blind and CODES[trick.blind],
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
    return [CODES[card] for card in items]
