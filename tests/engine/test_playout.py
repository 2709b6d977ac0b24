"""Phase one played out: by the rules, and nobody looks at the other's cards."""

from __future__ import annotations

import numpy as np
import pytest

from games.engine.playout import PlayoutBatch, draw_noise, play_answers, play_leads, play_to_end
from games.engine.position import CARDS
from games.engine.search import estimate_chances
from games.engine.weights import load_weights
from games.rules.state import HAND_SIZE
from games.rules.tricks import list_follow_options
from tests.engine.games import knowledge

COUNT = 200
TABLES = load_weights().build_tables(np.ones(len(CARDS), dtype=np.float32))


def run(seed: int, tricks: int = HAND_SIZE) -> PlayoutBatch:
    """So many games with so many tricks of phase one left, all of other deals."""
    chance = np.random.default_rng(seed)
    dealt = np.argsort(chance.random((COUNT, len(CARDS))), axis=1)
    return PlayoutBatch(
        leads=dealt[:, :tricks],
        follows=dealt[:, HAND_SIZE : HAND_SIZE + tricks],
        first=chance.random(COUNT) < 0.5,
        revealed=dealt[:, 26],
        deck=dealt[:, 27 : 26 + 2 * tricks],
        worth=np.zeros(COUNT, dtype=np.float32),
        noise=draw_noise(chance, COUNT),
        world=np.arange(COUNT),
    )


@pytest.mark.parametrize("tricks", [13, 6, 1])
def test_a_lead_is_of_the_own_hand_and_an_answer_is_legal(tricks: int) -> None:
    games = run(tricks, tricks)
    before = games.leads, games.follows
    lead = play_leads(games, TABLES)
    answer = play_answers(games, TABLES, lead)
    for row in range(COUNT):
        mine, theirs = (sorted(hand[row].tolist()) for hand in before)
        assert sorted([*games.leads[row].tolist(), int(lead[row])]) == mine
        assert sorted([*games.follows[row].tolist(), int(answer[row])]) == theirs
        legal = list_follow_options(tuple(CARDS[one] for one in theirs), CARDS[lead[row]].faction)
        assert CARDS[answer[row]] in legal


def test_playouts_do_not_use_hidden_cards() -> None:
    """The same hand beside others chooses the same."""
    one, two = run(3), run(4)
    two.leads, two.revealed, two.noise = one.leads.copy(), one.revealed, one.noise
    lead = play_leads(one, TABLES)
    assert (lead == play_leads(two, TABLES)).all()
    three, four = run(5), run(6)
    four.follows, four.revealed, four.noise = three.follows.copy(), three.revealed, three.noise
    led = np.full(COUNT, 20)
    assert (play_answers(three, TABLES, led) == play_answers(four, TABLES, led)).all()


def test_phase_one_ends_with_what_both_took() -> None:
    games = run(7)
    odds = play_to_end(games, load_weights(), TABLES)
    assert games.deck.shape[1] == games.leads.shape[1] == games.follows.shape[1] == 0
    assert odds.shape == (COUNT,)
    assert abs(float(odds.mean())) < 1 < float(odds.std())


@pytest.mark.parametrize("at", [0, 11, 24, 25])
def test_the_best_cards_are_tried_in_all_worlds_and_every_one_in_some(at: int) -> None:
    what = knowledge(3, at)
    found = estimate_chances(what, 80, load_weights(), np.random.default_rng(2))
    assert set(found) == set(what.legal)
    assert max(one.worlds for one in found.values()) == 80
    assert min(one.worlds for one in found.values()) >= 10
    assert all(0 < one.win < 1 for one in found.values())
    assert found == estimate_chances(what, 80, load_weights(), np.random.default_rng(2))
