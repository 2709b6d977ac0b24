"""Votes at the ends of completions, in which cards of phase one may have gone to either seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from games.inference.completion_search import CompletionSearch, SearchLimitExceeded
from games.inference.deduction import Deduction
from games.inference.score_vector import (
    FIELD_INDEX,
    Pile,
    ScoreVector,
    add_card,
    decode_pile,
    get_vote_winner,
    split_fields,
)
from games.inference.vote_bounds import Prospect, list_open_plays, list_scored_cards
from games.rules.cards import COPIES, Card, Faction
from games.rules.rulings import Draw
from games.rules.scoring import decide_outcome
from games.rules.state import HAND_SIZE, Phase, Seat
from games.rules.tricks import list_scored_factions

PHASE_ONE_FACTIONS = list_scored_factions(Phase.ONE)
Line = tuple[Seat | None, ...]
"""The seat that gets each vote, in the order of the factions; None for neither seat."""
UnplacedCards = tuple[tuple[Card, ...], ...]
"""For each faction, the cards that may be in either pile."""
TWINS = frozenset(card.faction for card, copies in COPIES.items() if copies > 1)
"""The factions with several copies of a card."""


class VoteLines:
    """The votes at the ends of the lines of a search."""

    def __init__(self, walk: CompletionSearch) -> None:
        self.walk = walk
        self.adrift, self.room = _list_unplaced_cards(walk.known)
        # Not a cached function: it would refer to this object, a cycle that only the garbage collector frees.
        self.drifts: dict[int, UnplacedCards] = {}

    def drift(self, pool: int) -> UnplacedCards:
        """Return the cards of each faction that may be in either pile; ``pool`` was in no hand in phase two."""
        if pool not in self.drifts:
            cards = self.adrift
            if self.room:
                cards = [*self.adrift, *(card for card in self.walk.cards_of(pool) if self.drifting(card.faction))]
            self.drifts[pool] = tuple(tuple(card for card in cards if card.faction is faction) for faction in Faction)
        return self.drifts[pool]

    def drifting(self, faction: Faction) -> bool:
        """Return whether cards of a faction that were in no hand in phase two may be in either pile."""
        return self.room and faction in PHASE_ONE_FACTIONS

    def apart(self, ends: Iterable[tuple[ScoreVector, int]]) -> set[tuple[ScoreVector, UnplacedCards]]:
        """Return the different ends: their piles, and the cards that may be in either pile."""
        return {(standing, self.drift(pool)) for standing, pool in ends}

    def votes(self, standing: ScoreVector, drift: UnplacedCards) -> list[Prospect]:
        """Return the seats that may get each vote, in the order of the factions."""
        return list(map(_list_vote_seats, split_fields(standing), drift))

    def lines(self, ends: Iterable[tuple[ScoreVector, int]]) -> set[Line]:
        """Return the possible combinations of all votes at these ends."""
        return {line for end in self.apart(ends) for line in product(*self.votes(*end))}


@lru_cache(4096)
def _list_vote_seats(field: int, more: tuple[Card, ...]) -> frozenset[Seat | None]:
    """Return the seats that may get a faction's vote; the cards ``more`` may be in either pile."""
    pile = decode_pile(field)
    if not more:
        return frozenset({get_vote_winner(pile)})
    level: set[Seat | None] = {None} if more[0].faction in TWINS else set()
    return frozenset(level.union(_list_open_vote_seats(pile, more)))


def _list_unplaced_cards(known: Deduction) -> tuple[list[Card], bool]:
    """Return the cards scored in phase one by an unknown seat, and whether phase one has open plays.

    With open plays, cards that were in no hand in phase two may have been scored there too.
    """
    played = [card for card, side in list_scored_cards(known, HAND_SIZE) if side.seat is None]
    room = any(index < HAND_SIZE for index in list_open_plays(known))
    loose = [card for card in known.account.adrift.elements() if card.faction in PHASE_ONE_FACTIONS]
    return (played + loose, True) if room else (played, False)


def _list_open_vote_seats(pile: Pile, adrift: Iterable[Card]) -> Iterator[Seat]:
    """Yield the seats that may get a vote if the cards ``adrift`` may go to either; a seat does best with all of them.

    The case that neither seat gets the vote is left out: it takes equal cards in both piles.
    """
    for seat in (0, 1):
        best = pile
        for card in adrift:
            best = add_card(best, card.value, seat)
        if get_vote_winner(best) == seat:
            yield seat


# Possible endings of a log with few enough completions to go through all of them.


@dataclass(frozen=True, slots=True)
class PossibleEndings:
    """The possible endings of a game: the seats that may get each vote, and the possible winners (None: a draw)."""

    prospects: dict[Faction, Prospect]
    winners: frozenset[Seat | None]


def list_possible_endings(known: Deduction, draw: str = Draw.VOTES) -> PossibleEndings | None:
    """Return the endings of all completions of phase two; None if there are too many completions, or none at all.

    This is the reference for the cheaper search in ``games.inference.certainty``. It is exact with two exceptions: the
    duty to follow is not assumed, since people may break it unnoticed, and cards scored in unlogged tricks of phase one
    may have gone to either seat.
    """
    walk = CompletionSearch(known)
    if walk.is_hopeless():
        return None
    try:
        votes = VoteLines(walk).lines(walk.run())
    except SearchLimitExceeded:
        return None
    if not votes:
        return None
    prospects = {faction: frozenset(line[at] for line in votes) for faction, at in FIELD_INDEX.items()}
    return PossibleEndings(prospects, frozenset(decide_outcome(line, draw).winner for line in votes))
