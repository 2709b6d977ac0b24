"""Pages that fold what they are sent, at a hub without sockets, and a game of which each step is known."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from games.live.hub import Hub
from games.live.listener import Listener
from games.live.online.seats import SeatsFace
from games.rules.moves import legal_moves
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from games.wire.changes import folded
from games.wire.online import Change
from tests.live.crowds import idle, settled
from tests.live.test_shape import whole_game

GAME = whole_game(3, Options())
DEALT = next(at for at, match in enumerate(GAME) if match.state)


class Page:
    """A page that folds, or one that is sent whole views, and every frame that it was sent."""

    def __init__(self, user: int | None, *, folds: bool = True) -> None:
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.answered: list[str] = []
        self.listener = Listener(user, user, None, "en", self._send, self._send, folds=folds)

    async def _send(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] != "beat":
            self.frames.append(text)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "change":
            Change.model_validate_json(text)
            assert message["after"] == self.view["version"]
            self.view = {**folded(self.view, message["view"]), "version": message["version"]}
            self.answered += message.get("accepted", [])
        elif message["type"] == "accepted":
            self.answered.append(message["id"])

    @property
    def kinds(self) -> list[str]:
        return [json.loads(text)["type"] for text in self.frames]


class Site:
    """A hub without sockets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self.face = Hub(), SeatsFace()
        monkeypatch.setattr(self.hub._pulse, "store", idle)
        monkeypatch.setattr(self.hub._pulse, "beat_forever", idle)

    async def come(self, match: Match, user: int | None, *, folds: bool = True) -> Page:
        page = Page(user, folds=folds)
        await self.hub.attach(page.listener, match, self.face, {})
        return page

    async def show(self, *stories: Match) -> None:
        """What was committed, one after the other, before any of it is sent."""
        for story in stories:
            self.hub._show(story)
        await asyncio.sleep(0)  # The hub may begin with its next turn.
        await settled()

    def truth(self, match: Match, page: Page) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.face.render(match, self.face.audience(match, page.listener), "en"))
        return told


def played(match: Match, client_id: str) -> Match:
    """The first legal card, as that of this id."""
    state = match.state
    assert state is not None
    card = str(legal_moves(state)[0])
    return match.fold([Fact(Kind.PLAYED, state.to_play, {"card": card}, f"{state.to_play}:{client_id}")])
