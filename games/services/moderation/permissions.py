"""Permissions of moderators, and the justifications of their acts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Q
from django.http import HttpRequest

from games.accounts.device_cookie import get_secret, hash_secret
from games.accounts.text_cleaning import clean_text
from games.models import Act, Device, Entry, Game, Player, Report, User
from games.queries import shared_deals
from games.rules.errors import Refusal
from games.state.game_state import Status
from games.state.moderation import DECIDING_ACTS, MODERATED_KIND, ActKind, get_permission
from games.state.table_events import TableEventKind


@dataclass(frozen=True, slots=True)
class Moderator:
    """A moderator at work: the account, and the digest of the device cookie, by which tables know the browser."""

    user: User
    digest: str = ""
    second: User | None = None
    """The moderator who confirmed the act, if that is needed."""
    cached_selves: frozenset[int] | None = None

    def with_cached_selves(self) -> Moderator:
        """Return the same moderator with ``selves`` cached, for use within one request."""
        return replace(self, cached_selves=self.selves)

    @property
    def selves(self) -> frozenset[int]:
        """Return the keys of the account and of its guests, who played in the same browser before the log-in."""
        if self.cached_selves is not None:
            return self.cached_selves
        return frozenset({self.user.pk, *self.user.guests.values_list("pk", flat=True)})


@dataclass(frozen=True, slots=True)
class Justification:
    """The reason for an act, for the record; the message to the people concerned; and the report that led to the act.

    The players of a game read the message, or the reason if there is no message.
    """

    reason: str
    message: str = ""
    report: Report | None = None

    @property
    def text_for_players(self) -> str:
        """Return the message, or the reason if there is no message."""
        return self.message or self.reason


def get_moderator(request: HttpRequest) -> Moderator:
    """Return the moderator of a request. Raise ``Refusal`` with ``not_permitted`` for visitors."""
    if not isinstance(request.user, User):
        raise Refusal("not_permitted")
    secret = get_secret(request.COOKIES)
    return Moderator(request.user, hash_secret(secret) if secret else "")


def require_permission(moderator: Moderator, permission: str) -> None:
    """Raise ``Refusal`` with ``not_permitted`` unless the moderator is active staff with this permission."""
    user = moderator.user
    if not (user.is_active and user.is_staff and not user.barred and user.has_perm(permission)):
        raise Refusal("not_permitted")


def require_game_permission(moderator: Moderator, kind: ActKind, game: Game) -> None:
    """Require the permission for an act, and impartiality in the game.

    Raise ``Refusal`` with ``not_permitted`` or ``plays_here``.
    """
    require_permission(moderator, get_permission(kind))
    require_impartial(moderator, game)


def has_seen_hidden_cards(moderator: Moderator, game: Game) -> bool:
    """Return whether the moderator has ever revealed the hidden cards of a game."""
    return Act.objects.filter(game=game, who__in=moderator.selves, what=ActKind.REVEAL).exists()


def is_sealed_for(moderator: Moderator, game: Game) -> bool:
    """Return whether the cards of a game are closed to a moderator who may still play its shared deal.

    A moderator who reveals the hidden cards of the game, with a reason, can no longer play the deal.
    """
    deal = game.shared_deal
    if deal is None or has_seen_hidden_cards(moderator, game):
        return False
    return not shared_deals.is_open_to(deal, moderator.selves)


def is_decisive(kind: ActKind, undoes: Act | None = None) -> bool:
    """Return whether an act decides a game, or undoes one that did."""
    return kind in DECIDING_ACTS or (undoes is not None and undoes.what in DECIDING_ACTS)


def require_second_moderator(moderator: Moderator, kind: ActKind, game: Game, undoes: Act | None = None) -> None:
    """Raise ``Refusal`` with ``second_needed`` if the act decides a game whose cards the moderator has seen.

    The moderator may play in the game as a new guest, which the site cannot notice, so another moderator must confirm
    the act.
    """
    if moderator.second is None and is_decisive(kind, undoes) and has_seen_hidden_cards(moderator, game):
        raise Refusal("second_needed")


def require_impartial(moderator: Moderator, game: Game) -> None:
    """Raise ``Refusal`` with ``plays_here`` if the moderator has or had a seat in the game, under any name."""
    if _has_seat(moderator, game) or (game.at_table and _has_sat_at_table(moderator, game)):
        raise Refusal("plays_here")


def is_impartial(moderator: Moderator, game: Game) -> bool:
    """Return whether the moderator has never had a seat in the game."""
    try:
        require_impartial(moderator, game)
    except Refusal:
        return False
    return True


def require_impartial_to_person(moderator: Moderator, person: User) -> None:
    """Require that the moderator may act on a person.

    Raise ``Refusal`` with ``own_account``, with ``above_you`` for staff, and with ``plays_here`` while both play in one
    game.
    """
    selves = moderator.selves
    if person.pk in selves:
        raise Refusal("own_account")
    if (person.is_staff or person.is_superuser) and not moderator.user.is_superuser:
        raise Refusal("above_you")
    running = Game.objects.filter(status__in=[Status.WAITING, Status.PLAYING], players__user=person)
    if running.filter(players__user__in=selves).exists():
        raise Refusal("plays_here")


def find_refusal(
    moderator: Moderator, kind: ActKind, game: Game | None = None, person: User | None = None
) -> Refusal | None:
    """Return the refusal that the moderator would get for an act, or None. The act itself checks more."""
    try:
        require_permission(moderator, get_permission(kind))
        if game is not None:
            require_impartial(moderator, game)
        if person is not None:
            require_impartial_to_person(moderator, person)
    except Refusal as refusal:
        return refusal
    return None


def clean_justification(justification: Justification, message_needed: bool = False) -> Justification:
    """Return the justification with cleaned texts. Raise ``Refusal`` with ``reason_needed`` or ``message_needed``."""
    justification = replace(
        justification, reason=clean_text(justification.reason), message=clean_text(justification.message)
    )
    if not justification.reason:
        raise Refusal("reason_needed")
    if message_needed and not justification.message:
        raise Refusal("message_needed")
    return justification


def _has_seat(moderator: Moderator, game: Game) -> bool:
    selves = moderator.selves
    if Player.objects.filter(game=game, user__in=selves).exists():
        return True
    if game.shared_deal is not None and shared_deals.is_playing(game.shared_deal, selves):
        return True
    return Entry.objects.filter(game=game, actor__in=selves).exclude(kind=MODERATED_KIND).exists()


def _has_sat_at_table(moderator: Moderator, game: Game) -> bool:
    """Return whether a device of the moderator has ever had a seat at the table."""
    selves = moderator.selves
    # An empty digest matches no device.
    own = Q(user__in=selves) | Q(digest=moderator.digest)
    devices = set(Device.objects.filter(own, game=game).values_list("pk", flat=True))
    placed = Entry.objects.filter(game=game, kind=TableEventKind.PLACED).values_list("data", flat=True)
    return any(data["seats"] and (data["device"] in devices or data.get("user") in selves) for data in placed)
