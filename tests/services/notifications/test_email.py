"""E-mail about daily games: when, to whom, what it says, and its way to the mail server."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.utils import timezone
from pytest_django import Settings

from games.jobs import periodic_tasks
from games.messaging import online_users
from games.messaging.outages import outages
from games.models import Game, Player, User
from games.services.accounts import preferences
from games.services.matches import clocks, lobby
from games.services.moderation.games import cancel_game, freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.notifications import emails
from games.state.match_state import MatchOptions
from tests.people import person
from tests.services.matches.clock import ManualClock, card, timed
from tests.services.matches.games import match_of
from tests.services.notifications.mail import SITE, WAITED, Server, confirm_address, html_of, take_outbox, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock", "address")]


class TestWhen:
    def test_one_email_goes_when_a_game_has_waited_for_some_hours(self, daily: Game, clock: ManualClock) -> None:
        clock.advance(WAITED - 60)
        assert periodic_tasks.send_emails() == 0
        clock.advance(120)
        assert [periodic_tasks.send_emails(), periodic_tasks.send_emails()] == [1, 0]
        (letter,) = take_outbox()
        assert letter.to == ["bram@example.org"]

    def test_a_second_one_goes_when_the_last_day_begins(self, daily: Game, clock: ManualClock) -> None:
        found = []
        for hour in range(7, 72, 7):
            clock.advance(hours=7)
            if periodic_tasks.send_emails():
                found.append(hour)
        assert found == [7, 49]

    def test_a_game_with_a_day_a_card_takes_one_email(self, ana: User, bram: User, clock: ManualClock) -> None:
        timed(ana, bram, "1d", plies=1)
        found = 0
        for hours in (7, 7, 7, 2):
            clock.advance(hours=hours)
            found += periodic_tasks.send_emails()
        assert found == 1

    def test_a_turn_after_it_is_told_anew_but_not_too_soon(
        self, daily: Game, ana: User, bram: User, clock: ManualClock
    ) -> None:
        clock.advance(WAITED + 60)
        periodic_tasks.send_emails()
        while match_of(daily).awaited == 1:
            card(daily, ana, bram)
        while match_of(daily).awaited == 0:
            card(daily, ana, bram)
        clock.advance(WAITED + 60)
        assert periodic_tasks.send_emails() == 0
        clock.advance(emails.EMAIL_INTERVAL.total_seconds() - WAITED)
        assert periodic_tasks.send_emails() == 1

    def test_time_in_which_the_site_was_down_is_no_waiting(self, daily: Game, clock: ManualClock) -> None:
        clock.advance(WAITED - 60)
        outages.record(clock.now - timedelta(hours=5), clock.now)
        list(clocks.log_outages())
        clock.advance(120)
        assert periodic_tasks.send_emails() == 0


class TestWho:
    @pytest.fixture(autouse=True)
    def _late(self, daily: Game, clock: ManualClock) -> None:
        clock.advance(WAITED + 60)

    @pytest.mark.parametrize(
        "change",
        [
            {"is_guest": True},
            {"is_active": False},
            {"closed_at": timezone.now()},
            {"leaving_at": timezone.now()},
            {"suspended_until": timezone.now() + timedelta(days=2)},
            {"preferences": {"letters": False}},
        ],
        ids=lambda one: next(iter(one)),
    )
    def test_nobody_who_does_not_want_it_or_may_not_come_in(self, bram: User, change: dict[str, Any]) -> None:
        User.objects.filter(pk=bram.pk).update(**change)
        assert periodic_tasks.send_emails() == 0

    def test_nobody_whose_address_is_not_confirmed(self, bram: User) -> None:
        EmailAddress.objects.update(verified=False)
        assert periodic_tasks.send_emails() == 0

    def test_nobody_who_took_their_address_away_meanwhile(self, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        claim = emails.claim_emails

        def meanwhile(*args: Any) -> Any:
            found = claim(*args)
            EmailAddress.objects.all().delete()
            return found

        monkeypatch.setattr(emails, "claim_emails", meanwhile)
        assert periodic_tasks.send_emails() == 0
        assert not take_outbox()

    def test_nobody_who_is_on_the_site_until_they_are_gone(self, bram: User) -> None:
        online_users.mark_online([bram.pk])
        assert periodic_tasks.send_emails() == 0
        cache.clear()
        assert periodic_tasks.send_emails() == 1

    def test_nobody_whose_game_was_stopped_by_moderators(self, daily: Game, mona: Moderator) -> None:
        freeze_game(mona, daily, Justification("Because."))
        assert periodic_tasks.send_emails() == 0

    def test_nobody_for_whom_a_program_plays(self, daily: Game, bram: User) -> None:
        Player.objects.filter(user=bram).update(program=True)
        assert periodic_tasks.send_emails() == 0

    @pytest.mark.parametrize("setting", ["EMAIL_CONFIGURED", "SITE_URL"])
    def test_nobody_where_the_site_cannot_write_or_does_not_know_its_address(
        self, settings: Settings, setting: str
    ) -> None:
        setattr(settings, setting, "")
        assert periodic_tasks.send_emails() == 0


class TestWhat:
    def test_one_email_lists_all_games_the_most_urgent_first(
        self, ana: User, bram: User, cleo: User, mona: Moderator, clock: ManualClock
    ) -> None:
        slow, quick = timed(ana, bram, "7d", plies=1), timed(cleo, bram, "1d", plies=1)
        plain, stopped, real, over = (timed(ana, bram, one, plies=1) for one in ("", "", "5+5", ""))
        against = lobby.create_game(bram, MatchOptions(lead="creator"))
        freeze_game(mona, stopped, Justification("Because."))
        cancel_game(mona, over, Justification("Because."))
        clock.advance(WAITED + 60)
        assert periodic_tasks.send_emails() == 1
        (letter,) = take_outbox()
        assert letter.subject == "Five Votes: 3 games wait for you"
        told = [line.strip() for line in text_of(letter).splitlines() if line.strip().startswith(("- ", SITE + "/m/"))]
        assert told == [
            *("- It is your turn against Cleo. Time left: 17 hours.", f"{SITE}/m/{quick.code}/"),
            *("- It is your turn against Ana. Time left: 6 days.", f"{SITE}/m/{slow.code}/"),
            *("- It is your turn against Ana.", f"{SITE}/m/{plain.code}/"),
        ]
        for code in (quick.code, slow.code, plain.code):
            assert f'<a href="{SITE}/m/{code}/">' in html_of(letter)
        assert not [one for one in (stopped, real, over, against) if one.code in text_of(letter) + html_of(letter)]

    def test_the_rest_of_too_many_games_is_counted(
        self, ana: User, bram: User, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(emails, "MAX_GAMES", 2)
        for _ in range(5):
            timed(ana, bram, "3d", plies=1)
        clock.advance(WAITED + 60)
        periodic_tasks.send_emails()
        (letter,) = take_outbox()
        assert (text_of(letter).count("/m/"), html_of(letter).count("/m/")) == (2, 2)
        assert "And 3 more games." in text_of(letter)
        assert "And 3 more games." in html_of(letter)

    def test_email_names_no_card(self, daily: Game, clock: ManualClock) -> None:
        clock.advance(WAITED + 60)
        periodic_tasks.send_emails()
        (letter,) = take_outbox()
        state = match_of(daily).state
        assert state is not None
        words = set((text_of(letter) + html_of(letter)).replace("/", " ").split())
        assert not words & {str(one) for one in (*state.hands[0], *state.hands[1], *state.deck, *match_of(daily).plays)}

    @pytest.mark.parametrize(
        ("language", "subject"),
        [
            ("en", "Five Votes: 1 game waits for you"),
            ("zh-hant", "Five Votes: 1 場對局在等你"),
        ],
    )
    def test_email_is_in_the_language_of_its_reader(
        self, daily: Game, bram: User, clock: ManualClock, language: str, subject: str
    ) -> None:
        preferences.set_preferences(bram, {"language": language})
        clock.advance(WAITED + 60)
        periodic_tasks.send_emails()
        (letter,) = take_outbox()
        assert letter.subject == subject
        assert f'<html lang="{"zh-Hant" if language == "zh-hant" else language}">' in html_of(letter)
        english = ["Hello", "Time left", "Such an e-mail", "No more of these"]
        left = [one for one in english if one in text_of(letter) + html_of(letter)]
        assert left == (english if language == "en" else [])

    def test_names_are_escaped(self, ana: User, bram: User, daily: Game, clock: ManualClock) -> None:
        Game.objects.filter(pk=daily.pk).update(names="<b>&Ana\nBram")
        clock.advance(WAITED + 60)
        periodic_tasks.send_emails()
        (letter,) = take_outbox()
        assert "against <b>&Ana." in text_of(letter)
        assert "against &lt;b&gt;&amp;Ana." in html_of(letter)

    def test_mail_programs_are_told_how_to_have_no_more_of_them(
        self, daily: Game, clock: ManualClock, settings: Settings
    ) -> None:
        clock.advance(WAITED + 60)
        periodic_tasks.send_emails()
        written: EmailMessage = take_outbox()[0].message()
        assert written["List-Unsubscribe"].startswith(f"<{SITE}/letters/off/")
        assert written["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert written["Auto-Submitted"] == "auto-generated"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> type[Server]:
    monkeypatch.setattr(mail, "get_connection", lambda: Server())
    monkeypatch.setattr(Server, "tried", [])
    monkeypatch.setattr(Server, "down", False)
    monkeypatch.setattr(Server, "refuses", staticmethod(lambda address: None))
    return Server


@pytest.fixture
def three(ana: User, clock: ManualClock) -> list[User]:
    """Three people for whom a game waits."""
    some = [confirm_address(person(name)) for name in ("Dora", "Emil", "Fred")]
    for one in some:
        timed(ana, one, "3d", plies=1)
    clock.advance(WAITED + 60)
    return some


class TestTheMailServer:
    def test_a_letter_that_is_refused_keeps_no_other_and_is_not_sent_twice(
        self, three: list[User], server: type[Server], caplog: pytest.LogCaptureFixture
    ) -> None:
        no = SMTPRecipientsRefused({"emil@example.org": (550, b"no such box")})
        server.refuses = staticmethod(lambda address: no if address.startswith("emil") else None)
        assert [periodic_tasks.send_emails(), periodic_tasks.send_emails()] == [2, 0]
        assert server.tried == ["dora@example.org", "emil@example.org", "fred@example.org"]
        assert "emil@" not in caplog.text

    def test_while_it_is_away_everybody_stays_due(self, three: list[User], server: type[Server]) -> None:
        server.down = True
        assert periodic_tasks.send_emails() == 0
        server.down = False
        assert periodic_tasks.send_emails() == 3

    def test_one_that_goes_away_meanwhile_leaves_the_rest_due(self, three: list[User], server: type[Server]) -> None:
        """The letter that was on its way may have arrived."""

        def gone(address: str) -> Exception | None:
            server.down = server.down or address.startswith("emil")
            return SMTPServerDisconnected("gone") if server.down else None

        server.refuses = staticmethod(gone)
        assert periodic_tasks.send_emails() == 1
        server.down, server.refuses = False, staticmethod(lambda address: None)
        assert periodic_tasks.send_emails() == 1
        assert server.tried == ["dora@example.org", "emil@example.org", "fred@example.org"]

    def test_two_processes_at_once_send_each_letter_once(
        self, three: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second one looks after the first has taken it on, and before anything is sent."""
        counts: list[int] = []
        claim = emails.claim_emails

        def meanwhile(*args: Any) -> Any:
            found = claim(*args)
            if not counts:
                counts.append(-1)
                counts.append(periodic_tasks.send_emails())
            return found

        monkeypatch.setattr(emails, "claim_emails", meanwhile)
        assert periodic_tasks.send_emails() == 3
        assert counts == [-1, 0]
        assert len(take_outbox()) == 3
