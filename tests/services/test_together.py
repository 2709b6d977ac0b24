"""Sentences stand one after the other as the language has it."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.words.together import together


@pytest.mark.parametrize(("language", "said"), [("en", "One. Two."), ("id", "One. Two."), ("zh-hant", "One.Two.")])
def test_what_stands_between_two(language: str, said: str) -> None:
    with translation.override(language):
        assert together(["One.", "", "Two."]) == said
