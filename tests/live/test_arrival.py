"""Who comes to a game's socket: who is looked up, and the row of the seat that a person holds there, not elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from games.live.entrance import Entrance
from games.live.face import Room
from games.live.hub import hub
from games.live.online.arrival import Arrival, player_of
from games.live.online.consumer import GameConsumer
from games.live.online.seats import seats
from games.live.strangers import Visitor
from games.models import Player, Token, User
from games.rules.errors import Refusal
from games.services.online import lobby
from games.stories.online import Options
from tests.live.crowds import MATCH

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_person_with_two_games_has_a_row_in_each(ana: User, bram: User, cleo: User) -> None:
    first, second = (lobby.create(ana, Options()) for _ in range(2))
    lobby.join(second, bram)
    rows = [Player.objects.get(game=game, user=ana).pk for game in (first, second)]
    assert [player_of(game.pk, ana.pk) for game in (first, second)] == rows
    assert player_of(first.pk, bram.pk) is None
    assert player_of(second.pk, cleo.pk) is None


@pytest.mark.parametrize(("scope", "looks", "lease"), [(None, False, 5), ("read", True, None)])
async def test_by_a_token_that_reads_nobody_is_there(
    monkeypatch: pytest.MonkeyPatch, scope: str | None, looks: bool, lease: int | None
) -> None:
    token = Token(scope=scope) if scope else None
    arrival = Arrival(MATCH, 5, {}, Visitor(User(pk=10), "key", token))
    monkeypatch.setattr("games.live.online.consumer.arrive", lambda *asked: arrival)
    consumer, brought = GameConsumer(), {"cookies": {"sessionid": "a"}, "headers": []}
    monkeypatch.setattr(consumer, "scope", brought, raising=False)
    entrance = await consumer.enter("code")
    assert (entrance.looks, entrance.lease) == (looks, lease)


class TestStrangers:
    """Whoever brings neither a session nor a token is let in to a game that is shown already without a thread."""

    @pytest.fixture
    def come(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[Entrance]]:
        """Comes to a game that is shown; whoever is looked up is turned away."""

        def looked_up(*asked: object) -> None:
            raise Refusal("bad_token")

        monkeypatch.setattr("games.live.online.consumer.arrive", looked_up)
        monkeypatch.setattr(hub, "room", lambda code: Room(MATCH, seats))
        consumer = GameConsumer()

        def come(cookies: dict[str, str], *headers: tuple[bytes, bytes]) -> Awaitable[Entrance]:
            scope: Any = {"cookies": cookies, "headers": headers}
            consumer.scope = scope
            return consumer.enter("code")

        return come

    async def test_who_brings_nothing_is_let_in(self, come: Callable[..., Awaitable[Entrance]]) -> None:
        entrance = await come({})
        assert (entrance.story, entrance.user_id, entrance.lease) == (MATCH, None, None)

    async def test_who_brings_something_is_looked_up(self, come: Callable[..., Awaitable[Entrance]]) -> None:
        with pytest.raises(Refusal, match="bad_token"):
            await come({"sessionid": "a"})
        with pytest.raises(Refusal, match="bad_token"):
            await come({}, (b"authorization", b"Bearer claim_a"))
