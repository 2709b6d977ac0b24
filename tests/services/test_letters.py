"""E-mail about games by the day: who gets one and when, what it says, and that it goes once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from io import StringIO
from smtplib import SMTPConnectError, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, Player, User
from games.run import letters
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.notices import due
from games.services.online import clocks, lobby
from games.services.people import preferring
from games.store import around, presence
from games.store.outages import outages
from games.store.uptime import Uptime
from games.stories.online import Options
from tests.people import person
from tests.services.clockwork import Hand, card, timed
from tests.services.plays import match_of

pytestmark = pytest.mark.django_db(transaction=True)
SITE = "https://claim.example"
WAITED = due.WAITED.total_seconds()


@pytest.fixture(autouse=True)
def _post(settings: Settings) -> None:
    settings.EMAIL_CONFIGURED, settings.SITE_URL = True, SITE


@pytest.fixture(autouse=True)
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    monkeypatch.setattr(outages, "_known", ())
    monkeypatch.setattr(presence, "uptime", Uptime(presence.pause))
    return Hand().held(monkeypatch)


def confirmed(user: User, address: str = "", **more: Any) -> User:
    address = address or f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=address, **{"verified": True, "primary": True, **more})
    return user


@pytest.fixture
def bram(bram: User) -> User:
    return confirmed(bram)


@pytest.fixture
def daily(ana: User, bram: User) -> Game:
    """A game by the day in which it is Bram's turn."""
    return timed(ana, bram, "3d", plies=1)


def sent() -> list[Any]:
    """The letters that are new."""
    found, mail.outbox = mail.outbox, []
    return found


def text(letter: Any) -> str:
    return str(letter.body)


def page(letter: Any) -> str:
    (alternative,) = letter.alternatives
    return str(alternative.content)


class TestWhen:
    def test_when_a_game_has_waited_for_some_hours_and_once(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED - 60)
        assert letters.turn() == 0
        hand.forward(120)
        assert [letters.turn(), letters.turn()] == [1, 0]
        (letter,) = sent()
        assert letter.to == ["bram@example.org"]

    def test_once_more_when_the_last_day_begins_and_then_never(self, daily: Game, hand: Hand) -> None:
        found = []
        for _ in range(71):
            hand.forward(hours=1)
            found.append(letters.turn())
        assert [hour for hour, count in enumerate(found, 1) if count] == [7, 49]

    def test_a_day_a_card_takes_one_letter(self, ana: User, bram: User, hand: Hand) -> None:
        timed(ana, bram, "1d", plies=1)
        found = 0
        for _ in range(23):
            hand.forward(hours=1)
            found += letters.turn()
        assert found == 1

    def test_a_turn_after_it_is_told_anew_but_not_too_soon(
        self, daily: Game, ana: User, bram: User, hand: Hand
    ) -> None:
        hand.forward(WAITED + 60)
        letters.turn()
        while match_of(daily).awaited == 1:
            card(daily, ana, bram)
        while match_of(daily).awaited == 0:
            card(daily, ana, bram)
        hand.forward(WAITED + 60)
        assert letters.turn() == 0
        hand.forward(due.BETWEEN.total_seconds() - WAITED)
        assert letters.turn() == 1

    def test_time_in_which_the_site_was_down_is_no_waiting(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED - 60)
        outages.note(hand.now - timedelta(hours=5), hand.now)
        list(clocks.catch_up())
        hand.forward(120)
        assert letters.turn() == 0

    def test_the_site_does_so_by_itself_and_so_does_the_command(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED + 60)
        out = StringIO()
        call_command("sweep", stdout=out)
        assert out.getvalue() == "games ended: 0\nletters sent: 1\n"


class TestWho:
    @pytest.fixture(autouse=True)
    def _late(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED + 60)

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
        assert letters.turn() == 0

    @pytest.mark.parametrize("preferences", [{}, {"letters": True}, {"speed": "quick"}], ids=str)
    def test_who_said_nothing_or_yes(self, bram: User, preferences: dict[str, Any]) -> None:
        User.objects.filter(pk=bram.pk).update(preferences=preferences)
        assert letters.turn() == 1

    def test_nobody_whose_address_is_not_confirmed(self, bram: User) -> None:
        EmailAddress.objects.update(verified=False)
        assert letters.turn() == 0

    def test_of_several_confirmed_addresses_the_main_one(self, bram: User) -> None:
        confirmed(bram, "elsewhere@example.org", primary=False)
        letters.turn()
        assert sent()[0].to == ["bram@example.org"]

    def test_nobody_who_is_on_the_site_until_they_are_gone(self, bram: User) -> None:
        around.seen([bram.pk])
        assert letters.turn() == 0
        cache.clear()
        assert letters.turn() == 1

    def test_nobody_whose_game_was_stopped_by_moderators(self, daily: Game, mona: Judge) -> None:
        moderation.freeze(mona, daily, Why("Because."))
        assert letters.turn() == 0

    def test_nobody_for_whom_a_program_plays(self, daily: Game, bram: User) -> None:
        Player.objects.filter(user=bram).update(program=True)
        assert letters.turn() == 0

    @pytest.mark.parametrize("setting", ["EMAIL_CONFIGURED", "SITE_URL"])
    def test_nobody_where_the_site_cannot_write_or_does_not_know_its_address(
        self, settings: Settings, setting: str
    ) -> None:
        setattr(settings, setting, "")
        assert letters.turn() == 0
        assert letters.begin() is None


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


class Server(EmailBackend):
    """A mail server that does not take everything."""

    refuses: Callable[[str], Exception | None] = staticmethod(lambda address: None)
    tried: list[str] = []
    down = False

    def open(self) -> bool:
        if self.down:
            raise SMTPConnectError(421, "no")
        return True

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            self.tried.append(message.to[0])
            if (error := type(self).refuses(message.to[0])) is not None:
                raise error
        return int(super().send_messages(messages))


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
