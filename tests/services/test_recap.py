"""The story of a game that is over, in words: the same for everybody, and nothing in it that is not certain."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.live.table.view import view
from games.stories.story import Fact
from games.stories.table import Table
from games.words.recap import SENTENCES
from tests.draws import some
from tests.services.companion_acts import (
    ANA,
    BRAM,
    STRANGER,
    TABLET,
    after,
    card,
    cards_of,
    honest_game,
    item,
    table_with,
)
from tests.services.holey_tables import versions

GAME = 10


def played(seed: int = GAME, tricks: int = 26) -> Table:
    table = table_with((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))
    table = after(table, ANA, item("lead", seat=0))
    for trick in honest_game(seed).tricks[:tricks]:
        for where, seat in cards_of(trick):
            table = after(table, (ANA, BRAM)[seat or 0], card(*where))
    return table


def counted(**piles: tuple[int, int]) -> Table:
    table = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
    table = after(table, ANA, item("depth", depth="piles"))
    return after(table, ANA, *(item("pile", faction=letter, counts=counts) for letter, counts in piles.items()))


def test_of_a_game_logged_to_the_last_card() -> None:
    assert view(played(), ANA).recap == (
        "Ana has the votes of Goblins, Undead and Doppelgängers; Bram those of Knights and Dwarves.",
        "Trick 13 of phase two turned the vote: Doppelgänger 5 was answered with Goblin 2, "
        "and from then on Ana was ahead.",
        "Closest were the Knights: 2 cards each, and Knight 9 decided for Bram.",
        "The Undead decided the game: without their vote for Ana it would have been a draw.",
        "Ana won 10 tricks in phase one and 8 in phase two, Bram 3 and 5.",
    )


def test_of_counted_piles() -> None:
    assert view(counted(G=(9, 1), K=(3, 2), U=(2, 5), D=(4, 2), P=(1, 3)), ANA).recap == (
        "Ana has the votes of Goblins, Knights and Dwarves; Bram those of Undead and Doppelgängers.",
        "Closest were the Knights: 3 cards to 2 for Ana.",
        "The Undead voted for Bram, and decided nothing: the game ends so without them too.",
        "Clearest were the Goblins: 9 cards to 1 for Ana.",
        "The score pile of Ana holds 19 cards, that of Bram 13.",
    )


@pytest.mark.parametrize(
    ("undead", "dwarves", "told"),
    [
        ((5, 2), (1, 2), "The Undead decided the game: without their vote for Ana it would have been a draw."),
        ((2, 5), (3, 2), "The Undead voted for Bram, and decided nothing: the game ends so without them too."),
        ((0, 0), (3, 2), "The Undead decided nothing: nobody got their vote."),
    ],
)
def test_what_the_undead_decided(undead: tuple[int, int], dwarves: tuple[int, int], told: str) -> None:
    assert told in view(counted(G=(9, 1), K=(3, 2), U=undead, D=dwarves, P=(1, 3)), ANA).recap


def test_where_only_they_put_somebody_ahead() -> None:
    table = counted(G=(0, 0), K=(0, 0), U=(5, 5), D=(0, 0), P=(0, 0))
    table = after(table, ANA, item("pile", faction="U", counts=(5, 5), highest=(9, 8)))
    assert view(table, ANA).recap[0] == "Ana alone has votes: Undead."


def test_it_is_told_to_all_alike_and_in_their_language() -> None:
    table = played()
    assert len({view(table, device).recap for device in (ANA, BRAM, TABLET, STRANGER)}) == 1
    with translation.override("nl"):
        assert view(table, ANA).recap[0].startswith("Ana heeft de stemmen van ")


def test_there_is_none_while_it_goes_on_or_once_a_moderator_decided() -> None:
    assert view(played(tricks=24), ANA).recap == ()
    data = {"act": 1, "what": "change_result", "why": "x", "winner": 0}
    assert view(played().advance(Fact("judged", None, data)), ANA).recap == ()


def test_a_slip_that_nobody_let_stand_is_told_of() -> None:
    table = played()
    last = table.record.phase_two[-1]
    table = after(table, ANA, card(2, 13, "follow", str(table.record.phase_two[0].lead), instead=str(last.follow)))
    slip = view(table, ANA).slips[0]
    told = "1 slip is open, and what it is about is left out here."
    assert told in view(table, ANA).recap
    table = after(table, ANA, item("stand", slip=slip.key))
    assert told not in view(table, ANA).recap


@pytest.mark.parametrize("seed", range(some(12)))
def test_whatever_is_missing_it_is_short_and_says_so(seed: int) -> None:
    *_, table = versions(seed)
    shown = view(table, ANA)
    assert bool(shown.recap) is (shown.result is not None)
    assert len(shown.recap) <= SENTENCES
    missing = len(shown.missing)
    assert not (missing and shown.recap) or any(str(missing) in text and "missing" in text for text in shown.recap)
