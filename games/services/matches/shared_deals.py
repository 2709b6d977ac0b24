"""Shared deals: one sealed deal that several people play online, so that luck cancels out."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.models import Game, SharedDeal, User, new_code
from games.queries import shared_deals as queries
from games.rules.errors import Refusal
from games.services.bots.bot_games import get_bot
from games.services.matches import lobby, seed_tickets

MAX_OPEN = 20
"""Maximum number of open deals per person."""


def create_deal(user: User) -> SharedDeal:
    """Create a deal with a seed that nobody knows. Raise ``Refusal`` with ``too_many_deals``."""
    if SharedDeal.objects.filter(creator=user, closed_at=None).count() >= MAX_OPEN:
        raise Refusal("too_many_deals", limit=MAX_OPEN)
    return SharedDeal.objects.create(code=new_code(), seed=seed_tickets.generate_seed(), creator=user)


def close_deal(deal: SharedDeal, user: User) -> None:
    """Close a deal to new games, which opens its results. Raise ``Refusal`` with ``not_your_deal``."""
    with transaction.atomic():
        locked = SharedDeal.objects.select_for_update().get(pk=deal.pk)
        if locked.creator_id is None or locked.creator_id not in queries.list_selves(user):
            raise Refusal("not_your_deal")
        if locked.closed_at is None:
            locked.closed_at = timezone.now()
            locked.save(update_fields=["closed_at"])


def open_cards(deal: SharedDeal, user: User) -> SharedDeal:
    """Open the cards of a deal to its creator, who can no longer play it; return the deal.

    Raise ``Refusal`` with ``not_your_deal``, and with ``deal_in_play`` while the creator plays it.
    """
    selves = queries.list_selves(user)
    with transaction.atomic():
        locked = SharedDeal.objects.select_for_update().get(pk=deal.pk)
        if locked.creator_id is None or locked.creator_id not in selves:
            raise Refusal("not_your_deal")
        if queries.is_playing(locked, selves):
            raise Refusal("deal_in_play")
        if locked.printed_at is None:
            locked.printed_at = timezone.now()
            locked.save(update_fields=["printed_at"])
    return locked


def play_with_link(deal: SharedDeal, user: User) -> Game:
    """Create a game of a deal that waits for a person with its link. Raise ``Refusal`` as ``create_shared_game``."""
    return lobby.create_shared_game(deal, user)


def play_with_visitor(deal: SharedDeal, user: User) -> Game:
    """Join the game of another visitor of the page of a deal, or else create one that waits for a visitor.

    Raise ``Refusal`` as ``lobby.create_shared_game`` does.
    """
    selves = queries.list_selves(user)
    queries.require_playable(deal, user)
    own = queries.find_current_seat(deal, selves)
    if own is not None and own.game.seeking:
        return own.game
    game = queries.find_open_seek(deal, selves)
    if game is not None:
        try:
            lobby.join_game(game, user, lobby.invite_token(game))
        except Refusal:
            # Another visitor was faster, or these two may not play each other.
            pass
        else:
            return game
    return lobby.create_shared_game(deal, user, seeking=True)


def play_with_bot(deal: SharedDeal, user: User, level: str) -> Game:
    """Create and deal a game of a deal against a bot.

    Raise ``Refusal`` with ``no_such_level``, and as ``lobby.create_shared_game`` does.
    """
    bot = get_bot(level)
    with transaction.atomic():
        game = lobby.create_shared_game(deal, user)
        lobby.join_game(game, bot, lobby.invite_token(game))
    return game
