"""Browsers are told when it is their person's turn: who, of what, in which words, and what their services answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.live.hub import hub
from games.models import Game, LoginSession, Player, User
from games.rules.cards import DECK
from games.rules.moves import legal_moves
from games.run import push, pushkey
from games.run.push import Pusher, awaited, taken
from games.services.notices import turns
from games.services.notices.turns import Turn
from games.services.online import lobby
from games.store.clock import clock
from games.store.played import Played
from games.stories.online import Options
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from tests.people import guest
from tests.pushes import Phone, PushService, signed
from tests.services.clockwork import timed
from tests.services.plays import match_of, play_next, state_of
from tests.services.told import answered, lead, told
from tests.spellings import named

pytestmark = pytest.mark.django_db(transaction=True)


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
        assert game.code not in f"{handed.path} {handed.headers}"
        assert game.code.encode() not in handed.body
        assert named(str(bram_s.reads(handed)), DECK) == set()
        assert len(handed.headers["topic"]) == 32

    def test_messages_of_a_game_replace_each_other_and_no_others(
        self, game: Game, ana: User, bram: User, pusher: Pusher, service: PushService
    ) -> None:
        told(ana, service)
        told(bram, service)
        another = lobby.create(ana, Options(lead="creator"))
        lobby.join(another, bram)
        play_next(game)
        play_next(another)
        pusher.step()
        topics = {service.next().headers["topic"] for _ in range(2)}
        assert len(topics) == 2

    def test_the_language_is_the_persons_or_else_the_browsers(
        self, game: Game, ana: User, bram: User, pusher: Pusher, service: PushService
    ) -> None:
        phone = told(bram, service, language="id")
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


class TestOfPlayedCards:
    """Those that were decided without a story: the same is told of them."""

    def laid(self, game: Game, cards: int) -> Iterator[tuple[Played, turns.Turn | None]]:
        """The next cards, which nobody stored, and the turns that their stories tell of."""
        match = match_of(game)
        for _ in range(cards):
            state = match.state
            assert state is not None
            seat = state.to_play
            card = str(legal_moves(state)[0])
            match = match.fold([Fact(Kind.PLAYED, seat, {"card": card}, None)])
            turn = match.awaited
            sitter = None if turn is None else match.sitters[turn]
            awaits = None if sitter is None else sitter.user_id
            played = Played(game.pk, match.version, seat or 0, card, "0:a", turn, awaits, 1, 1, True)
            yield played, turns.turn_of(match, [Fact(Kind.PLAYED, seat, {"card": card}, None)])

    def test_their_turns_are_those_of_their_stories(self, game: Game) -> None:
        cards, told = zip(*self.laid(game, 52), strict=True)
        assert [awaited([card]) for card in cards] == [
            {} if one is None else {(one.game_id, one.user_id): one.version} for one in told
        ]

    def test_of_each_person_the_last_one_is_told(self, game: Game) -> None:
        cards, told = zip(*self.laid(game, 30), strict=True)
        last = {(one.game_id, one.user_id): one.version for one in told if one is not None}
        assert len(last) == 2
        assert awaited(cards) == last

    def test_whoever_is_away_is_told_of_one(
        self, game: Game, bram: User, bram_s: Phone, pusher: Pusher, service: PushService
    ) -> None:
        play_next(game)
        match = match_of(game)
        taken(pusher.news)
        assert pusher.idle()
        pusher.follows([Played(game.pk, match.version, 0, str(match.plays[-1]), "0:a", 1, bram.pk, 1, 1, True)])
        assert not pusher.idle()
        pusher.step()
        assert bram_s.reads(answered(pusher, service))["tag"] == game.code

    @pytest.mark.parametrize("news", ["a turn", "a card"])
    def test_nobody_is_looked_for_who_sits_at_an_open_page_here(
        self, game: Game, bram: User, bram_s: Phone, news: str, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        pusher = Pusher(sits=lambda *who: who == (game.pk, bram.pk))
        (card, turn), *_ = self.laid(game, 1)
        assert turn == Turn(game.pk, card.awaits or 0, card.version)
        if news == "a card":
            pusher.follows([card])
        else:
            pusher.take(Turn(game.pk, bram.pk, card.version))
        with django_assert_num_queries(0):
            pusher.step()
        assert not pusher._lanes

    def test_who_sits_where_is_asked_of_the_hub(self) -> None:
        assert Pusher()._sits == hub.sits

    def test_too_many_that_wait_are_not_kept(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(push, "MOST", 2)
        full, cards = Pusher(), [card for card, _ in self.laid(game, 4)]
        for card in cards:
            full.follows([card])
        assert taken(full.played) == [[cards[0]], [cards[1]]]


class TestWhoIsTold:
    def test_each_browser_of_a_person_and_of_a_guest(self, ana: User, pusher: Pusher, service: PushService) -> None:
        cleo = guest("Cleo")
        phones = [told(cleo, service, name) for name in ("phone", "desk")]
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, cleo)
        lead(game, pusher)
        paths = {service.next().path for _ in phones}
        assert paths == {f"/{cleo.pk}-phone", f"/{cleo.pk}-desk"}

    def test_who_invited_when_somebody_sat_down_and_they_lead(
        self, ana: User, bram: User, pusher: Pusher, service: PushService
    ) -> None:
        phone = told(ana, service)
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

    def test_not_who_played_the_last_card(self, game: Game, ana: User, pusher: Pusher, service: PushService) -> None:
        """Whoever wins a trick leads the next one."""
        told(ana, service)
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
        LoginSession.objects.update(expire_date=clock.now() - timedelta(seconds=1))
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
