"""Browsers are told when it is their person's turn: who, of what, in which words, and what their services answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import Game, LoginSession, Player, PushSubscription, User
from games.run import push, pushkey, pushpost
from games.run.push import Pusher, taken
from games.run.pushpost import Answer
from games.services.notices import browsers, turns
from games.services.notices.endpoints import service_of
from games.services.online import lobby, play
from games.store import listeners
from games.store.clock import clock
from games.stories.online import Options
from tests.people import guest
from tests.pushes import PATIENCE, Handed, Phone, PushService, serving, signed
from tests.services.clockwork import timed
from tests.services.plays import code_of, match_of, play_next, state_of

pytestmark = pytest.mark.django_db(transaction=True)
Told = Callable[..., Phone]


@pytest.fixture(scope="module")
def running() -> Iterator[PushService]:
    with serving() as service:
        yield service


@pytest.fixture
def service(running: PushService, settings: Settings, tmp_path: object) -> PushService:
    settings.PUSH_SERVICES, settings.VAR_DIR = [running.url], tmp_path
    return running


@pytest.fixture
def pusher() -> Iterator[Pusher]:
    made = Pusher()
    listeners.listen(made.heard)
    yield made
    listeners.forget(made.heard)


@pytest.fixture
def told(service: PushService, browser_of: Callable[[User], Client]) -> Told:
    """A browser in which a person is logged in, and which wants to be told."""

    def make(user: User, name: str = "phone", language: str = "en", at: str | None = None) -> Phone:
        phone = Phone(at or service.url, f"{user.pk}-{name}")
        session = Client()
        session.force_login(user)
        browsers.tell(user, str(session.session.session_key), phone.keys, language)
        return phone

    return make


@pytest.fixture
def bram_s(told: Told, bram: User) -> Phone:
    return told(bram)


def answered(pusher: Pusher, service: PushService) -> Handed:
    """What the next message is, once the site knows what the service made of it."""
    handed = service.next()
    pusher.keep([pusher.tried.get(timeout=PATIENCE)])
    return handed


def lead(game: Game, pusher: Pusher) -> None:
    """Ana, who leads, plays a card; whoever is to be told is told."""
    play_next(game)
    pusher.step()


class TestWhatIsTold:
    def test_the_browser_alone_can_read_whose_turn_it_is(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        lead(game, pusher)
        handed = answered(pusher, service)
        assert bram_s.reads(handed) == {
            "title": "Five Votes",
            "text": "It is your turn against Ana.",
            "url": f"/m/{game.code}/",
            "tag": game.code,
            "lang": "en",
        }
        assert signed(handed)
        assert pushkey.public_key() in handed.headers["authorization"]
        assert (handed.headers["ttl"], handed.headers["urgency"]) == ("86400", "normal")

    def test_the_service_learns_neither_game_nor_card(
        self, game: Game, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        lead(game, pusher)
        handed = answered(pusher, service)
        card = str(match_of(game).plays[0])
        told = f"{handed.path} {handed.headers}"
        assert (game.code in told, card in str(bram_s.reads(handed)), game.code.encode() in handed.body) == (False,) * 3
        assert len(handed.headers["topic"]) == 32

    def test_messages_of_a_game_replace_each_other_and_no_others(
        self, game: Game, ana: User, bram: User, told: Told, pusher: Pusher, service: PushService
    ) -> None:
        told(ana)
        told(bram)
        another = lobby.create(ana, Options(lead="creator"))
        lobby.join(another, bram)
        play_next(game)
        play_next(another)
        pusher.step()
        topics = {service.next().headers["topic"] for _ in range(2)}
        assert len(topics) == 2

    def test_the_language_is_the_persons_or_else_the_browsers(
        self, game: Game, ana: User, bram: User, told: Told, pusher: Pusher, service: PushService
    ) -> None:
        phone = told(bram, language="id")
        lead(game, pusher)
        first = answered(pusher, service)
        User.objects.filter(pk=bram.pk).update(preferences={"language": "nl"})
        another = lobby.create(ana, Options(lead="creator"))
        lobby.join(another, bram)
        lead(another, pusher)
        second = answered(pusher, service)
        assert [phone.reads(one)["text"] for one in (first, second)] == [
            "Giliranmu melawan Ana.",
            "Jij bent aan de beurt tegen Ana.",
        ]

    def test_in_real_time_a_message_is_urgent_and_soon_too_old(
        self, ana: User, bram: User, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        lead(timed(ana, bram, "5+5"), pusher)
        handed = answered(pusher, service)
        assert (handed.headers["ttl"], handed.headers["urgency"]) == ("600", "high")


class TestWhoIsTold:
    def test_each_browser_of_a_person_and_of_a_guest(
        self, ana: User, told: Told, pusher: Pusher, service: PushService
    ) -> None:
        cleo = guest("Cleo")
        phones = [told(cleo, name) for name in ("phone", "desk")]
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, cleo)
        lead(game, pusher)
        paths = {service.next().path for _ in phones}
        assert paths == {f"/{cleo.pk}-phone", f"/{cleo.pk}-desk"}

    def test_who_invited_when_somebody_sat_down_and_they_lead(
        self, ana: User, bram: User, told: Told, pusher: Pusher, service: PushService
    ) -> None:
        phone = told(ana)
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, bram)
        pusher.step()
        assert phone.reads(answered(pusher, service))["text"] == "It is your turn against Bram."

    def heard(self, pusher: Pusher) -> list[turns.Message]:
        """What would be sent now."""
        return turns.messages(taken(pusher.news))

    def test_not_who_looks_at_the_game(self, game: Game, bram: User, bram_s: Phone, pusher: Pusher) -> None:
        Player.objects.filter(game=game, user=bram).update(seen_at=clock.read())
        play_next(game)
        assert self.heard(pusher) == []

    def test_not_who_played_the_last_card(self, game: Game, ana: User, told: Told, pusher: Pusher) -> None:
        """Whoever wins a trick leads the next one."""
        told(ana)
        who = None
        while state_of(game).to_play != who:
            who = state_of(game).to_play
            taken(pusher.news)
            play_next(game)
        assert taken(pusher.news) == []

    def test_not_who_took_the_turn_meanwhile(self, game: Game, bram_s: Phone, pusher: Pusher) -> None:
        play_next(game)
        while state_of(game).to_play == 1:
            play_next(game)
        assert self.heard(pusher) == []

    @pytest.mark.parametrize(
        "shut",
        [
            {"closed_at": timezone.now()},
            {"suspended_until": timezone.now() + timedelta(days=1)},
            {"leaving_at": timezone.now()},
            {"is_active": False},
        ],
        ids=lambda one: next(iter(one)),
    )
    def test_not_who_may_not_come_in(
        self, game: Game, bram: User, bram_s: Phone, pusher: Pusher, shut: dict[str, object]
    ) -> None:
        User.objects.filter(pk=bram.pk).update(**shut)
        play_next(game)
        assert self.heard(pusher) == []

    def test_not_a_browser_whose_session_is_over(self, game: Game, bram_s: Phone, pusher: Pusher) -> None:
        LoginSession.objects.update(expire_date=timezone.now())
        play_next(game)
        assert self.heard(pusher) == []

    def test_many_turns_take_two_queries(
        self, ana: User, bram: User, bram_s: Phone, pusher: Pusher, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for _ in range(5):
            game = lobby.create(ana, Options(lead="creator"))
            lobby.join(game, bram)
            play_next(game)
        found = taken(pusher.news)
        with django_assert_num_queries(2):
            assert len(turns.messages(found)) == 5

    def test_where_nobody_wants_to_be_told_one_query_says_so(
        self, game: Game, pusher: Pusher, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        play_next(game)
        with django_assert_num_queries(1):
            pusher.step()


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

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_is_forgotten(
        self, game: Game, told: Told, bram: User, pusher: Pusher, service: PushService, status: int
    ) -> None:
        told(bram, "gone")
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
        self, game: Game, bram: User, told: Told, pusher: Pusher, service: PushService, settings: Settings
    ) -> None:
        with serving() as quick:
            settings.PUSH_SERVICES = [service.url, quick.url]
            told(bram, "slow")
            phone = told(bram, "quick", at=quick.url)
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
        full = Pusher()
        listeners.listen(full.heard)
        for _ in range(4):
            play_next(game)
        listeners.forget(full.heard)
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
