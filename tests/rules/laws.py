"""What holds of a logged game whatever the factions can do."""

from __future__ import annotations

from dataclasses import replace

from games.rules.cards import COPIES, Card
from games.rules.fields import BadRecord
from games.rules.logged.certainty import prospects
from games.rules.logged.inference import know
from games.rules.logged.pad import remaining_undead
from games.rules.logged.record import read, write
from games.rules.logged.tally import tally
from games.rules.scoring import vote
from games.rules.state import HAND, Cards, Pair, Phase
from games.rules.tricks import Pile, collect
from tests.draws import some
from tests.rules import test_tally_certain as certain
from tests.rules import test_tally_random as random
from tests.rules.logbook import log, table_game


def hold() -> None:
    """Raises AssertionError for the first law that does not."""
    random.test_a_game_logged_card_by_card_is_what_replay_tells()
    random.test_an_honest_log_with_gaps_is_never_contradicted_and_never_accused()
    random.test_only_cards_that_are_in_the_pile_are_shown_in_it()
    certain.test_few_gaps_in_phase_two_leave_open_exactly_what_some_completion_brings()
    certain.test_counting_alone_never_excludes_what_then_happens()
    if all(COPIES[card] == 1 for card in scored(Phase.ONE)):  # Cards that are alike are not logged apart one by one.
        for seed in range(some(20)):
            certain.test_scoring_only_tells_the_same_votes_and_piles(seed)
    phase_one_holds()


def phase_one_holds() -> None:
    """The laws of what is scored in phase one, where most powers differ."""
    a_pile_of_an_unknown_card_is_told_if_every_card_goes_there()
    exactly_what_is_scored_in_phase_one_is_logged_apart()
    what_was_logged_apart_tells_who_led_its_trick()
    zeros_of_phase_one_may_lie_anyhow()
    for seed in range(some(10)):
        cards_of_phase_one_may_have_gone_to_either_seat(seed)


def scored(phase: Phase) -> set[Card]:
    return {card for card in COPIES if pile(phase, card) is Pile.SCORE}


def pile(phase: Phase, card: Card) -> Pile:
    """Where a card goes that is played in a phase."""
    return collect(phase, 0, (card,), None, None)[0].pile


def a_pile_of_an_unknown_card_is_told_if_every_card_goes_there() -> None:
    tricks = tally(log("- - - -", "- -; - -")).tricks
    for phase, trick in ((Phase.ONE, tricks[0]), (Phase.TWO, tricks[HAND])):
        piles = {pile(phase, card) for card in COPIES}
        assert {gain.pile for gain in trick.gains if gain.spot in ("lead", "follow")} == (
            piles if len(piles) == 1 else {None}
        )


def exactly_what_is_scored_in_phase_one_is_logged_apart() -> None:
    assert set(remaining_undead(log())) == scored(Phase.ONE)
    assert {card for card in COPIES if readable(card)} == scored(Phase.ONE)


def readable(card: Card) -> bool:
    """Whether a record may say that a card was won in phase one."""
    try:
        read(write(log(leader=None, undead=((card,), ()))))
    except BadRecord:
        return False
    return True


def what_was_logged_apart_tells_who_led_its_trick() -> None:
    for card in scored(Phase.ONE):
        if COPIES[card] > 1:
            continue
        for seat in (0, 1):
            apart = ((card,), ()) if seat == 0 else ((), (card,))
            (trick,) = tally(log(f"- {card} G0 -", leader=None, undead=apart)).tricks
            assert [gain.seat for gain in trick.gains if gain.card == card] == [seat]


def cards_of_phase_one_may_have_gone_to_either_seat(seed: int) -> None:
    """Nothing is logged of phase one, so its cards are known and their piles are not."""
    game = table_game(seed)
    supporters = replace(game.record, phase_one=(), leader=None, phase_two_leader=game.leaders[HAND])
    played = {card for trick in game.record.phase_one for card in (trick.lead, trick.follow) if card}
    early = tuple(played & scored(Phase.ONE))
    found = prospects(supporters, know(supporters)).prospects
    for faction, prospect in found.items():
        for first, second in ((early, ()), ((), early)):
            piles = _with(tally(supporters).score, first, second)
            assert vote(faction, piles).seat in prospect


def zeros_of_phase_one_may_lie_anyhow() -> None:
    """Four Goblin zeros are left to phase one; where those score, they can also lie level."""
    two = "G0 G1; G2 G3; G4 G5; G6 G7; G8 G9; K2 K3; K4 K5; K6 K7; K8 K9; D0 D1; D2 D3; D4 D5; D6 D7"
    record = log("", two, leader=None, phase_two_leader=0)
    (zero,) = (card for card, copies in COPIES.items() if copies > 1)
    score, early = tally(record).score, zero in scored(Phase.ONE)
    piles = [_with(score, (zero,) * n * early, (zero,) * (4 - n) * early) for n in range(5)]
    found = prospects(record, know(record)).prospects[zero.faction]
    assert found == {vote(zero.faction, one).seat for one in piles}


def _with(score: Pair, first: Cards, second: Cards) -> Pair:
    return score[0] + first, score[1] + second
