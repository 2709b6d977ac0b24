"""E-mail about daily games: when, to whom, what it says, and its way to the mail server."""

from __future__ import annotations

from collections.abc import Iterable
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
    def test_a_game_that_waited_for_some_hours_is_mailed_once(self, daily: Game, clock: ManualClock) -> None:
        clock.advance(WAITED - 60)
        assert periodic_tasks.send_emails() == 0
        clock.advance(120)
        assert [periodic_tasks.send_emails(), periodic_tasks.send_emails()] == [1, 0]
        (letter,) = take_outbox()
        assert letter.to == ["bram@example.org"]

    @pytest.mark.parametrize(
        ("agreed", "hours", "sent"), [("3d", range(7, 72, 7), [7, 49]), ("1d", (7, 14, 21, 23), [7])]
    )
    def test_the_last_day_of_several_is_mailed_too(
        self, ana: User, bram: User, clock: ManualClock, agreed: str, hours: Iterable[int], sent: list[int]
    ) -> None:
        timed(ana, bram, agreed, plies=1)
        begun, found = clock.now, []
        for hour in hours:
            clock.now = begun + timedelta(hours=hour)
            if periodic_tasks.send_emails():
                found.append(hour)
        assert found == sent

    def test_a_later_turn_is_mailed_after_a_while(self, daily: Game, ana: User, bram: User, clock: ManualClock) -> None:
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

    def test_time_in_which_the_site_was_down_does_not_count(self, daily: Game, clock: ManualClock) -> None:
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
        ids=lambda change: next(iter(change)),
    )
    def test_only_people_who_may_log_in_and_want_it(self, bram: User, change: dict[str, Any]) -> None:
        User.objects.filter(pk=bram.pk).update(**change)
        assert periodic_tasks.send_emails() == 0

    @pytest.mark.parametrize("reason", ["not confirmed", "program", "frozen", "no mail server", "no site address"])
    def test_not_if(self, reason: str, daily: Game, bram: User, mona: Moderator, settings: Settings) -> None:
        match reason:
            case "not confirmed":
                EmailAddress.objects.update(verified=False)
            case "program":
                Player.objects.filter(user=bram).update(program=True)
            case "frozen":
                freeze_game(mona, daily, Justification("Because."))
            case "no mail server":
                settings.EMAIL_CONFIGURED = False
            case "no site address":
                settings.SITE_URL = ""
        assert periodic_tasks.send_emails() == 0

    def test_not_an_address_removed_meanwhile(self, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        claim = emails.claim_emails

        def meanwhile(*args: Any) -> Any:
            found = claim(*args)
            EmailAddress.objects.all().delete()
            return found

        monkeypatch.setattr(emails, "claim_emails", meanwhile)
        assert periodic_tasks.send_emails() == 0
        assert not take_outbox()

    def test_not_people_who_are_online(self, bram: User) -> None:
        online_users.mark_online([bram.pk])
        assert periodic_tasks.send_emails() == 0
        cache.clear()
        assert periodic_tasks.send_emails() == 1


class TestWhat:
    def sent(self, clock: ManualClock) -> Any:
        """The e-mail of a game that waited for some hours."""
        clock.advance(WAITED + 60)
        assert periodic_tasks.send_emails() == 1
        (letter,) = take_outbox()
        return letter

    def test_an_email_lists_all_games_the_most_urgent_first(
        self, ana: User, bram: User, cleo: User, mona: Moderator, clock: ManualClock
    ) -> None:
        slow, quick = timed(ana, bram, "7d", plies=1), timed(cleo, bram, "1d", plies=1)
        plain, stopped, real, over = (timed(ana, bram, one, plies=1) for one in ("", "", "5+5", ""))
        against = lobby.create_game(bram, MatchOptions(lead="creator"))
        freeze_game(mona, stopped, Justification("Because."))
        cancel_game(mona, over, Justification("Because."))
        letter = self.sent(clock)
        assert letter.subject == "Five Votes: 3 games are waiting for you"
        lines = [line.strip() for line in text_of(letter).splitlines()]
        assert [line for line in lines if line.startswith(("- ", SITE + "/m/"))] == [
            *("- It's your turn against Cleo. Time left: 17 hours.", f"{SITE}/m/{quick.code}/"),
            *("- It's your turn against Ana. Time left: 6 days.", f"{SITE}/m/{slow.code}/"),
            *("- It's your turn against Ana.", f"{SITE}/m/{plain.code}/"),
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
        letter = self.sent(clock)
        assert (text_of(letter).count("/m/"), html_of(letter).count("/m/")) == (2, 2)
        assert "And 3 more games." in text_of(letter)
        assert "And 3 more games." in html_of(letter)

    def test_an_email_names_no_card_and_mail_programs_can_unsubscribe(self, daily: Game, clock: ManualClock) -> None:
        letter = self.sent(clock)
        state = match_of(daily).state
        assert state is not None
        words = set((text_of(letter) + html_of(letter)).replace("/", " ").split())
        cards = (*state.hands[0], *state.hands[1], *state.deck, *match_of(daily).plays)
        assert not words & set(map(str, cards))
        written: EmailMessage = letter.message()
        assert written["List-Unsubscribe"].startswith(f"<{SITE}/letters/off/")
        assert written["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert written["Auto-Submitted"] == "auto-generated"

    @pytest.mark.parametrize(
        ("language", "subject"),
        [("en", "Five Votes: 1 game is waiting for you"), ("zh-hant", "Five Votes: 有 1 局在等你")],
    )
    def test_email_is_in_the_language_of_its_reader(
        self, daily: Game, bram: User, clock: ManualClock, language: str, subject: str
    ) -> None:
        preferences.set_preferences(bram, {"language": language})
        letter = self.sent(clock)
        assert letter.subject == subject
        assert f'<html lang="{"zh-Hant" if language == "zh-hant" else language}">' in html_of(letter)
        english = ["Hello", "Time left", "You get these e-mails", "Stop these e-mails"]
        left = [one for one in english if one in text_of(letter) + html_of(letter)]
        assert left == (english if language == "en" else [])

    def test_names_are_escaped(self, ana: User, bram: User, daily: Game, clock: ManualClock) -> None:
        Game.objects.filter(pk=daily.pk).update(names="<b>&Ana\nBram")
        letter = self.sent(clock)
        assert "against <b>&Ana." in text_of(letter)
        assert "against &lt;b&gt;&amp;Ana." in html_of(letter)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> type[Server]:
    class FreshServer(Server):
        tried: list[str] = []

    monkeypatch.setattr(mail, "get_connection", FreshServer)
    return FreshServer


@pytest.fixture
def three(ana: User, clock: ManualClock) -> list[User]:
    """Three people for whom a game waits."""
    some = [confirm_address(person(name)) for name in ("Dora", "Emil", "Fred")]
    for one in some:
        timed(ana, one, "3d", plies=1)
    clock.advance(WAITED + 60)
    return some


class TestTheMailServer:
    def test_a_refused_email_is_not_repeated_and_keeps_no_other_back(
        self, three: list[User], server: type[Server], caplog: pytest.LogCaptureFixture
    ) -> None:
        no = SMTPRecipientsRefused({"emil@example.org": (550, b"no such box")})
        server.refuses = staticmethod(lambda address: no if address.startswith("emil") else None)
        assert [periodic_tasks.send_emails(), periodic_tasks.send_emails()] == [2, 0]
        assert server.tried == ["dora@example.org", "emil@example.org", "fred@example.org"]
        assert "emil@" not in caplog.text

    def test_all_emails_stay_due_while_it_is_down(self, three: list[User], server: type[Server]) -> None:
        server.down = True
        assert periodic_tasks.send_emails() == 0
        server.down = False
        assert periodic_tasks.send_emails() == 3

    def test_emails_after_a_lost_connection_stay_due(self, three: list[User], server: type[Server]) -> None:
        """The letter that was on its way may have arrived."""

        def gone(address: str) -> Exception | None:
            server.down = server.down or address.startswith("emil")
            return SMTPServerDisconnected("gone") if server.down else None

        server.refuses = staticmethod(gone)
        assert periodic_tasks.send_emails() == 1
        server.down, server.refuses = False, staticmethod(lambda address: None)
        assert periodic_tasks.send_emails() == 1
        assert server.tried == ["dora@example.org", "emil@example.org", "fred@example.org"]

    def test_two_processes_send_each_email_once(self, three: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
        """The second process looks between the claim and the sending of the first."""
        counts: list[int] = []
        claim = emails.claim_emails

        def meanwhile(*args: Any) -> Any:
            found = claim(*args)
            monkeypatch.setattr(emails, "claim_emails", claim)
            counts.append(periodic_tasks.send_emails())
            return found

        monkeypatch.setattr(emails, "claim_emails", meanwhile)
        assert periodic_tasks.send_emails() == 3
        assert counts == [0]
        assert len(take_outbox()) == 3
