"""What a letter about games by the day says, and what becomes of it at the mail server."""

from __future__ import annotations

from email.message import EmailMessage
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.models import Game, User
from games.run import letters
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.notices import due
from games.services.online import lobby
from games.services.people import preferring
from games.stories.online import Options
from tests.people import person
from tests.services.clockwork import Hand, timed
from tests.services.letterbox import SITE, WAITED, Server, confirmed, page, sent, text
from tests.services.plays import match_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hand", "address")]


class TestWhat:
    def test_all_that_waits_in_one_letter_the_most_urgent_first(
        self, ana: User, bram: User, cleo: User, mona: Judge, hand: Hand
    ) -> None:
        slow, quick = timed(ana, bram, "7d", plies=1), timed(cleo, bram, "1d", plies=1)
        plain, stopped, real, over = (timed(ana, bram, one, plies=1) for one in ("", "", "5+5", ""))
        against = lobby.create(bram, Options(lead="creator"))
        moderation.freeze(mona, stopped, Why("Because."))
        moderation.call_off(mona, over, Why("Because."))
        hand.forward(WAITED + 60)
        assert letters.turn() == 1
        (letter,) = sent()
        assert letter.subject == "Five Votes: 3 games wait for you"
        told = [line.strip() for line in text(letter).splitlines() if line.strip().startswith(("- ", SITE + "/m/"))]
        assert told == [
            *("- It is your turn against Cleo. Time left: 17 hours.", f"{SITE}/m/{quick.code}/"),
            *("- It is your turn against Ana. Time left: 6 days.", f"{SITE}/m/{slow.code}/"),
            *("- It is your turn against Ana.", f"{SITE}/m/{plain.code}/"),
        ]
        for code in (quick.code, slow.code, plain.code):
            assert f'<a href="{SITE}/m/{code}/">' in page(letter)
        assert not [one for one in (stopped, real, over, against) if one.code in text(letter) + page(letter)]

    def test_of_too_many_the_rest_is_counted(
        self, ana: User, bram: User, hand: Hand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(due, "MOST", 2)
        for _ in range(5):
            timed(ana, bram, "3d", plies=1)
        hand.forward(WAITED + 60)
        letters.turn()
        (letter,) = sent()
        assert (text(letter).count("/m/"), page(letter).count("/m/")) == (2, 2)
        assert "And 3 more games." in text(letter)
        assert "And 3 more games." in page(letter)

    def test_no_card_and_nothing_that_opens_anything(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED + 60)
        letters.turn()
        (letter,) = sent()
        state = match_of(daily).state
        assert state is not None
        words = set((text(letter) + page(letter)).replace("/", " ").split())
        assert not words & {str(one) for one in (*state.hands[0], *state.hands[1], *state.deck, *match_of(daily).plays)}

    @pytest.mark.parametrize(
        ("language", "subject"),
        [
            ("en", "Five Votes: 1 game waits for you"),
            ("nl", "Five Votes: 1 partij wacht op jou"),
            ("id", "Five Votes: 1 permainan menunggumu"),
            ("zh-hant", "Five Votes: 1 場對局在等你"),
        ],
    )
    def test_in_the_language_of_its_reader(
        self, daily: Game, bram: User, hand: Hand, language: str, subject: str
    ) -> None:
        preferring.prefer(bram, {"language": language})
        hand.forward(WAITED + 60)
        letters.turn()
        (letter,) = sent()
        assert letter.subject == subject
        assert f'<html lang="{"zh-Hant" if language == "zh-hant" else language}">' in page(letter)
        english = ["Hello", "Time left", "Such an e-mail", "No more of these"]
        left = [one for one in english if one in text(letter) + page(letter)]
        assert left == (english if language == "en" else [])

    def test_names_are_no_markup(self, ana: User, bram: User, daily: Game, hand: Hand) -> None:
        Game.objects.filter(pk=daily.pk).update(names="<b>&Ana\nBram")
        hand.forward(WAITED + 60)
        letters.turn()
        (letter,) = sent()
        assert "against <b>&Ana." in text(letter)
        assert "against &lt;b&gt;&amp;Ana." in page(letter)

    def test_mail_programs_are_told_how_to_have_no_more_of_them(
        self, daily: Game, hand: Hand, settings: Settings
    ) -> None:
        hand.forward(WAITED + 60)
        letters.turn()
        written: EmailMessage = sent()[0].message()
        assert written["List-Unsubscribe"].startswith(f"<{SITE}/letters/off/")
        assert written["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert written["Auto-Submitted"] == "auto-generated"

    def test_without_https_there_is_no_one_click(self, daily: Game, hand: Hand, settings: Settings) -> None:
        settings.SITE_URL = "http://claim.lan"
        hand.forward(WAITED + 60)
        letters.turn()
        (letter,) = sent()
        assert sorted(letter.extra_headers) == ["Auto-Submitted", "List-Unsubscribe"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> type[Server]:
    monkeypatch.setattr(mail, "get_connection", lambda: Server())
    monkeypatch.setattr(Server, "tried", [])
    monkeypatch.setattr(Server, "down", False)
    monkeypatch.setattr(Server, "refuses", staticmethod(lambda address: None))
    return Server


@pytest.fixture
def three(ana: User, hand: Hand) -> list[User]:
    """Three people for whom a game waits."""
    some = [confirmed(person(name)) for name in ("Dora", "Emil", "Fred")]
    for one in some:
        timed(ana, one, "3d", plies=1)
    hand.forward(WAITED + 60)
    return some


class TestTheMailServer:
    def test_a_letter_that_is_refused_keeps_no_other_and_is_not_sent_twice(
        self, three: list[User], server: type[Server], caplog: pytest.LogCaptureFixture
    ) -> None:
        no = SMTPRecipientsRefused({"emil@example.org": (550, b"no such box")})
        server.refuses = staticmethod(lambda address: no if address.startswith("emil") else None)
        assert [letters.turn(), letters.turn()] == [2, 0]
        assert server.tried == ["dora@example.org", "emil@example.org", "fred@example.org"]
        assert "emil@" not in caplog.text

    def test_while_it_is_away_everybody_stays_due(self, three: list[User], server: type[Server]) -> None:
        server.down = True
        assert letters.turn() == 0
        server.down = False
        assert letters.turn() == 3

    def test_one_that_goes_away_meanwhile_leaves_the_rest_due(self, three: list[User], server: type[Server]) -> None:
        """The letter that was on its way may have arrived."""

        def gone(address: str) -> Exception | None:
            server.down = server.down or address.startswith("emil")
            return SMTPServerDisconnected("gone") if server.down else None

        server.refuses = staticmethod(gone)
        assert letters.turn() == 1
        server.down, server.refuses = False, staticmethod(lambda address: None)
        assert letters.turn() == 1
        assert server.tried == ["dora@example.org", "emil@example.org", "fred@example.org"]

    def test_two_processes_at_once_send_each_letter_once(
        self, three: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second one looks after the first has taken it on, and before anything is sent."""
        counts: list[int] = []
        claim = due.claim

        def meanwhile(*args: Any) -> Any:
            found = claim(*args)
            if not counts:
                counts.append(-1)
                counts.append(letters.turn())
            return found

        monkeypatch.setattr(due, "claim", meanwhile)
        assert letters.turn() == 3
        assert counts == [-1, 0]
        assert len(sent()) == 3


def test_however_many_are_due_a_portion_takes_the_same_queries(
    ana: User, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def waits(*names: str) -> int:
        for name in names:
            one = confirmed(person(name))
            timed(ana, one, "3d", plies=1)
            timed(ana, one, "", plies=1)
        hand.forward(WAITED + 60)
        with CaptureQueriesContext(connection) as queries:
            assert letters.turn() == len(names)
        return len(queries)

    assert waits("Dora") == waits("Emil", "Fred", "Gina", "Hugo", "Ines")
