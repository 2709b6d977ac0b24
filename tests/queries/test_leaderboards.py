"""Leaderboards: who is sure of a rating and shows it to everybody, for good and by the month."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Rated, Rating, User
from games.queries import ratings as shown
from games.queries.ratings import Month
from games.state.result import RatingPool
from tests.people import person

pytestmark = pytest.mark.django_db

DAYS = RatingPool.DAYS


def stand(user: User, rating: float, **more: Any) -> Rating:
    sure = {"deviation": 80.0, "volatility": 0.06, "sure_until": timezone.now() + timedelta(days=30)}
    values = {"pool": DAYS, "games": 20, **sure, **more}
    return Rating.objects.create(user=user, rating=rating, at=timezone.now(), **values)


class TestLeaderboards:
    def leaders(self) -> list[str]:
        return [one.user.display_name for one in shown.list_all_time_leaders(DAYS)]

    def test_the_best_first_and_only_who_is_sure(self, ana: User, bram: User, cleo: User) -> None:
        stand(ana, 1600), stand(bram, 1700), stand(cleo, 1900, sure_until=timezone.now() - timedelta(seconds=1))
        assert self.leaders() == ["Bram", "Ana"]
        assert [shown.get_place(one, DAYS) for one in (ana, bram, cleo)] == [2, 1, None]
        assert shown.list_all_time_leaders(RatingPool.LIVE) == []

    @pytest.mark.parametrize(
        "hidden",
        [
            {"profile_for": "nobody"},
            {"muted_for_good": True},
            {"muted_until": timezone.now() + timedelta(days=1)},
            {"closed_at": timezone.now()},
            {"leaving_at": timezone.now()},
        ],
        ids=lambda one: next(iter(one)),
    )
    def test_nobody_who_has_no_page_for_everybody(self, ana: User, bram: User, hidden: dict[str, Any]) -> None:
        stand(ana, 1600), stand(bram, 1700)
        User.objects.filter(pk=bram.pk).update(**hidden)
        assert self.leaders() == ["Ana"]

    def test_a_month_by_the_last_game_of_it(self, ana: User, bram: User) -> None:
        now = timezone.now()
        month = Month(2026, 3)
        self.seats(ana, (month.first - timedelta(days=1), 1500), (month.first, 1540), (month.next.first, 1900))
        self.seats(bram, (month.first, 1500), (month.first + timedelta(days=9), 1530))
        self.seats(person("Dora"), (now, 2000))
        self.seats(person("Emil"), (month.first, 1800), deviation=111.0)
        told = [
            (one.place, one.user, one.shown.points, one.games, one.change)
            for one in shown.list_month_leaders(DAYS, month)
        ]
        assert told == [(1, ana, 1540, 1, 40), (2, bram, 1530, 2, 30)]
        assert month.previous == Month(2026, 2)
        assert Month(2026, 12).next == Month(2027, 1)
        assert Month(2026, 1).previous == Month(2025, 12)

    def seats(self, user: User, *games: tuple[Any, float], deviation: float = 90.0) -> None:
        before = 1500.0
        for number, (at, rating) in enumerate(games, 1):
            known = {"deviation": deviation, "volatility": 0.06, "rating_before": before, "games": number}
            game = Game.objects.create(status="finished")
            Rated.objects.create(game=game, seat=0, user=user, pool=DAYS, at=at, rating=rating, outcome="won", **known)
            before = rating
