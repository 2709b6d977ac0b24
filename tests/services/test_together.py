"""Sentences stand one after the other as the language has it."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.words.together import listed, together


@pytest.mark.parametrize(("language", "said"), [("en", "One. Two."), ("id", "One. Two."), ("zh-hant", "One.Two.")])
def test_what_stands_between_two(language: str, said: str) -> None:
    with translation.override(language):
        assert together(["One.", "", "Two."]) == said


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        ("en", [], ""),
        ("en", ["Goblin 1"], "Goblin 1"),
        ("en", ["Goblin 1", "Knight 2", "Dwarf 3"], "Goblin 1, Knight 2 and Dwarf 3"),
        ("zh-hant", ["一", "二", "三"], "一、二和三"),
    ],
)
def test_words_one_after_another(language: str, words: list[str], said: str) -> None:
    with translation.override(language):
        assert listed(words) == said
