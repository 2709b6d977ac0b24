"""Laws of logged games, which hold under any powers of the factions."""

from __future__ import annotations

from dataclasses import replace

from games.inference.certainty import compute_prospects
from games.inference.deduction import deduce
from games.inference.pad import list_remaining_undead
from games.inference.record import read, write
from games.inference.tally import compute_tally
from games.rules.cards import COPIES, Card
from games.rules.record_fields import BadRecord
from games.rules.scoring import compute_vote
from games.rules.state import HAND_SIZE, Cards, Phase, SeatCards
from games.rules.tricks import Pile, list_gains
from tests.inference import test_certainty, test_random_logs
from tests.inference.table_logs import log, table_game


def check_laws() -> None:
    """Check all laws; raise AssertionError for the first that is broken."""
    test_random_logs.test_a_game_logged_card_by_card_is_what_replay_tells()
    test_random_logs.test_an_honest_log_with_gaps_is_never_contradicted_and_never_accused()
    test_random_logs.test_only_cards_that_are_in_the_pile_are_shown_in_it()
    test_certainty.test_prospects_with_few_gaps_are_those_of_the_completions()
    test_certainty.test_counting_alone_never_excludes_what_then_happens()
    if all(COPIES[card] == 1 for card in scored(Phase.ONE)):  # Cards that are alike are not logged apart one by one.
        for seed in range(4):
            test_certainty.test_scoring_only_tells_the_same_votes_and_piles(seed)
    check_phase_one()


def check_phase_one() -> None:
    """Check the laws of the cards scored in phase one, where most powers differ."""
    check_piles_of_unknown_cards()
    check_separately_logged_cards()
    check_leaders_by_separately_logged_cards()
    check_goblin_zeros_of_phase_one()
    for seed in range(4):
        check_open_piles_of_phase_one(seed)


def scored(phase: Phase) -> set[Card]:
    return {card for card in COPIES if pile(phase, card) is Pile.SCORE}


def pile(phase: Phase, card: Card) -> Pile:
    """Where a card goes that is played in a phase."""
    return list_gains(phase, 0, (card,), None, None)[0].pile


def check_piles_of_unknown_cards() -> None:
    tricks = compute_tally(log("- - - -", "- -; - -")).tricks
    for phase, trick in ((Phase.ONE, tricks[0]), (Phase.TWO, tricks[HAND_SIZE])):
        piles = {pile(phase, card) for card in COPIES}
        assert {gain.pile for gain in trick.gains if gain.spot in ("lead", "follow")} == (
            piles if len(piles) == 1 else {None}
        )


def check_separately_logged_cards() -> None:
    assert set(list_remaining_undead(log())) == scored(Phase.ONE)
    assert {card for card in COPIES if readable(card)} == scored(Phase.ONE)


def readable(card: Card) -> bool:
    """Whether a record may say that a card was won in phase one."""
    try:
        read(write(log(leader=None, undead=((card,), ()))))
    except BadRecord:
        return False
    return True


def check_leaders_by_separately_logged_cards() -> None:
    for card in scored(Phase.ONE):
        if COPIES[card] > 1:
            continue
        for seat in (0, 1):
            apart = ((card,), ()) if seat == 0 else ((), (card,))
            (trick,) = compute_tally(log(f"- {card} G0 -", leader=None, undead=apart)).tricks
            assert [gain.seat for gain in trick.gains if gain.card == card] == [seat]


def check_open_piles_of_phase_one(seed: int) -> None:
    """Nothing is logged of phase one, so its cards are known and their piles are not."""
    game = table_game(seed)
    supporters = replace(game.record, phase_one=(), leader=None, phase_two_leader=game.leaders[HAND_SIZE])
    played = {card for trick in game.record.phase_one for card in (trick.lead, trick.follow) if card}
    early = tuple(played & scored(Phase.ONE))
    found = compute_prospects(supporters, deduce(supporters)).prospects
    for faction, prospect in found.items():
        for first, second in ((early, ()), ((), early)):
            piles = _with(compute_tally(supporters).score, first, second)
            assert compute_vote(faction, piles).seat in prospect


def check_goblin_zeros_of_phase_one() -> None:
    """Four Goblin zeros are left to phase one; where those score, they can also lie level."""
    two = "G0 G1; G2 G3; G4 G5; G6 G7; G8 G9; K2 K3; K4 K5; K6 K7; K8 K9; D0 D1; D2 D3; D4 D5; D6 D7"
    record = log("", two, leader=None, phase_two_leader=0)
    (zero,) = (card for card, copies in COPIES.items() if copies > 1)
    score, early = compute_tally(record).score, zero in scored(Phase.ONE)
    piles = [_with(score, (zero,) * n * early, (zero,) * (4 - n) * early) for n in range(5)]
    found = compute_prospects(record, deduce(record)).prospects[zero.faction]
    assert found == {compute_vote(zero.faction, one).seat for one in piles}


def _with(score: SeatCards, first: Cards, second: Cards) -> SeatCards:
    return score[0] + first, score[1] + second
