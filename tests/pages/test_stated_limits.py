"""A sentence that states a limit has it from the constant, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games import limits
from games.live import decoding
from games.models import Game
from games.pages import answers
from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.state import HAND
from games.services.online import lobby
from games.store import presence
from games.wire.online import from_client
from games.words.refusals import sentence
from games.words.spans import duration
from tests.pages.test_catalogues import CATALOGUES
from tests.pages.test_lobby import CHOICES

JSON = {"accept": "application/json"}
NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|half an?"
TIME = "seconds?|minutes?|hours?|days?|weeks?|months?|years?"
THING = "bytes?|characters|letters|devices|invitations|connections|tries|games"
STATED = re.compile(
    rf"\d+|\b(?:{NUMBER}) (?:of your )?(?:{TIME}|{THING})\b|\ban? (?:minute|hour|day|week|month|year)\b", re.IGNORECASE
)
FILLED = re.compile(r"%\(\w+\)[sd]|<[^>]*>")

RULES = {str(HAND), str(2 * HAND), str(len(DECK))}
"""Thirteen tricks, 26 cards in the deck, 52 in all: what the game is, not a limit of the site."""
NO_CONSTANTS = {
    "0 to 9": "printed on the cards",
    "0 to 9, with five zeros": "printed on the cards",
    "2 to 9": "printed on the cards",
    "0 to 9, but only eight cards.": "printed in a rule book",
    "2 to 9, eight cards.": "printed in a rule book",
    "2 to 9: only so there are 52 cards.": "printed in a rule book",
    "About 30 taps: the Undead of phase one, then every trick of phase two.": "what a game costs, by bench/table.py",
    "About 70 taps: every card as it falls.": "what a game costs, by bench/table.py",
    "Player 1": "a name",
    "Player 2": "a name",
    "In one minute": "how long it takes to read",
    'New to the game? <a href="%(rules_url)s">The rules</a> take five minutes.': "how long it takes to read",
    "A card game for two, each on your own phone or computer: about twenty minutes. With real cards on a real table, "
    "your phones keep the score.": "how long people take",
    "Learn the game in ten minutes: small deals at the real table, against a teacher who explains every trick.": "how "
    "long people take",
    "Small deals at the real table, against a teacher who explains every trick. It takes ten minutes and no account. "
    "You may stop at any time: this browser remembers where you were.": "how long people take",
    "This phone may go dark by itself: set its screen to stay on for ten minutes or more.": "a setting of phones",
    "That is no part of a deal: it is 64 of the digits 0-9 and a-f. Load the page again.": "how 32 bytes are written",
    "A record is a text of JSON. Under “shuffle” it has the commitment, the number (“seed”) and the parts, each as 64 "
    "hexadecimal digits. With Python and this alone:": "how 32 bytes are written",
    "Give 15 seconds": "what the waiting player may give; tests/pages/test_clock.py",
    "Gave the opponent 15 seconds.": "what was given, as a log has it",
    "Your opponent has 15 seconds more.": "what was given",
    "Ten seconds left.": "when a clock warns; tests/js/online_clock.test.mjs",
    "In one number, the mean square of the error (Brier score): %(brier)s. Who always says one in two has "
    "%(constant)s, who knows the end has 0.": "what the score is",
    "Against the one before it wins %(wins)s of 100 games, give or take %(give)s: %(elo)s points of Elo (%(games)s "
    "games).": "a share in percent",
    "To the right what was said, upwards how often it came true, with the range in which the true share lies 19 times "
    "out of 20. On the line both are the same.": "what an interval of 95 % is",
}
"""Sentences that may hold a number of their own, with what it is."""


def sentences() -> Iterator[str]:
    """Every translatable sentence of the site."""
    for path in CATALOGUES[:2]:
        for entry in polib.pofile(str(path)):
            yield from (text for text in (entry.msgid, entry.msgid_plural) if text)


def test_no_sentence_states_a_limit_by_itself() -> None:
    stated = {text for text in sentences() if set(STATED.findall(FILLED.sub("", text))) - RULES}
    assert stated == set(NO_CONSTANTS)


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
    assert duration(span) == text


@pytest.mark.parametrize(
    ("language", "texts"),
    [("nl", ["1 minuut", "3 minuten"]), ("id", ["1 menit", "3 menit"]), ("zh-hant", ["1 分鐘", "3 分鐘"])],
)
def test_a_length_of_time_in_the_language_of_the_reader(language: str, texts: list[str]) -> None:
    with translation.override(language):
        assert [duration(timedelta(minutes=count)) for count in (1, 3)] == texts


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
class TestTheSentenceFollowsTheConstant:
    @pytest.fixture(autouse=True)
    def other_limits(self, monkeypatch: pytest.MonkeyPatch, language: str) -> Iterator[None]:
        monkeypatch.setattr(lobby, "WAITING", 7)
        monkeypatch.setattr(presence, "CLAIM_AFTER", timedelta(minutes=17))
        monkeypatch.setattr(decoding, "LARGEST", 77)
        monkeypatch.setattr(limits, "SHORTEST", timedelta(minutes=27))
        monkeypatch.setattr(limits, "LONGEST", timedelta(hours=37))
        with translation.override(language):
            yield

    def test_of_invitations_that_are_open(self, ana_client: Client, language: str) -> None:
        in_language = {**JSON, "accept-language": language}
        told = [ana_client.post("/new/", CHOICES, headers=in_language).json() for _ in range(8)][-1]
        assert told["code"] == "too_many_waiting"
        assert "7" in told["message"]

    def test_of_the_time_until_a_win_is_claimed(self, game: Game, ana_client: Client, language: str) -> None:
        in_language = {**JSON, "accept-language": language}
        told = ana_client.post(f"/m/{game.code}/claim/", headers=in_language).json()
        assert told["code"] == "not_away"
        assert duration(timedelta(minutes=17)) in told["message"]

    def test_of_the_same_among_the_rules(self, visitor: Client, language: str) -> None:
        page = visitor.get("/rules/", headers={"accept-language": language}).content.decode()
        assert duration(timedelta(minutes=17)) in page

    def test_of_the_length_of_a_message(self) -> None:
        with pytest.raises(Refusal) as told:
            decoding.decode(from_client, "x" * 78)
        assert "77" in sentence(told.value)

    def test_of_the_wait_after_too_many_tries(self) -> None:
        assert duration(timedelta(minutes=27)) in sentence(answers.slow_down())

    def test_of_the_same_on_its_page(self, visitor: Client, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "hit", lambda scope, key: False)
        answer = visitor.post("/guest/", {"name": "Ana"}, headers={"accept-language": language})
        page = answer.content.decode()
        assert answer["Retry-After"] == str(27 * 60)
        assert duration(timedelta(minutes=27)) in page
        assert duration(timedelta(hours=37)) in page


def test_signing_up_and_logging_in_take_no_longer() -> None:
    rates = settings.ACCOUNT_RATE_LIMITS
    assert isinstance(rates, dict)
    units = {rate.split("/")[1] for rate in ",".join(rates.values()).split(",")}
    spans = {"m": timedelta(minutes=1), "h": timedelta(hours=1)}
    assert {spans[unit] for unit in units} == {limits.SHORTEST, limits.LONGEST}
