"""One of the site's own sits down: at a game that begins at once, or at an invitation that nobody took."""

from __future__ import annotations

from games.models import Game, User
from games.rules.errors import Refusal
from games.rules.rulings import LastTrick
from games.services.minds.people import opponent
from games.services.online import lobby
from games.stories.online import Match, Options

OPTIONS = Options(listed=False, last_trick=LastTrick.ALL)
"""Nobody else can take the seat meanwhile; all tricks may be looked at, as in any game of people who choose nothing."""


def begin(user: User, level: str, ticket: str = "", part: str = "") -> Game:
    """A game of ``user`` against the site, dealt. Refused as ``lobby.create``, and with ``no_such_level``."""
    across = opponent(level)
    game = lobby.create(user, OPTIONS, ticket, part)
    lobby.join(game, across, lobby.invite_token(game))
    return game


def sit(game: Game, user: User, level: str) -> Match:
    """Take the free seat of the invitation of ``user``. The site gives no part: it would know the other one.

    Refused with ``not_seated`` for everybody else, ``no_such_level``, and as ``lobby.join``.
    """
    if not game.players.filter(seat=0, user=user).exists():
        raise Refusal("not_seated")
    return lobby.join(game, opponent(level), lobby.invite_token(game))
