"""Online games whose two players are chosen by the site, seated and dealt at once."""

from __future__ import annotations

from dataclasses import asdict, replace

from django.db import transaction

from games.eventlog import event_store
from games.models import Game, Player, SharedDeal, User
from games.rules.rulings import Lead
from games.rules.shuffle import Shuffle
from games.services.matches import lobby, seed_tickets
from games.state.match_state import MatchOptions


def create_seated_game(players: tuple[User, User], options: MatchOptions, deal: SharedDeal | None = None) -> Game:
    """Create and deal a game; the first player has seat 0 and leads the first trick.

    A shared ``deal`` gives the game its cards, and closes it to spectators. The caller checks that the players have not
    seen it.
    """
    options = lobby.SHARED_OPTIONS if deal else replace(options, lead=Lead.CREATOR)
    shuffle = deal.shuffle if deal else Shuffle.of(seed_tickets.generate_seed(), 0)
    columns = {"commitment": None if deal else shuffle.commitment, "shared_deal": deal, **asdict(options)}
    with transaction.atomic():
        game = Game.objects.create(code=lobby.generate_code(), **columns)
        Player.objects.bulk_create(
            Player(game=game, seat=seat, user=user, name=user.shown) for seat, user in enumerate(players)
        )
        first, second = players
        event_store.append_first(
            game,
            [
                lobby.build_opened(options, shuffle, shared=deal is not None),
                lobby.build_joined(0, first),
                lobby.build_joined(1, second),
                lobby.build_dealt(shuffle, seed_tickets.generate_seed()),
            ],
        )
    return game
