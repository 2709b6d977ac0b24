"""The recap of a finished game: the same on all devices, and only of what is certain."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.realtime.companion.view import build_view
from games.state.game_state import Event
from games.state.table_state import TableState
from games.texts.formatting import join_sentences, join_words
from games.texts.recap import MAX_SENTENCES
from tests.repetitions import sample_size
from tests.services.companion.entries import ANA, BRAM, STRANGER, TABLET, after, card, item, logged_game, table_with
from tests.services.companion.random_tables import versions

GAME = 10


def counted(**piles: tuple[int, int]) -> TableState:
    table = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
    table = after(table, ANA, item("depth", depth="piles"))
    return after(table, ANA, *(item("pile", faction=letter, counts=counts) for letter, counts in piles.items()))


def test_recap_of_a_game_logged_to_the_last_card() -> None:
    assert build_view(logged_game(GAME), ANA).recap == (
        "Ana won Goblins, Undead and Doppelgängers; Bram won Knights and Dwarves.",
        "Turning point: Goblin 2 on Doppelgänger 5 in trick 13 of phase two. From then on, Ana was ahead.",
        "Closest vote: Knights, 2 cards each. Knight 9 decided it for Bram.",
        "The Undead decided the game: without their vote for Ana, it would have been a draw.",
        "Ana won 10 tricks in phase one and 8 in phase two; Bram won 3 and 5.",
    )


def test_recap_of_counted_piles() -> None:
    assert build_view(counted(G=(9, 1), K=(3, 2), U=(2, 5), D=(4, 2), P=(1, 3)), ANA).recap == (
        "Ana won Goblins, Knights and Dwarves; Bram won Undead and Doppelgängers.",
        "Closest vote: Knights, 3 cards to 2 for Ana.",
        "The Undead voted for Bram but made no difference: the result is the same without them.",
        "Clearest vote: Goblins, 9 cards to 1 for Ana.",
        "Score piles: Ana 19 cards, Bram 13.",
    )


def test_recap_names_the_only_player_with_votes() -> None:
    table = counted(G=(0, 0), K=(0, 0), U=(5, 5), D=(0, 0), P=(0, 0))
    table = after(table, ANA, item("pile", faction="U", counts=(5, 5), highest=(9, 8)))
    assert build_view(table, ANA).recap[0] == "Only Ana has votes: Undead."


@pytest.mark.parametrize(
    ("undead", "dwarves", "sentence"),
    [
        ((5, 2), (1, 2), "The Undead decided the game: without their vote for Ana, it would have been a draw."),
        ((2, 5), (3, 2), "The Undead voted for Bram but made no difference: the result is the same without them."),
        ((0, 0), (3, 2), "The Undead made no difference: nobody got their vote."),
    ],
)
def test_recap_says_what_the_undead_decided(undead: tuple[int, int], dwarves: tuple[int, int], sentence: str) -> None:
    assert sentence in build_view(counted(G=(9, 1), K=(3, 2), U=undead, D=dwarves, P=(1, 3)), ANA).recap


def test_recap_is_the_same_for_all_devices_in_their_language() -> None:
    table = logged_game(GAME)
    assert len({build_view(table, device).recap for device in (ANA, BRAM, TABLET, STRANGER)}) == 1
    with translation.override("nl"):
        assert build_view(table, ANA).recap[0].startswith("Ana won Goblins, ")


def test_no_recap_of_a_running_or_judged_game() -> None:
    assert build_view(logged_game(GAME, 24), ANA).recap == ()
    data = {"act": 1, "what": "change_result", "why": "x", "winner": 0}
    assert build_view(logged_game(GAME).advance(Event("judged", None, data)), ANA).recap == ()


def test_recap_mentions_open_slips() -> None:
    table = logged_game(GAME)
    last = table.record.phase_two[-1]
    table = after(table, ANA, card(2, 13, "follow", str(table.record.phase_two[0].lead), instead=str(last.follow)))
    slip = build_view(table, ANA).slips[0]
    sentence = "1 slip is still open; what it affects is left out here."
    assert sentence in build_view(table, ANA).recap
    table = after(table, ANA, item("stand", slip=slip.key))
    assert sentence not in build_view(table, ANA).recap


@pytest.mark.parametrize("seed", range(sample_size(4)))
def test_recap_is_short_and_says_how_many_cards_are_missing(seed: int) -> None:
    *_, table = versions(seed)
    shown = build_view(table, ANA)
    assert bool(shown.recap) is (shown.result is not None)
    assert len(shown.recap) <= MAX_SENTENCES
    missing = len(shown.missing)
    assert not (missing and shown.recap) or any(str(missing) in text and "missing" in text for text in shown.recap)


@pytest.mark.parametrize(
    ("language", "words", "listed", "sentences"),
    [
        ("en", [], "", "One. Two."),
        ("en", ["Goblin 1"], "Goblin 1", "One. Two."),
        ("en", ["Goblin 1", "Knight 2", "Dwarf 3"], "Goblin 1, Knight 2 and Dwarf 3", "One. Two."),
        ("zh-hant", ["一", "二", "三"], "一、二和三", "One.Two."),
    ],
)
def test_words_and_sentences_are_joined_as_usual(language: str, words: list[str], listed: str, sentences: str) -> None:
    with translation.override(language):
        assert join_words(words) == listed
        assert join_sentences(["One.", "", "Two."]) == sentences
