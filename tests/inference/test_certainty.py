"""Certain votes: every completion of a log agrees with them, and none is withheld."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.inference.certainty import compute_pile_prospect, compute_prospects, get_settled_outcome
from games.inference.completion_votes import PossibleEndings, list_possible_endings
from games.inference.deduction import deduce
from games.inference.record import PileCount, Slot, Spot, TableRecord, TableTrick, list_possible_tops
from games.inference.tally import compute_tally
from games.inference.vote_bounds import Prospect, compute_vote_bounds
from games.rules.cards import DECK, Card, Faction
from games.rules.rulings import Draw, Rulings
from games.rules.scoring import Outcome, decide_outcome
from games.rules.state import HAND_SIZE, Phase, Seat
from games.rules.tricks import Pile
from tests.inference.completions import PLAYS, Line, completions, line_of
from tests.inference.table_logs import from_state, log, table_game
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET, few_votes
from tests.rules.situations import cards


@settings(QUIET, max_examples=sample_size(30))
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
def test_prospects_with_few_gaps_are_those_of_the_completions(seed: int, missing: set[Slot], blinds: bool) -> None:
    record = table_game(seed, honest=0.9).record
    if not blinds:
        record = replace(record, phase_one=tuple(trick._replace(blind=None) for trick in record.phase_one))
    for slot in missing:
        record = record.logged(slot, None)
    possible_votes = set(completions(record))
    assert possible_votes
    possible = {faction: frozenset(line[at] for line in possible_votes) for at, faction in enumerate(Faction)}
    check_exact(record, possible, frozenset(decide_outcome(line).winner for line in possible_votes))


def check_exact(record: TableRecord, possible: dict[Faction, Prospect], winners: Prospect) -> None:
    """All completions bring what is possible, and what alone is possible is declared."""
    known = deduce(record)
    walked, found = list_possible_endings(known), compute_prospects(record, known)
    assert walked is not None
    assert {
        faction: walked.prospects[faction] & seats for faction, seats in compute_vote_bounds(known).items()
    } == possible
    assert walked.winners == winners
    for faction, seats in possible.items():
        assert found.prospects[faction] >= seats
        assert len(seats) > 1 or found.prospects[faction] == seats
    assert found.winners >= winners
    assert len(winners) > 1 or found.winners == winners


@settings(QUIET, max_examples=sample_size(40))
@given(seed=st.integers(0, 2**32), tricks=st.integers(0, 25))
def test_counting_alone_never_excludes_what_then_happens(seed: int, tricks: int) -> None:
    game = table_game(seed)
    record = replace(
        game.record,
        phase_one=game.record.phase_one[:tricks],
        phase_two=game.record.phase_two[: max(0, tricks - HAND_SIZE)],
    )
    found = compute_vote_bounds(deduce(record))
    for one in compute_tally(game.record).factions:
        assert one.seat in found[one.faction]


def test_a_vote_is_declared_as_soon_as_the_cards_left_cannot_turn_it() -> None:
    game = table_game(12).record
    declared = [
        [one.certain for one in compute_tally(replace(game, phase_two=game.phase_two[:tricks])).factions]
        for tricks in range(HAND_SIZE + 1)
    ]
    for earlier, later in pairwise(declared):
        assert all(after for before, after in zip(earlier, later, strict=True) if before)
    assert not any(declared[0])
    assert all(declared[-2]), "with one card in each hand everything is settled"


def test_a_known_winner_is_declared_while_votes_are_open() -> None:
    open_result = [
        told
        for seed in range(20)
        for left in (2, 3)
        if (told := compute_tally(cut(seed, left))).result and not all(one.certain for one in told.factions)
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
    told = compute_tally(log())
    assert not any(one.certain for one in told.factions)
    assert told.result is None


def test_a_single_gap_is_filled() -> None:
    """The missing card is the one that is left over, wherever it is missing."""
    game = table_game(5)
    whole = compute_tally(game.record)
    for index in range(2 * HAND_SIZE):
        phase = Phase.ONE if index < HAND_SIZE else Phase.TWO
        slot = Slot(phase, index % HAND_SIZE + 1, Spot.FOLLOW)
        told = compute_tally(game.record.logged(slot, None))
        if told.finished:
            assert (told.tricks, told.result, told.missing) == (whole.tricks, whole.result, ())
        assert told.result == whole.result


def scoring_only(seed: int) -> TableRecord:
    """Undead of phase one by seat, then phase two."""
    game = table_game(seed)
    one = compute_tally(game.record).tricks[:HAND_SIZE]
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
        game.record.seats,
        None,
        (),
        game.record.phase_two,
        (piles[0], piles[1]),
        phase_two_leader=game.leaders[HAND_SIZE],
    )


@pytest.mark.parametrize("seed", range(sample_size(8)))
def test_scoring_only_tells_the_same_votes_and_piles(seed: int) -> None:
    whole, told = compute_tally(table_game(seed).record), compute_tally(scoring_only(seed))
    assert (told.score, told.result, told.slips, told.missing) == (whole.score, whole.result, (), ())
    assert [one.seat for one in told.factions] == [one.seat for one in whole.factions]


def test_a_forgotten_undead_leaves_only_that_vote_open() -> None:
    record = next(one for seed in range(50) if undead_hangs_on_a_card(one := scoring_only(seed)))
    told = compute_tally(without_an_undead(record))
    assert [one.faction for one in told.factions if not one.certain] == [Faction.UNDEAD]


def undead_hangs_on_a_card(record: TableRecord) -> bool:
    piles = compute_tally(record).score
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
    assert compute_pile_prospect(faction, PileCount(counts, highest)) == seats


def test_two_piles_have_every_pair_of_tops_that_some_way_to_lay_the_cards_brings() -> None:
    values = sorted(card.value for card in DECK if card.faction is Faction.KNIGHTS)
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for takers in product((0, 1, None), repeat=len(values)):
        first, second = ([value for value, to in zip(values, takers, strict=True) if to == seat] for seat in (0, 1))
        if first and second:
            found.setdefault((len(first), len(second)), set()).add((first[-1], second[-1]))
    for counts, tops in found.items():
        assert set(list_possible_tops(Faction.KNIGHTS, counts, (None, None))) == tops


def test_no_card_is_missing_if_piles_were_counted() -> None:
    record = log("U5 G3 - -; U6 K8 K3 -")
    assert compute_tally(record).missing
    assert compute_tally(replace(record, piles=((Faction.KNIGHTS, PileCount((2, 1))),))).missing == ()


@pytest.mark.parametrize("draw", Draw)
def test_the_possible_winners_follow_from_the_rulings(draw: Draw) -> None:
    """Three factions vote here: with fewer than all three votes nobody wins where three are needed."""
    states = few_votes()
    record = replace(from_state(states[-1], states[0].leader), rulings=Rulings(draw=draw))
    for slot in PLAYS[-4:]:
        record = record.logged(slot, None)
    winners = {decide_outcome(line, draw).winner for line in completions(record)}
    assert compute_prospects(record, deduce(record)).winners == winners
    assert (None in winners) is (draw is Draw.THREE)


@settings(QUIET, max_examples=sample_size(25))
@given(seed=st.integers(0, 2**32), asked=st.booleans())
def test_counted_piles_decide_as_the_cards_do(seed: int, asked: bool) -> None:
    whole = compute_tally(table_game(seed).record)
    piles = tuple((one.faction, pile_of(one.now.counts, one.now.highest, asked)) for one in whole.factions)
    told = compute_tally(TableRecord(("Ana", "Bram"), piles=piles))
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
    told = compute_tally(TableRecord(("Ana", "Bram"), piles=piles))
    assert told.result == Outcome(0, (3, 0))
    assert get_settled_outcome(compute_prospects(TableRecord(("Ana", "Bram"), piles=piles[:2]), deduce(log()))) is None


def test_goblins_that_were_all_discarded_are_certainly_nobodys_vote() -> None:
    """Thirteen tricks of phase one that hold every Goblin leave none for phase two."""
    goblins = cards("G0 G0 G0 G0 G0 G1 G2 G3 G4 G5 G6 G7 G8 G9")
    one = tuple(TableTrick(lead=goblins[2 * n], follow=goblins[2 * n + 1]) for n in range(7))
    told = compute_tally(TableRecord(("Ana", "Bram"), 0, one))
    assert (told.factions[0].certain, told.factions[0].seat) == (True, None)


PLAY_SPOTS = (Spot.LEAD, Spot.FOLLOW)


def random_gaps(seed: int) -> tuple[Slot, ...]:
    """A card of phase one, and both of a trick of phase two."""
    chance = Random(seed)
    first, second = chance.randint(1, HAND_SIZE), chance.randint(1, HAND_SIZE)
    return Slot(Phase.ONE, first, chance.choice(PLAY_SPOTS)), *(Slot(Phase.TWO, second, spot) for spot in PLAY_SPOTS)


def log_with_random_gaps(seed: int) -> TableRecord:
    """A log without blind cards, with such gaps."""
    record = table_game(seed).record
    record = replace(record, phase_one=tuple(trick._replace(blind=None) for trick in record.phase_one))
    for slot in random_gaps(seed):
        record = record.logged(slot, None)
    return record


def votes_of_completions(record: TableRecord, seed: int) -> set[Line]:
    """The votes for every way to fill its gaps."""
    logged = [card for trick in record.tricks for card in (trick.lead, trick.follow) if card is not None]
    found = set()
    for order in permutations((Counter(DECK) - Counter(logged)).elements()):
        full = record
        for slot, card in zip(random_gaps(seed), order, strict=True):
            full = full.logged(slot, card)
        found.add(line_of(full))
    return {line for line in found if line is not None}


def ending_of(seed: int) -> PossibleEndings:
    ending = list_possible_endings(deduce(log_with_random_gaps(seed)))
    assert ending is not None
    return ending


@pytest.mark.parametrize("seed", range(sample_size(8)))
def test_a_gap_in_each_phase_leaves_open_at_least_what_some_way_to_fill_them_brings(seed: int) -> None:
    possible, told = votes_of_completions(log_with_random_gaps(seed), seed), ending_of(seed).prospects
    for at, faction in enumerate(Faction):
        assert told[faction] >= {line[at] for line in possible}
    assert None not in told[Faction.UNDEAD], "no two of them are equal"


@pytest.mark.parametrize("seed", [3, 187, 908])
def test_nothing_more_where_it_is_known_who_won_what_was_scored_in_phase_one(seed: int) -> None:
    possible = votes_of_completions(log_with_random_gaps(seed), seed)
    assert ending_of(seed).prospects == {f: frozenset(line[at] for line in possible) for at, f in enumerate(Faction)}
