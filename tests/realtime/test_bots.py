"""Bots over sockets: a whole game, its review, and hints that the engine computes once."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import Future

import pytest
from asgiref.sync import async_to_sync

from games.models import Game, User
from games.realtime.matches import consumer
from games.rules.errors import Refusal
from games.schemas.review import ReviewShown
from games.services.bots import aid, engine_pool
from games.services.bots.aid import HintRequest
from games.services.bots.bot_games import get_bot
from games.services.bots.bot_turns import EngineQuestion
from games.services.bots.worker import Advice
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from games.texts.opponents import OPPONENTS
from tests.client import Person, Seat, code_of
from tests.realtime.sockets import at_version, soon, stored
from tests.services.matches.games import code_of as next_card
from tests.services.matches.games import match_of
from tests.site_process import Site

CARDS = 4
"""Cards of the guest before they resign."""


async def fetch_review(person: Person, code: str) -> ReviewShown:
    """Return the review of a game once the engine has made it."""
    while (answer := await asyncio.to_thread(person.get, f"/m/{code}/review/"))[0] == 202:
        assert json.loads(answer[1]) == {"state": "thinking"}
    assert answer[0] == 200
    return ReviewShown.model_validate_json(answer[1])


@pytest.mark.usefixtures("quiet_log")
def test_a_guest_plays_a_bot_and_gets_a_review(open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    ana.post("/preferences/", pace="quick")
    begun = ana.post("/play/", level="herald")
    assert begun["status"] == 200, begun
    code = code_of(begun["url"])

    async def played() -> dict[str, object]:
        async with ana.socket(code) as socket:
            seat = Seat(socket)
            for _ in range(CARDS):
                await soon(on_turn(seat))
                await at_version(seat, (await soon(seat.play_any()))["version"])
            await soon(on_turn(seat))
            while seat.beat.get("here") != [True, True]:
                await soon(seat.until("beat"))
            ana.post(f"/m/{code}/resign/")
            await soon(seat.until("end"))
            return seat.view

    view = asyncio.run(played())
    assert view["status"] == "finished"
    herald = OPPONENTS["herald"]
    own = {"level": "herald", "strength": 3, "face": herald.face}
    shown = {"name": herald.name, "guest": False, "opponent": own, "program": False}
    assert view["players"][1] == shown  # type: ignore[index]
    plays = [entry for entry in stored(open_site, code) if entry["kind"] == "played"]
    assert len(plays) == len({entry["client_id"] for entry in plays}) >= 2 * CARDS
    found = asyncio.run(soon(fetch_review(ana, code), 120))
    cards = [one.card for one in (*found.cards, *found.endings)]
    assert cards == [entry["data"]["card"] for entry in plays]


@pytest.mark.usefixtures("quiet_log")
def test_a_hint_and_a_card_taken_back_reach_all_devices_of_the_player(open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    ana.post("/preferences/", pace="quick")
    code = code_of(ana.post("/play/", level="squire")["url"])

    async def seen() -> list[dict[str, object]]:
        async with ana.socket(code) as first, ana.socket(code) as second:
            here, there = Seat(first), Seat(second)
            await soon(on_turn(here))
            board, line = here.view["board"], here.view["aid"]["line"]
            await here.send(type="hint", ply=board["ply"], line=line, id="h")
            version = (await soon(here.until("accepted", "refused")))["version"]
            for seat in (here, there):
                await at_version(seat, version)
            hint = there.view["aid"]["hint"]
            assert here.view["aid"]["hint"] == hint
            assert hint["card"] in board["legal"]
            await here.play(hint["card"])
            await soon(here.until("accepted"))
            await here.send(type="take_back", ply=board["ply"], line=line, id="b")
            version = (await soon(here.until("accepted", "refused")))["version"]
            for seat in (here, there):
                await at_version(seat, version)
            assert there.view["board"] == board
            return [here.view["aid"], there.view["aid"]]

    shown, same = asyncio.run(seen())
    assert shown == same
    assert (shown["line"], shown["hints"], shown["may_hint"]) == (1, 1, False)
    kinds = [entry["kind"] for entry in stored(open_site, code)]
    assert [kind for kind in kinds if kind in ("hinted", "taken_back")] == ["hinted", "taken_back"]


async def on_turn(seat: Seat) -> None:
    """Wait until it is this seat's turn."""
    while not (seat.view.get("board") and seat.view["board"]["legal"]):
        await seat.receive()


ADVISED = ("G0", "best", "")


@pytest.fixture
def bot_game(ana: User) -> Game:
    game = lobby.create_game(ana, MatchOptions(lead="creator"))
    lobby.join_game(game, get_bot("squire"))
    return game


class SlowEngine:
    """Stands in for the engine: it answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[EngineQuestion] = []
        self.begun = asyncio.Event()
        self.answer: Future[Advice] = Future()

    def advise(self, question: EngineQuestion) -> Future[Advice]:
        self.asked.append(question)
        self.begun.set()
        return self.answer


@pytest.fixture
def slow_engine(monkeypatch: pytest.MonkeyPatch) -> SlowEngine:
    engine = SlowEngine()
    monkeypatch.setattr(engine_pool, "engine", engine)
    return engine


def hint_request(game: Game, user: User) -> HintRequest:
    return HintRequest(game.pk, user.pk, 0, 0, "phone")


@pytest.mark.django_db(transaction=True)
class TestHints:
    def test_devices_that_ask_at_once_share_an_answer_although_the_first_leaves(
        self, bot_game: Game, ana: User, slow_engine: SlowEngine
    ) -> None:
        question = aid.prepare_hint(hint_request(bot_game, ana))
        assert isinstance(question, EngineQuestion)

        async def ask_three_times() -> list[Advice]:
            requests = [
                asyncio.create_task(consumer._ask_engine(hint_request(bot_game, ana), question)) for _ in range(3)
            ]
            await slow_engine.begun.wait()
            requests[0].cancel()
            slow_engine.answer.set_result(ADVISED)
            return await asyncio.gather(*requests[1:])

        assert async_to_sync(ask_three_times)() == [ADVISED] * 2
        assert slow_engine.asked == [question]
        assert not consumer._pending_hints

    def test_a_failing_engine_refuses_the_hint_and_logs_no_card(
        self, bot_game: Game, ana: User, slow_engine: SlowEngine, caplog: pytest.LogCaptureFixture
    ) -> None:
        slow_engine.answer.set_exception(RuntimeError("the worker held G7"))
        with caplog.at_level(logging.ERROR, "games.realtime.matches.consumer"), pytest.raises(Refusal) as refused:
            async_to_sync(consumer.find_hint)(hint_request(bot_game, ana))
        assert refused.value.code == "no_hint"
        assert "RuntimeError" in caplog.text
        assert "G7" not in caplog.text
        assert match_of(bot_game).aid.asked == ()

    def test_a_hint_is_stored_and_not_computed_again(self, bot_game: Game, ana: User, slow_engine: SlowEngine) -> None:
        slow_engine.answer.set_result((next_card(bot_game), "best", ""))
        for _ in range(2):
            version = async_to_sync(consumer.find_hint)(hint_request(bot_game, ana))
            assert version == match_of(bot_game).version
        assert match_of(bot_game).aid.asked == (0,)
        assert len(slow_engine.asked) == 1
