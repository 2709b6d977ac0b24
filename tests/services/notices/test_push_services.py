"""What push services answer is heeded, and none of them delays a card or another one."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, PushSubscription, User
from games.run import push, pushpost
from games.run.push import Pusher, Tried, taken
from games.run.pushpost import Answer
from games.services.notices import turns
from games.services.notices.browsers import Keys
from games.services.notices.endpoints import service_of
from games.services.notices.turns import Message, Turn
from games.services.online import play
from tests.pushes import PATIENCE, Phone, PushService, serving
from tests.services.plays import code_of, play_next, state_of
from tests.services.told import answered, hearing, lead, told

pytestmark = pytest.mark.django_db(transaction=True)


class TestWhatServicesAnswer:
    def due(self, pusher: Pusher) -> list[float]:
        return [round(one.at - time.monotonic()) for one in pusher.again]

    def test_whoever_took_it_was_told_then(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        long_ago = timezone.now() - timedelta(days=30)
        PushSubscription.objects.update(used_at=long_ago)
        lead(game, pusher)
        answered(pusher, service)
        assert PushSubscription.objects.get().used_at > timezone.now() - timedelta(hours=1)

    def test_it_rests_once_nobody_is_to_be_told(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        assert pusher.idle()
        play_next(game)
        assert not pusher.idle()
        pusher.step()
        answered(pusher, service)
        assert pusher.idle()

    @pytest.mark.parametrize("news", ["a turn", "a card", "an answer"])
    def test_it_sleeps_until_there_is_news(self, news: str) -> None:
        pusher, turn = Pusher(), Turn(1, 2, 3)
        message = Message(turn, 4, "https://push.test", Keys("", "", ""), "", "", timedelta(), False)
        with ThreadPoolExecutor(1) as threads:
            sleeping = threads.submit(pusher.wait)
            with pytest.raises(TimeoutError):
                sleeping.result(0.05)
            match news:
                case "a turn":
                    pusher.take(turn)
                case "a card":
                    pusher.follows([])
                case _:
                    pusher.answered(Tried(message, Answer.refused()))
            sleeping.result(PATIENCE)
        pusher.wait()

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_is_forgotten(
        self, game: Game, bram: User, pusher: Pusher, service: PushService, status: int
    ) -> None:
        told(bram, service, "gone")
        service.answers = [(status, {})]
        lead(game, pusher)
        answered(pusher, service)
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize(
        ("status", "headers", "seconds"),
        [(429, {"Retry-After": "120"}, 120), (503, {}, 30), (429, {"Retry-After": "99999"}, 600)],
    )
    def test_one_that_is_busy_is_asked_again_when_it_says(
        self,
        game: Game,
        bram_s: Phone,
        pusher: Pusher,
        service: PushService,
        status: int,
        headers: dict[str, str],
        seconds: int,
    ) -> None:
        service.answers = [(status, headers)]
        lead(game, pusher)
        answered(pusher, service)
        assert not pusher.idle()
        assert self.due(pusher) == [seconds]

    def test_it_is_asked_three_times_and_no_more(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pushpost, "LATEST", timedelta(0))
        monkeypatch.setattr(pushpost, "SOONEST", timedelta(0))
        service.answers = [(503, {})] * 3
        play_next(game)
        for _ in range(3):
            pusher.step()
            answered(pusher, service)
        assert (service.answers, pusher.again) == ([], [])
        assert PushSubscription.objects.exists()

    def test_whoever_played_meanwhile_is_not_told_again(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pushpost, "LATEST", timedelta(0))
        monkeypatch.setattr(pushpost, "SOONEST", timedelta(0))
        service.answers = [(503, {})]
        lead(game, pusher)
        answered(pusher, service)
        while state_of(game).to_play == 1:
            play_next(game)
        pusher.step()
        assert service.handed.empty()

    def test_where_a_service_leads_on_to_nobody_goes(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        service.answers = [(307, {"Location": f"{service.url}/elsewhere"})]
        lead(game, pusher)
        assert answered(pusher, service).path != "/elsewhere"
        assert service.handed.empty()
        assert PushSubscription.objects.exists()

    def test_nothing_goes_where_the_setting_does_not_allow_it_any_more(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService, settings: Settings
    ) -> None:
        play_next(game)
        (message,) = turns.messages(taken(pusher.news))
        settings.PUSH_SERVICES = ["fcm.googleapis.com"]
        assert pushpost.post(message) == Answer.refused()
        assert service.handed.empty()

    def test_one_that_says_nothing_delays_neither_cards_nor_others(
        self, game: Game, bram: User, pusher: Pusher, service: PushService, settings: Settings
    ) -> None:
        with serving() as quick:
            settings.PUSH_SERVICES = [service.url, quick.url]
            told(bram, service, "slow")
            phone = told(bram, quick, "quick")
            service.open.clear()
            lead(game, pusher)
            service.next()
            assert phone.reads(answered(pusher, quick))["tag"] == game.code
            play.play(game.pk, bram.pk, code_of(game), 1, "while it waits")
            service.open.set()
            pusher.tried.get(timeout=PATIENCE)

    def test_one_that_says_nothing_for_too_long_is_asked_again(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pushpost, "PATIENCE", 0.01)
        service.open.clear()
        lead(game, pusher)
        answered(pusher, service)
        service.open.set()
        assert self.due(pusher) == [30]

    def test_too_many_that_wait_are_not_kept(
        self, game: Game, bram_s: Phone, service: PushService, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Moves go on whatever becomes of messages."""
        monkeypatch.setattr(push, "MOST", 1)
        with hearing() as full:
            for _ in range(4):
                play_next(game)
        assert len(taken(full.news)) == 1


@pytest.mark.parametrize(
    ("endpoint", "allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc:d-E_f", "fcm.googleapis.com"),
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAA", "updates.push.services.mozilla.com"),
        ("https://web.push.apple.com/QABC", "*.push.apple.com"),
        ("https://wns2-par02p.notify.windows.com/w/?token=BQ%3d", "*.notify.windows.com"),
        ("http://fcm.googleapis.com/fcm/send/abc", None),
        ("https://fcm.googleapis.com:8443/fcm/send/abc", None),
        ("https://fcm.googleapis.com.example.org/abc", None),
        ("https://push.apple.com.example.org/abc", None),
        ("https://evil-push.apple.com.example.org/", None),
        ("https://fcm.googleapis.com@example.org/abc", None),
        ("https://example.org\\@fcm.googleapis.com/abc", None),
        ("https://example.org#@fcm.googleapis.com/", None),
        ("https://127.0.0.1/abc", None),
        ("https://[::1]/abc", None),
        ("https://fcm.googleapis.com", None),
        ("https://fcm.googleapis.com/a\nHost: x", None),
        (f"https://fcm.googleapis.com/{'a' * 1000}", None),
        ("", None),
    ],
)
def test_where_the_site_sends_to(endpoint: str, allowed: str | None) -> None:
    assert service_of(endpoint) == allowed
