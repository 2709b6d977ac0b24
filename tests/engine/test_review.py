"""Review of a finished game: phase two by minimax, phase one by the knowledge of the seat to play, and luck."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from games.engine.review import luck, phase_one
from games.engine.review.finished_game import FinishedGame
from games.engine.review.phase_one import INACCURACY, MIN_LOSS, MISTAKE, get_verdict
from games.engine.review.phase_two import review_trick
from games.engine.review.steps import compute_edition, list_steps, review_game, review_step
from games.engine.review.values import EndgameCard, Estimate, JudgedCard, ReviewPart, join_parts, serialize_review
from games.rules.cards import Card
from games.rules.record import Record
from games.rules.record_fields import GameOrigin
from games.rules.rulings import Draw
from games.rules.state import Seat
from games.schemas.review import ReviewShown
from tests.engine.minimax import values, values_after
from tests.rules.random_games import random_game
from tests.rules.worlds import redealt, world


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer worlds than a site takes: what holds of few holds of many."""
    monkeypatch.setattr(phase_one, "WORLD_COUNT", 200)
    monkeypatch.setattr(luck, "WORLD_COUNT", 200)


def record_of(seed: int, plies: int = 52) -> Record:
    """A random game, up to a card."""
    states = random_game(seed)
    return world(states[plies], states[0])


def until(record: Record, plies: int) -> Record:
    return replace(record, plays=record.plays[:plies])


def mirrored(record: Record) -> Record:
    """The same game with the seats changed."""
    return replace(record, leader=1 - record.leader, hands=(record.hands[1], record.hands[0]))


def ruled(record: Record, draw: str) -> Record:
    return replace(record, rulings=replace(record.rulings, draw=draw))


class TestPhaseTwo:
    @pytest.mark.parametrize(("order", "draw"), [(0, Draw.VOTES), (1, Draw.THREE)])
    def test_every_card_is_judged_as_by_minimax(self, order: int, draw: str) -> None:
        for seed in range(3):
            played = FinishedGame(ruled(record_of(seed), draw))
            for ply in (46, 48, 50):
                for said in review_trick(played, ply):
                    self.assert_true(played, said, order)

    def assert_true(self, played: FinishedGame, said: EndgameCard, order: int) -> None:
        state = played.states[said.ply]
        side = 1 if state.to_play == 0 else -1
        after = values_after(state)
        before = [(max if side > 0 else min)(one) for one in zip(*after.values(), strict=True)]
        assert (said.before, said.margin_before) == (side * before[order], side * before[2])
        assert (said.after, said.margin_after) == (side * after[said.card][order], side * after[said.card][2])
        keeps = {card for card, one in after.items() if one[order] == before[order]}
        assert set(said.keeps) == (keeps if said.card not in keeps else set())
        assert (said.line is not None) == said.gave_away == (said.card not in keeps)

    def test_the_line_that_would_have_kept_it_does(self) -> None:
        """Played by the rules to the end it comes to what there was before the card that gave it away."""
        found = 0
        for seed in range(8):
            record = record_of(seed)
            for ply in range(40, 52, 2):
                for said in review_trick(FinishedGame(record), ply):
                    if said.line is not None:
                        kept = FinishedGame(replace(record, plays=record.plays[: said.ply] + said.line))
                        assert kept.states[-1].finished
                        assert said.line[0] in said.keeps
                        side = 1 if said.seat == 0 else -1
                        assert side * values(kept.states[-1])[0] == said.before
                        found += 1
        assert found

    def test_endings_beyond_the_limit_are_unknown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("games.engine.review.phase_two.MAX_NODES", 5)
        found = review_step(record_of(3), 26)
        assert found.curve == ()
        assert [(one.before, one.gave_away, one.line) for one in found.endings] == [(None, False, None)] * 2
        assert not join_parts([found]).is_exact
        assert join_parts([ReviewPart()]).is_exact


class TestVerdict:
    @pytest.mark.parametrize(
        ("loss", "error", "said"),
        [
            (0.029, 0.0, None),
            (0.030, 0.0, INACCURACY),
            (0.049, 0.0, INACCURACY),
            (0.050, 0.0, MISTAKE),
            (0.069, 0.010, INACCURACY),
            (0.070, 0.010, MISTAKE),
            (0.049, 0.010, None),
            (0.050, 0.010, INACCURACY),
            (0.300, 0.130, INACCURACY),
            (0.300, 0.140, None),
            (-0.200, 0.001, None),
        ],
    )
    def test_only_what_is_lost_beyond_two_errors_counts(self, loss: float, error: float, said: str | None) -> None:
        assert get_verdict(Estimate(loss, error)) == said

    def test_a_mistake_takes_five_points_and_perhaps_three(self) -> None:
        assert MIN_LOSS == {MISTAKE: 0.05, INACCURACY: 0.03}


class TestPhaseOne:
    def test_nothing_is_said_below_three_points_and_no_card_is_best_within_them(self) -> None:
        said: list[JudgedCard] = []
        for seed in range(3):
            record = record_of(seed, 14)
            for ply in list_steps(record):
                said += review_step(record, ply).cards
        assert [one.ply for one in said] == [*range(14)] * 3
        called = [one for one in said if one.verdict]
        for one in called:
            assert one.loss is not None
            assert one.error is not None
            assert one.verdict == get_verdict(Estimate(one.loss, one.error))
            assert one.better
            assert one.card not in one.better
        assert {one.verdict for one in called} == {MISTAKE, INACCURACY}
        silent = [(one.loss, one.error, one.better) for one in said if not one.verdict]
        assert set(silent) == {(None, None, ())}

    def test_cards_within_three_points_of_the_best_are_named_together(self) -> None:
        for seed in range(2):
            record = record_of(seed, 8)
            for ply in range(0, 8, 2):
                knowledge = FinishedGame(record).build_knowledge(ply)
                wins = phase_one.simulate_legal_cards(knowledge)
                one = phase_one.judge_card(knowledge, wins, record.plays[ply])
                means = {card: float(found.mean()) for card, found in wins.items()}
                best = max(means.values())
                assert all(best - means[card] < 0.05 for card in one.better)
                assert not one.better or max(means, key=lambda card: means[card]) in one.better

    @pytest.mark.parametrize("ply", [0, 11, 25])
    def test_cards_that_the_seat_to_play_had_not_seen_make_no_difference(self, ply: int) -> None:
        chance = random.Random(ply)
        for seed in range(1):
            record = record_of(seed, ply + 1)
            seat = FinishedGame(record).states[ply].to_play
            other = redealt(until(record, ply), seat, chance)
            assert other != until(record, ply)
            assert judged_at(record, ply) == judged_at(replace(other, plays=record.plays), ply)

    def test_a_curve_that_peeked_would_be_caught(self) -> None:
        """What the deal was worth is told with both hands seen."""
        record = record_of(5, 0)
        seat: Seat | None = record.leader
        other = redealt(record, seat, random.Random(1))
        here, there = review_step(record, 0), review_step(other, 0)
        assert here.curve == there.curve
        assert here.deal != there.deal

    def test_the_same_game_with_the_seats_changed_is_told_the_other_way_round(self) -> None:
        record = record_of(7, 4)
        here, there = review_game(record), review_game(mirrored(record))
        assert review_game(record) == here
        assert [one.chance for one in here.curve] == pytest.approx([1 - one.chance for one in there.curve])
        assert here.cards == tuple(replace(one, seat=1 - one.seat) for one in there.cards)
        assert here.deal is not None
        assert there.deal is not None
        assert here.deal.chance == pytest.approx(1 - there.deal.chance)
        assert [one.swing for one in here.blind] == pytest.approx([-one.swing for one in there.blind])


def judged_at(record: Record, ply: int) -> tuple[object, JudgedCard]:
    knowledge = FinishedGame(record).build_knowledge(ply)
    wins = phase_one.simulate_legal_cards(knowledge, 100)
    return phase_one.build_point(knowledge, wins), phase_one.judge_card(knowledge, wins, record.plays[ply])


class TestLuck:
    @pytest.mark.parametrize(("code", "sign"), [("P9", 1), ("D9", -1)])
    def test_a_good_blind_card_helps_whoever_took_it_and_a_bad_one_does_not(self, code: str, sign: int) -> None:
        record = with_blind(record_of(3, 2), Card.parse(code))
        played = FinishedGame(record)
        swing = luck.estimate_swing(played.build_knowledge(2), played.states[2])
        assert swing is not None
        assert (str(swing.card), swing.step) == (code, 2)
        assert swing.seat == 1 - played.states[2].tricks[0].winner
        for_taker = swing.swing if swing.seat == 0 else -swing.swing
        assert sign * for_taker > 3 * swing.error > 0

    def test_there_is_one_for_each_trick_but_the_last_whose_blind_card_follows_from_all_others(self) -> None:
        played = FinishedGame(record_of(4))
        found = [luck.estimate_swing(played.build_knowledge(ply), played.states[ply]) for ply in range(0, 28, 2)]
        assert [one is not None for one in found] == [False, *[True] * 12, False]

    def test_a_hand_full_of_good_cards_is_a_lucky_deal(self) -> None:
        record = record_of(4, 0)
        cards = sorted([*record.hands[0], *record.hands[1]], key=lambda card: -card.value)
        lucky = replace(record, hands=(tuple(cards[:13]), tuple(cards[13:])))
        deal = review_step(lucky, 0).deal
        assert deal is not None
        assert deal.chance > 0.7


def with_blind(record: Record, card: Card) -> Record:
    """The same two plays, with this card as the first blind one: it changes places with the one that is."""
    now = record.deck[1]
    swap = {card: now, now: card}
    assert card not in record.plays
    hands = tuple(tuple(swap.get(one, one) for one in hand) for hand in record.hands)
    return replace(record, hands=(hands[0], hands[1]), deck=tuple(swap.get(one, one) for one in record.deck))


class TestWhole:
    def test_a_game_is_reviewed_in_steps_of_a_trick_and_told_as_the_protocol_says(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.engine.review.phase_two.MAX_NODES", 5_000)
        record = record_of(9)
        found = review_game(record)
        assert [one.step for one in found.curve] == [*range(0, 26, 2)]
        assert [one.ply for one in found.cards] == [*range(26)]
        assert [one.ply for one in found.endings] == [*range(26, 52)]
        assert [one.after for one in found.endings][-1] is not None
        ReviewShown.model_validate(_as_read(serialize_review(found)))

    @pytest.mark.parametrize("plies", [0, 7, 26, 51])
    def test_the_review_of_an_unfinished_game_ends_with_it(self, plies: int) -> None:
        record = record_of(2, plies)
        parts = [review_step(record, ply) for ply in list_steps(record)[-2:]]
        ended = join_parts(parts)
        told = [one.ply for one in ended.cards] + [one.ply for one in ended.endings]
        assert told == [*range(list_steps(record)[-2:][0], plies)]

    @pytest.mark.parametrize("begun", [6, 25, 44])
    def test_only_cards_after_the_origin_are_judged(self, begun: int) -> None:
        played = min(begun + 4, 52)
        found = review_game(replace(record_of(2, played), origin=GameOrigin("ABCDEF", begun)))
        assert [one.ply for one in found.cards] + [one.ply for one in found.endings] == [*range(begun, played)]
        assert min((one.step for one in found.curve), default=begun) >= begun
        assert all(one.step > begun for one in found.blind)
        assert found.first_ply == begun
        ReviewShown.model_validate(_as_read(serialize_review(found)))

    @pytest.mark.parametrize("begun", [43, 44])
    def test_the_start_in_phase_two_is_judged_exactly(self, begun: int) -> None:
        record = replace(record_of(2, 52), origin=GameOrigin("ABCDEF", begun))
        first = review_game(record).endings[0]
        assert first.before is not None
        side = 1 if first.seat == 0 else -1
        assert review_game(record).deal == Estimate((1 + side * first.before) / 2, 0.0)

    def test_the_start_in_phase_one_is_judged_by_both_hands(self) -> None:
        record = record_of(2, 12)
        played = FinishedGame(record)
        wanted = luck.estimate_deal(played.build_knowledge(7), played.states[7])
        assert review_game(replace(record, origin=GameOrigin("ABCDEF", 7))).deal == wanted

    def test_the_value_before_a_card_is_that_after_the_one_before(self) -> None:
        found = [one for ply in range(30, 52, 2) for one in review_trick(FinishedGame(record_of(6)), ply)]
        for one, later in pairwise(found):
            side = 1 if one.seat == later.seat else -1
            assert (one.after, one.margin_after) == (side * (later.before or 0), side * (later.margin_before or 0))

    def test_another_engine_is_another_edition(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert compute_edition() == compute_edition()
        plain = compute_edition.__wrapped__
        monkeypatch.setattr("games.engine.review.steps.is_available", lambda: False)
        assert plain() != compute_edition()


def _as_read(data: object) -> object:
    """As it comes out of JSON, with the tuples that the types ask for."""
    if isinstance(data, dict):
        return {name: _as_read(value) for name, value in data.items()}
    return tuple(_as_read(value) for value in data) if isinstance(data, list) else data
