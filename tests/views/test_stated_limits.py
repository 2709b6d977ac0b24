"""Limits in sentences: they follow the constants, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games import rate_limits
from games.messaging import presence
from games.models import Game
from games.queries import conduct
from games.realtime import base_consumer
from games.rules.errors import Refusal
from games.schemas.match import from_client
from games.services.matches import lobby
from games.texts.formatting import format_duration
from games.texts.refusals import get_refusal_sentence
from games.views import responses
from tests.services.matches.games import play_next
from tests.views.test_lobby import CHOICES

JSON = {"accept": "application/json"}


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (timedelta(weeks=2), "2 weeks"),
        (timedelta(days=1), "1 day"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=2), "2 hours"),
        (timedelta(days=30), "30 days"),
        (timedelta(hours=25), "25 hours"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=90), "90 seconds"),
        (timedelta(0), "0 seconds"),
    ],
)
def test_a_length_of_time_in_words(span: timedelta, text: str) -> None:
    assert format_duration(span) == text


@pytest.mark.parametrize(
    ("language", "texts"),
    [("nl", ["1 minuut", "3 minuten"]), ("id", ["1 menit", "3 menit"]), ("zh-hant", ["1 分鐘", "3 分鐘"])],
)
def test_a_length_of_time_in_the_language_of_the_reader(language: str, texts: list[str]) -> None:
    with translation.override(language):
        assert [format_duration(timedelta(minutes=count)) for count in (1, 3)] == texts


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
class TestSentenceFollowsConstant:
    @pytest.fixture(autouse=True)
    def other_limits(self, monkeypatch: pytest.MonkeyPatch, language: str) -> Iterator[None]:
        monkeypatch.setattr(lobby, "MAX_WAITING", 7)
        monkeypatch.setattr(presence, "CLAIM_AFTER", timedelta(minutes=17))
        monkeypatch.setattr(conduct, "MAX_CANCELLED", 0)
        monkeypatch.setattr(conduct, "CANCEL_WINDOW", timedelta(hours=47))
        monkeypatch.setattr(base_consumer, "MAX_MESSAGE_SIZE", 77)
        monkeypatch.setattr(rate_limits, "SHORTEST", timedelta(minutes=27))
        monkeypatch.setattr(rate_limits, "LONGEST", timedelta(hours=37))
        with translation.override(language):
            yield

    def test_in_refusals(self, game: Game, ana_client: Client, language: str) -> None:
        headers = {**JSON, "accept-language": language}

        def refusal(path: str, **fields: str) -> tuple[str, str]:
            answer = ana_client.post(path, fields, headers=headers).json()
            return answer.get("code", ""), answer.get("message", "")

        code, message = refusal(f"/m/{game.code}/call-off/")
        assert code == "too_many_cancelled"
        assert "0" in message
        assert format_duration(timedelta(hours=47)) in message
        play_next(game)
        code, message = refusal(f"/m/{game.code}/claim/")
        assert code == "not_away"
        assert format_duration(timedelta(minutes=17)) in message
        code, message = [refusal("/new/", **CHOICES) for _ in range(8)][-1]
        assert code == "too_many_waiting"
        assert "7" in message
        with pytest.raises(Refusal) as refused:
            base_consumer.parse_message(from_client, "x" * 78)
        assert "77" in get_refusal_sentence(refused.value)
        assert format_duration(timedelta(minutes=27)) in get_refusal_sentence(responses.rate_limit_refusal())

    def test_on_pages(self, visitor: Client, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
        headers = {"accept-language": language}
        rules = visitor.get("/rules/", headers=headers).content.decode()
        for span in (timedelta(minutes=17), timedelta(hours=47)):
            assert format_duration(span) in rules
        monkeypatch.setattr(rate_limits, "hit", lambda scope, key: False)
        answer = visitor.post("/guest/", {"name": "Ana"}, headers=headers)
        assert answer["Retry-After"] == str(27 * 60)
        for span in (timedelta(minutes=27), timedelta(hours=37)):
            assert format_duration(span) in answer.content.decode()
