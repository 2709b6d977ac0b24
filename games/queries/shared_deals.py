"""Shared deals: who has been dealt their cards, who may see them, and the games to compare.

A person is an account with its guests. Nothing of this is stored: it follows from the seats of the games. At a table
with the printed deck, a seat is as good as its cards: its phone can tell them from then on.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet

from games.eventlog import bulk_load, event_store
from games.messaging import presence
from games.models import Act, Entry, Game, Pairing, Player, SharedDeal, User
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.state.game_state import Ending, Status
from games.state.moderation import ActKind
from games.state.shared_deal import DealGame, build_deal_game
from games.state.table_events import TableEventKind
from games.state.table_state import TableState


def list_selves(user: User) -> frozenset[int]:
    """Return the keys of a person: the account and its guests."""
    root = user.account_id or user.pk
    return frozenset(User.objects.filter(Q(pk=root) | Q(account=root)).values_list("pk", flat=True))


def require_playable(deal: SharedDeal, user: User) -> None:
    """Require that a person may play a deal, which a bot always may.

    Raise ``Refusal`` with ``deal_closed``, also for the deal of a tournament, and with ``deal_played`` for a person who
    has been dealt its cards.
    """
    if is_closed(deal):
        raise Refusal("deal_closed")
    require_new_to(deal, user)


def require_new_to(deal: SharedDeal, user: User) -> None:
    """Raise ``Refusal`` with ``deal_played`` for a person who has been dealt cards of a deal."""
    if not user.opponent and has_seen(deal, list_selves(user)):
        raise Refusal("deal_played")


def is_closed(deal: SharedDeal) -> bool:
    """Return whether a deal is closed to new games: by its creator, or as the deal of a round of a tournament.

    Otherwise a player of a tournament could see the cards before the end of the round, as a guest in another browser.
    """
    return deal.closed_at is not None or deal.tournament_rounds.exists()


def is_paired(deal: SharedDeal, user: User) -> bool:
    """Return whether a person plays a deal on a board of a tournament's round that is not over."""
    selves = list_selves(user)
    boards = Pairing.objects.filter(Q(first__user__in=selves) | Q(second__user__in=selves), round__shared_deal=deal)
    return deal.closed_at is None and boards.exists()


def has_seen(deal: SharedDeal, selves: Collection[int]) -> bool:
    """Return whether a person has been dealt cards of a deal, or viewed them as its organizer or a moderator."""
    return _filter_seats(deal, selves).exists() or _has_viewed(deal, selves)


def knows_only_hand(deal: SharedDeal, selves: Collection[int], seat: Seat) -> bool:
    """Return whether a person has seen no cards of a deal but the hand of a seat, in games that were cancelled."""
    others = _filter_seats(deal, selves).exclude(seat=seat, game__status=Status.CALLED_OFF)
    return not others.exists() and not _has_viewed(deal, selves)


def _has_viewed(deal: SharedDeal, selves: Collection[int]) -> bool:
    """Return whether a person viewed a deal as its organizer or a moderator, or had a seat at a table of it."""
    revealed = Act.objects.filter(game__shared_deal=deal, who__in=selves, what=ActKind.REVEAL)
    # A player may have left the seat of a table since.
    placed = Entry.objects.filter(game__shared_deal=deal, kind=TableEventKind.PLACED, data__user__in=list(selves))
    return is_organizer(deal, selves) or placed.exists() or revealed.exists()


def is_organizer(deal: SharedDeal, selves: Collection[int]) -> bool:
    """Return whether a person created a deal and viewed its cards, so that others can play it with a printed deck."""
    return deal.printed_at is not None and deal.creator_id is not None and deal.creator_id in selves


def is_playing(deal: SharedDeal, selves: Collection[int]) -> bool:
    """Return whether a person is playing a deal now. At a table, both players accept the result to finish."""
    seats = _filter_seats(deal, selves).exclude(game__status=Status.CALLED_OFF).exclude(game__ending=Ending.JUDGED)
    return any(not _is_final(seat.game) for seat in seats.select_related("game"))


def is_open_to(deal: SharedDeal, selves: Collection[int]) -> bool:
    """Return whether a person may see all games of a deal that are over.

    That is a person who has finished it, its organizer, and everybody once it is closed, except a person who is playing
    it now.
    """
    if is_playing(deal, selves):
        return False
    return is_organizer(deal, selves) or deal.closed_at is not None or find_finished_seat(deal, selves) is not None


def is_open_to_user(deal: SharedDeal, user: User | None) -> bool:
    """Return whether a user, or a visitor without a name, may see all games of a deal that are over."""
    return is_open_to(deal, list_selves(user) if user else ())


def find_finished_seat(deal: SharedDeal, selves: Collection[int]) -> Player | None:
    """Return the seat of a person who has finished a deal, or None.

    A game that a moderator ended does not count, since it may be played on. Neither does a table whose result both
    players have yet to accept.
    """
    finished = _filter_seats(deal, selves).filter(game__status=Status.FINISHED).exclude(game__ending=Ending.JUDGED)
    return next((seat for seat in finished.select_related("game") if _is_final(seat.game)), None)


def find_current_seat(deal: SharedDeal, selves: Collection[int]) -> Player | None:
    """Return the seat of a person in a game of a deal that waits, is being played or awaits answers, or None."""
    seats = Player.objects.filter(game__shared_deal=deal, user__in=selves).exclude(game__status=Status.CALLED_OFF)
    ordered = seats.exclude(game__ending=Ending.JUDGED).select_related("game").order_by("-game__phase", "pk")
    return next((seat for seat in ordered if not _is_final(seat.game)), None)


def find_open_seek(deal: SharedDeal, selves: Collection[int]) -> Game | None:
    """Return the game of a deal that has waited longest for a visitor of its page and whose creator is present."""
    waiting = Game.objects.filter(shared_deal=deal, status=Status.WAITING, seeking=True)
    others = waiting.exclude(players__user__in=selves)
    return presence.filter_attended(others).order_by("created_at").first()


def list_finished(deal: SharedDeal) -> list[DealGame]:
    """Return the games of a deal that ended without a moderator and can be compared, in the order of their creation."""
    games = Game.objects.filter(shared_deal=deal, status=Status.FINISHED).exclude(ending=Ending.JUDGED).order_by("pk")
    states = bulk_load.get_states(list(games))
    built = (build_deal_game(states[game.pk], deal.shuffle.dealt()) for game in games if game.pk in states)
    return [deal_game for deal_game in built if deal_game is not None]


def is_game_open_to_user(game: Game, user: User | None) -> bool:
    """Return whether a user, or a visitor without a name, may compare a game of a shared deal."""
    deal = game.shared_deal
    return deal is not None and game.status == Status.FINISHED and _is_final(game) and is_open_to_user(deal, user)


def _is_final(game: Game) -> bool:
    """Return whether a game is finished: a table only once both players have accepted its result."""
    if game.status != Status.FINISHED or not game.at_table:
        return game.status == Status.FINISHED
    return event_store.get_state(TableState, game).accepted


def _filter_seats(deal: SharedDeal, selves: Collection[int]) -> QuerySet[Player]:
    """Return the seats of a person in the games of a deal that were dealt."""
    return Player.objects.filter(game__shared_deal=deal, game__phase__isnull=False, user__in=selves)
