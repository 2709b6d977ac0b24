"""Access to online games: the game of a code, the requesting player, and the guards of its pages."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.queries import relations
from games.services.matches import lobby
from games.state.game_state import Mode, Status
from games.views.current_user import get_user


def get_match(code: str) -> Game:
    """Return the online game with this code; raise 404 for the code of a table, which has another address."""
    return get_object_or_404(Game, code=code, mode=Mode.ONLINE)


def get_player(request: HttpRequest, game: Game) -> Player | None:
    """Return the player of the requesting user in this game, or None."""
    user = get_user(request)
    return game.players.filter(user=user).first() if user else None


def can_view(game: Game, *, is_player: bool) -> bool:
    """Return whether a person may see a game: its players may, and others if it allows watchers."""
    return is_player or game.watch


def require_view(game: Game, player: Player | None) -> None:
    """Raise 403 for a visitor without a seat if the game allows no watchers."""
    if not can_view(game, is_player=player is not None):
        raise PermissionDenied(_("This game is closed to spectators."))


def is_blocked_from(request: HttpRequest, game: Game) -> bool:
    """Return whether the host of a waiting game has blocked the requesting user.

    To a blocked user, the game must appear not to exist.
    """
    user = get_user(request)
    if user is None or game.status != Status.WAITING:
        return False
    host = game.players.filter(seat=0).select_related("user").first()
    return host is not None and relations.has_blocked(host.user, user)


def get_invitation_path(game: Game) -> str:
    """Return the path that the host shares; that of a private game contains its token."""
    if game.listed:
        return reverse("game", args=[game.code])
    return reverse("invitation", args=[game.code, lobby.invite_token(game)])
