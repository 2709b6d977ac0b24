"""Every kind of log entry has a name at the desk, in every language."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from games.models import Game
from games.services.moderation import Judge
from games.stories.leaver import ERASED
from games.stories.online_kinds import Kind
from games.stories.table_kinds import TableKind
from games.stories.verdicts import JUDGED
from games.words.entry_kinds import LABELS, kind_text


def test_every_kind_has_a_name() -> None:
    assert {*Kind, *TableKind, JUDGED, ERASED} == LABELS.keys()


@pytest.mark.parametrize("language", ["nl", "id", "zh-hant"])
def test_in_every_language(language: str) -> None:
    english = {kind: str(label) for kind, label in LABELS.items()}
    with translation.override(language):
        assert {kind for kind, label in LABELS.items() if str(label) == english[kind]} <= {"rematch"}


def test_a_kind_of_a_newer_release_is_shown_as_it_is() -> None:
    assert kind_text("bid") == "bid"


def test_the_list_says_it(game: Game, mona: Judge) -> None:
    client = Client()
    client.force_login(mona.user, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/admin/games/entry/", {"q": game.code}, headers={"Accept-Language": "nl"}).content.decode()
    assert "kaarten gedeeld" in page
    assert ">dealt<" not in page
