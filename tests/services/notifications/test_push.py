"""Push messages: recipients, contents, and answers of push services."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.eventlog.database_clock import database_clock
from games.jobs import web_push
from games.jobs.push import Pusher, drain
from games.jobs.web_push import PushResult
from games.models import Game, LoginSession, Player, PushSubscription, User
from games.rules.cards import DECK
from games.server import vapid_key
from games.services.matches import lobby, play
from games.services.notifications import push_messages
from games.services.notifications.push_subscriptions import get_push_service
from games.state.match_state import MatchOptions
from tests.card_spellings import find_cards
from tests.people import guest
from tests.push_service import PATIENCE, PushBrowser, PushRequest, PushService, is_signed, serve_pushes
from tests.services.matches.clock import timed
from tests.services.matches.games import code_of, play_next, state_of
from tests.services.notifications.push import play_lead, receive_message, subscribe_browser

pytestmark = pytest.mark.django_db(transaction=True)


class TestMessage:
    def test_only_the_browser_can_read_whose_turn_it_is(
        self, game: Game, bram_phone: PushBrowser, pusher: Pusher, service: PushService
    ) -> None:
        play_lead(game, pusher)
        handed = receive_message(pusher, service)
        assert bram_phone.reads(handed) == {
            "title": "Five Votes",
            "text": "It's your turn against Ana.",
            "url": f"/m/{game.code}/",
            "tag": game.code,
            "lang": "en",
        }
        assert is_signed(handed)
        assert vapid_key.get_public_key() in handed.headers["authorization"]
        assert (handed.headers["ttl"], handed.headers["urgency"]) == ("86400", "normal")
        assert game.code not in f"{handed.path} {handed.headers}"
        assert game.code.encode() not in handed.body
        assert find_cards(str(bram_phone.reads(handed)), DECK) == set()
        assert len(handed.headers["topic"]) == 32

    def test_the_language_is_that_of_the_account_or_else_of_the_browser(
        self, game: Game, ana: User, bram: User, pusher: Pusher, service: PushService
    ) -> None:
        phone = subscribe_browser(bram, service, language="id")
        play_lead(game, pusher)
        first = receive_message(pusher, service)
        User.objects.filter(pk=bram.pk).update(preferences={"language": "nl"})
        another = lobby.create_game(ana, MatchOptions(lead="creator"))
        lobby.join_game(another, bram)
        play_lead(another, pusher)
        second = receive_message(pusher, service)
        assert [phone.reads(one)["text"] for one in (first, second)] == [
            "Giliranmu melawan Ana.",
            "Je bent aan de beurt tegen Ana.",
        ]

    def test_a_message_in_real_time_is_urgent_and_expires_soon(
        self, ana: User, bram: User, bram_phone: PushBrowser, pusher: Pusher, service: PushService
    ) -> None:
        play_lead(timed(ana, bram, "5+5"), pusher)
        handed = receive_message(pusher, service)
        assert (handed.headers["ttl"], handed.headers["urgency"]) == ("600", "high")


class TestRecipients:
    def test_each_browser_of_a_person_or_a_guest(self, ana: User, pusher: Pusher, service: PushService) -> None:
        cleo = guest("Cleo")
        phones = [subscribe_browser(cleo, service, name) for name in ("phone", "desk")]
        game = lobby.create_game(ana, MatchOptions(lead="creator"))
        lobby.join_game(game, cleo)
        play_lead(game, pusher)
        paths = {service.next().path for _ in phones}
        assert paths == {f"/{cleo.pk}-phone", f"/{cleo.pk}-desk"}

    def test_the_creator_when_dealt(self, ana: User, bram: User, pusher: Pusher, service: PushService) -> None:
        phone = subscribe_browser(ana, service)
        lobby.join_game(lobby.create_game(ana, MatchOptions(lead="creator")), bram)
        pusher.step()
        assert phone.reads(receive_message(pusher, service))["text"] == "It's your turn against Bram."

    def test_not_the_player_of_the_last_card(self, game: Game, ana: User, pusher: Pusher, service: PushService) -> None:
        """The winner of a trick leads the next."""
        subscribe_browser(ana, service)
        last = None
        while state_of(game).to_play != last:
            last = state_of(game).to_play
            drain(pusher.turns)
            play_next(game)
        assert drain(pusher.turns) == []

    @pytest.mark.parametrize("reason", ["looks at the game", "played meanwhile", "is suspended", "is logged out"])
    def test_not_a_player_who(self, game: Game, bram_phone: PushBrowser, pusher: Pusher, reason: str) -> None:
        if reason == "looks at the game":
            Player.objects.filter(game=game, seat=1).update(seen_at=database_clock.read())
        if reason == "is suspended":
            User.objects.filter(username="bram").update(suspended_until=timezone.now() + timedelta(days=1))
        if reason == "is logged out":
            LoginSession.objects.update(expire_date=database_clock.now() - timedelta(seconds=1))
        play_next(game)
        while reason == "played meanwhile" and state_of(game).to_play == 1:
            play_next(game)
        assert push_messages.build_messages(drain(pusher.turns)) == []


Answer = tuple[int, dict[str, str]]
Send = Callable[..., PushRequest]


class TestPushServices:
    @pytest.fixture
    def send(self, game: Game, bram_phone: PushBrowser, pusher: Pusher, service: PushService) -> Send:
        """Return a function that plays Ana's lead and returns the message, which the service answers as given."""

        def send(*answers: Answer) -> PushRequest:
            service.answers = list(answers)
            play_lead(game, pusher)
            return receive_message(pusher, service)

        return send

    @pytest.fixture
    def at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Retries come without a delay."""
        monkeypatch.setattr(web_push, "MAX_RETRY", timedelta(0))
        monkeypatch.setattr(web_push, "MIN_RETRY", timedelta(0))

    def delays(self, pusher: Pusher) -> list[float]:
        return [round(retry.at - time.monotonic()) for retry in pusher.retries]

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_is_forgotten(self, send: Send, status: int) -> None:
        send((status, {}))
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize(
        ("answer", "seconds"),
        [((429, {"Retry-After": "120"}), 120), ((503, {}), 30), ((429, {"Retry-After": "99999"}), 600)],
    )
    def test_a_busy_service_names_the_delay(self, send: Send, pusher: Pusher, answer: Answer, seconds: int) -> None:
        send(answer)
        assert self.delays(pusher) == [seconds]

    def test_a_service_is_asked_three_times(
        self, send: Send, pusher: Pusher, service: PushService, at_once: None
    ) -> None:
        send(*[(503, {})] * 3)
        for _ in range(2):
            pusher.step()
            receive_message(pusher, service)
        assert (service.answers, pusher.retries) == ([], [])
        assert PushSubscription.objects.exists()

    def test_the_message_of_a_turn_that_is_over_is_not_repeated(
        self, game: Game, send: Send, pusher: Pusher, service: PushService, at_once: None
    ) -> None:
        send((503, {}))
        while state_of(game).to_play == 1:
            play_next(game)
        pusher.step()
        assert service.handed.empty()

    def test_redirects_are_not_followed(self, send: Send, service: PushService) -> None:
        assert send((307, {"Location": f"{service.url}/elsewhere"})).path != "/elsewhere"
        assert service.handed.empty()
        assert PushSubscription.objects.exists()

    def test_nothing_is_sent_to_services_that_the_setting_does_not_allow(
        self, game: Game, bram_phone: PushBrowser, pusher: Pusher, service: PushService, settings: Settings
    ) -> None:
        play_next(game)
        (message,) = push_messages.build_messages(drain(pusher.turns))
        settings.PUSH_SERVICES = ["fcm.googleapis.com"]
        assert web_push.send_push(message) == PushResult.refused()
        assert service.handed.empty()

    def test_a_silent_service_delays_neither_cards_nor_other_services(
        self, game: Game, bram: User, pusher: Pusher, service: PushService, settings: Settings
    ) -> None:
        with serve_pushes() as quick:
            settings.PUSH_SERVICES = [service.url, quick.url]
            subscribe_browser(bram, service, "slow")
            phone = subscribe_browser(bram, quick, "quick")
            service.open.clear()
            play_lead(game, pusher)
            service.next()
            assert phone.reads(receive_message(pusher, quick))["tag"] == game.code
            play.play_card(game.pk, bram.pk, code_of(game), 1, "while it waits")
            service.open.set()
            pusher.results.get(timeout=PATIENCE)

    def test_a_service_that_is_silent_for_too_long_is_asked_again(
        self, send: Send, pusher: Pusher, service: PushService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(web_push, "TIMEOUT", 0.01)
        service.open.clear()
        send()
        service.open.set()
        assert self.delays(pusher) == [30]


@pytest.mark.parametrize(
    ("endpoint", "allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc:d-E_f", "fcm.googleapis.com"),
        ("https://web.push.apple.com/QABC", "*.push.apple.com"),
        ("http://fcm.googleapis.com/fcm/send/abc", None),
        ("https://fcm.googleapis.com:8443/fcm/send/abc", None),
        ("https://fcm.googleapis.com.example.org/abc", None),
        ("https://fcm.googleapis.com@example.org/abc", None),
        ("https://example.org\\@fcm.googleapis.com/abc", None),
        ("https://127.0.0.1/abc", None),
        ("https://fcm.googleapis.com", None),
        ("https://fcm.googleapis.com/a\nHost: x", None),
        (f"https://fcm.googleapis.com/{'a' * 1000}", None),
        ("", None),
    ],
)
def test_endpoints_that_the_site_sends_to(endpoint: str, allowed: str | None) -> None:
    assert get_push_service(endpoint) == allowed
