"""What is declared certain is so in every completion, and nothing that is so in every one is withheld."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.rules.cards import DECK, Card, Faction
from games.rules.logged.bounds import Prospect, bounds
from games.rules.logged.certainty import pile_prospect, prospects, settled
from games.rules.logged.endings import endings
from games.rules.logged.inference import know
from games.rules.logged.record import possible_tops
from games.rules.logged.slots import PileCount, Slot, Spot, TableRecord, TableTrick
from games.rules.logged.tally import tally
from games.rules.rulings import Draw, Rulings
from games.rules.scoring import Outcome, decide
from games.rules.state import HAND, Phase, Seat
from games.rules.tricks import Pile
from tests.draws import some
from tests.rules.completions import PLAYS, completions
from tests.rules.logbook import from_state, log, table_game
from tests.rules.random_games import QUIET, few_votes
from tests.rules.situations import cards


@settings(QUIET, max_examples=some(80))
@given(
    seed=st.integers(0, 2**32),
    missing=st.one_of(
        st.sets(st.sampled_from(PLAYS), min_size=1, max_size=4),
        st.integers(1, 5).map(lambda n: set(PLAYS[-n:])),
    ),
    blinds=st.booleans(),
)
@example(1435, {Slot(Phase.TWO, 8, Spot.FOLLOW), Slot(Phase.TWO, 10, Spot.LEAD)}, False)
@example(1842299168, {Slot(Phase.TWO, 5, Spot.FOLLOW), Slot(Phase.TWO, 12, Spot.LEAD)}, False)
def test_few_gaps_in_phase_two_leave_open_exactly_what_some_completion_brings(
    seed: int, missing: set[Slot], blinds: bool
) -> None:
    record = table_game(seed, honest=0.9).record
    if not blinds:
        record = replace(record, phase_one=tuple(trick._replace(blind=None) for trick in record.phase_one))
    for slot in missing:
        record = record.logged(slot, None)
    lines = set(completions(record))
    assert lines
    possible = {faction: frozenset(line[at] for line in lines) for at, faction in enumerate(Faction)}
    check_exact(record, possible, frozenset(decide(line).winner for line in lines))


def check_exact(record: TableRecord, possible: dict[Faction, Prospect], winners: Prospect) -> None:
    """All completions bring what is possible, and what alone is possible is declared."""
    known = know(record)
    walked, found = endings(known), prospects(record, known)
    assert walked is not None
    assert {faction: walked.prospects[faction] & seats for faction, seats in bounds(known).items()} == possible
    assert walked.winners == winners
    for faction, seats in possible.items():
        assert found.prospects[faction] >= seats
        assert len(seats) > 1 or found.prospects[faction] == seats
    assert found.winners >= winners
    assert len(winners) > 1 or found.winners == winners


@settings(QUIET, max_examples=some(80))
@given(seed=st.integers(0, 2**32), tricks=st.integers(0, 25))
def test_counting_alone_never_excludes_what_then_happens(seed: int, tricks: int) -> None:
    game = table_game(seed)
    record = replace(
        game.record, phase_one=game.record.phase_one[:tricks], phase_two=game.record.phase_two[: max(0, tricks - HAND)]
    )
    found = bounds(know(record))
    for one in tally(game.record).factions:
        assert one.seat in found[one.faction]


def test_a_vote_is_declared_as_soon_as_the_cards_left_cannot_turn_it() -> None:
    game = table_game(12).record
    declared = [
        [one.certain for one in tally(replace(game, phase_two=game.phase_two[:tricks])).factions]
        for tricks in range(HAND + 1)
    ]
    for earlier, later in pairwise(declared):
        assert all(after for before, after in zip(earlier, later, strict=True) if before)
    assert not any(declared[0])
    assert all(declared[-2]), "with one card in each hand everything is settled"


def test_a_known_winner_is_declared_while_votes_are_open() -> None:
    open_result = [
        told
        for seed in range(40)
        for left in (2, 3)
        if (told := tally(cut(seed, left))).result and not all(one.certain for one in told.factions)
    ]
    assert open_result
    for told in open_result:
        sure = [one.seat for one in told.factions if one.certain]
        assert told.result is not None
        assert told.result.votes == (sure.count(0), sure.count(1))
        assert not told.finished


def cut(seed: int, left: int) -> TableRecord:
    game = table_game(seed).record
    return replace(game, phase_two=game.phase_two[:-left])


def test_nothing_is_certain_of_an_empty_log() -> None:
    told = tally(log())
    assert not any(one.certain for one in told.factions)
    assert told.result is None


def test_all_cards_but_one_are_enough() -> None:
    """The missing card is the one that is left over, wherever it is missing."""
    game = table_game(5)
    whole = tally(game.record)
    for index in range(2 * HAND):
        phase = Phase.ONE if index < HAND else Phase.TWO
        slot = Slot(phase, index % HAND + 1, Spot.FOLLOW)
        told = tally(game.record.logged(slot, None))
        if told.finished:
            assert (told.tricks, told.result, told.missing) == (whole.tricks, whole.result, ())
        assert told.result == whole.result


def scoring_only(seed: int) -> TableRecord:
    """Undead of phase one by seat, then phase two."""
    game = table_game(seed)
    one = tally(game.record).tricks[:HAND]
    piles = [
        tuple(
            gain.card
            for trick in one
            for gain in trick.gains
            if gain.card and (gain.pile, gain.seat) == (Pile.SCORE, s)
        )
        for s in (0, 1)
    ]
    return TableRecord(
        game.record.seats, None, (), game.record.phase_two, (piles[0], piles[1]), phase_two_leader=game.leaders[HAND]
    )


@pytest.mark.parametrize("seed", range(some(20)))
def test_scoring_only_tells_the_same_votes_and_piles(seed: int) -> None:
    whole, told = tally(table_game(seed).record), tally(scoring_only(seed))
    assert (told.score, told.result, told.slips, told.missing) == (whole.score, whole.result, (), ())
    assert [one.seat for one in told.factions] == [one.seat for one in whole.factions]


def test_a_forgotten_undead_leaves_only_that_vote_open() -> None:
    record = next(one for seed in range(50) if undead_hangs_on_a_card(one := scoring_only(seed)))
    told = tally(without_an_undead(record))
    assert [one.faction for one in told.factions if not one.certain] == [Faction.UNDEAD]


def undead_hangs_on_a_card(record: TableRecord) -> bool:
    piles = tally(record).score
    counts = [sum(card.faction is Faction.UNDEAD for card in pile) for pile in piles]
    return counts == [6, 4] and bool(record.undead and record.undead[0]) and Card.parse("U9") in piles[1]


def without_an_undead(record: TableRecord) -> TableRecord:
    first, second = record.undead or ((), ())
    return replace(record, undead=(first[1:], second))


PILES = [
    ("goblins", (5, 4), (None, None), {0}),
    ("goblins", (4, 5), (9, None), {1}),
    ("knights", (0, 0), (None, None), {None}),
    ("undead", (5, 5), (9, 8), {0}),
    ("undead", (5, 5), (8, 9), {1}),
    ("dwarves", (1, 1), (9, None), {0}),
    ("dwarves", (1, 1), (None, 0), {0}),
    ("dwarves", (1, 1), (5, None), {0, 1}),
    ("dwarves", (3, 3), (None, 9), {1}),
    ("knights", (4, 4), (8, None), {1}),
    ("undead", (4, 4), (7, None), {0, 1}),
    ("undead", (5, 5), (8, None), {1}),
    ("goblins", (1, 1), (0, 0), {None}),
    ("goblins", (2, 2), (0, None), {1, None}),
    ("goblins", (3, 3), (0, None), {1}),
    ("doppelgangers", (2, 2), (None, None), {0, 1}),
]


@pytest.mark.parametrize(("key", "counts", "highest", "seats"), PILES)
def test_counted_piles(
    key: str, counts: tuple[int, int], highest: tuple[int | None, int | None], seats: set[Seat | None]
) -> None:
    faction = next(faction for faction in Faction if faction.key == key)
    assert pile_prospect(faction, PileCount(counts, highest)) == seats


def test_two_piles_have_every_pair_of_tops_that_some_way_to_lay_the_cards_brings() -> None:
    values = sorted(card.value for card in DECK if card.faction is Faction.KNIGHTS)
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for takers in product((0, 1, None), repeat=len(values)):
        first, second = ([value for value, to in zip(values, takers, strict=True) if to == seat] for seat in (0, 1))
        if first and second:
            found.setdefault((len(first), len(second)), set()).add((first[-1], second[-1]))
    for counts, tops in found.items():
        assert set(possible_tops(Faction.KNIGHTS, counts, (None, None))) == tops


def test_where_piles_were_counted_no_card_of_the_log_is_missing() -> None:
    record = log("U5 G3 - -; U6 K8 K3 -")
    assert tally(record).missing
    assert tally(replace(record, piles=((Faction.KNIGHTS, PileCount((2, 1))),))).missing == ()


@pytest.mark.parametrize("draw", Draw)
def test_what_few_gaps_leave_open_goes_by_the_rulings(draw: Draw) -> None:
    """Three factions vote here: with fewer than all three votes nobody wins where three are needed."""
    states = few_votes()
    record = replace(from_state(states[-1], states[0].leader), rulings=Rulings(draw=draw))
    for slot in PLAYS[-4:]:
        record = record.logged(slot, None)
    winners = {decide(line, draw).winner for line in completions(record)}
    assert prospects(record, know(record)).winners == winners
    assert (None in winners) is (draw is Draw.THREE)


@settings(QUIET, max_examples=some(60))
@given(seed=st.integers(0, 2**32), asked=st.booleans())
def test_counted_piles_decide_as_the_cards_do(seed: int, asked: bool) -> None:
    whole = tally(table_game(seed).record)
    piles = tuple((one.faction, pile_of(one.now.counts, one.now.highest, asked)) for one in whole.factions)
    told = tally(TableRecord(("Ana", "Bram"), piles=piles))
    assert (told.result, told.finished, told.missing) == (whole.result, True, ())
    assert [(one.now.counts, one.now.by, one.seat) for one in told.factions] == [
        (one.now.counts, one.now.by, one.seat) for one in whole.factions
    ]


def pile_of(counts: tuple[int, int], highest: tuple[Card | None, Card | None], asked: bool) -> PileCount:
    if counts[0] != counts[1] and not asked:
        return PileCount(counts)
    first, second = (card and card.value for card in highest)
    return PileCount(counts, (first, second))


def test_three_counted_factions_can_be_enough() -> None:
    piles = tuple((faction, PileCount((2, 1))) for faction in list(Faction)[:3])
    told = tally(TableRecord(("Ana", "Bram"), piles=piles))
    assert told.result == Outcome(0, (3, 0))
    assert settled(prospects(TableRecord(("Ana", "Bram"), piles=piles[:2]), know(log()))) is None


def test_goblins_that_were_all_discarded_are_certainly_nobodys_vote() -> None:
    """Thirteen tricks of phase one that hold every Goblin leave none for phase two."""
    goblins = cards("G0 G0 G0 G0 G0 G1 G2 G3 G4 G5 G6 G7 G8 G9")
    one = tuple(TableTrick(lead=goblins[2 * n], follow=goblins[2 * n + 1]) for n in range(7))
    told = tally(TableRecord(("Ana", "Bram"), 0, one))
    assert (told.factions[0].certain, told.factions[0].seat) == (True, None)
