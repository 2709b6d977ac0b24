"""Permissions of moderators, and the justification of an act."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Q
from django.http import HttpRequest

from games.accounts.device_cookie import get_secret, hash_secret
from games.accounts.text_cleaning import clean_text
from games.models import Act, Device, Entry, Game, Player, Report, User
from games.rules.errors import Refusal
from games.state.game_state import Status
from games.state.moderation import DECIDING_ACTS, MODERATED_KIND, ActKind, get_permission
from games.state.table_events import TableEventKind


@dataclass(frozen=True, slots=True)
class Moderator:
    """A moderator at work: the account, and the digest of the browser's device cookie, by which tables know it."""

    user: User
    digest: str = ""
    second: User | None = None
    """The moderator who confirmed the act, where that is needed."""
    cached_selves: frozenset[int] | None = None

    def with_cached_selves(self) -> Moderator:
        """Return the same moderator for the length of a page, with ``selves`` cached."""
        return replace(self, cached_selves=self.selves)

    @property
    def selves(self) -> frozenset[int]:
        """The account and the guests that played in the same browser before it logged in."""
        if self.cached_selves is not None:
            return self.cached_selves
        return frozenset({self.user.pk, *self.user.guests.values_list("pk", flat=True)})


@dataclass(frozen=True, slots=True)
class Justification:
    """The reason of an act, for the record; the message to those concerned; the report that led to it.

    Players of a game read the message, or else the reason.
    """

    reason: str
    message: str = ""
    report: Report | None = None

    @property
    def text_for_players(self) -> str:
        """The message, or else the reason."""
        return self.message or self.reason


def get_moderator(request: HttpRequest) -> Moderator:
    """Return the moderator of a request; refused with ``not_permitted`` for visitors."""
    if not isinstance(request.user, User):
        raise Refusal("not_permitted")
    secret = get_secret(request.COOKIES)
    return Moderator(request.user, hash_secret(secret) if secret else "")


def require_permission(moderator: Moderator, permission: str) -> None:
    """Refuse with ``not_permitted`` unless the moderator is active staff with this permission."""
    user = moderator.user
    if not (user.is_active and user.is_staff and not user.barred and user.has_perm(permission)):
        raise Refusal("not_permitted")


def require_game_permission(moderator: Moderator, kind: ActKind, game: Game) -> None:
    """Refuse with ``not_permitted`` and ``plays_here``."""
    require_permission(moderator, get_permission(kind))
    require_impartial(moderator, game)


def has_seen_hidden_cards(moderator: Moderator, game: Game) -> bool:
    """Return whether this moderator ever revealed the hidden cards of a game."""
    return Act.objects.filter(game=game, who__in=moderator.selves, what=ActKind.REVEAL).exists()


def is_decisive(kind: ActKind, undoes: Act | None = None) -> bool:
    """Return whether an act decides a game, or undoes one that did."""
    return kind in DECIDING_ACTS or (undoes is not None and undoes.what in DECIDING_ACTS)


def require_second_moderator(moderator: Moderator, kind: ActKind, game: Game, undoes: Act | None = None) -> None:
    """Refuse with ``second_needed`` an act that decides a game whose cards the moderator saw.

    A moderator who plays in it under a fresh guest cannot be recognised, so another moderator has to confirm.
    """
    if moderator.second is None and is_decisive(kind, undoes) and has_seen_hidden_cards(moderator, game):
        raise Refusal("second_needed")


def require_impartial(moderator: Moderator, game: Game) -> None:
    """Refuse with ``plays_here`` a moderator who has or had a seat of the game, under any name."""
    if _has_seat(moderator, game) or (game.at_table and _has_sat_at_table(moderator, game)):
        raise Refusal("plays_here")


def is_impartial(moderator: Moderator, game: Game) -> bool:
    """Return whether this moderator has and had no seat of the game."""
    try:
        require_impartial(moderator, game)
    except Refusal:
        return False
    return True


def require_impartial_to_person(moderator: Moderator, person: User) -> None:
    """Refuse with ``own_account``, ``above_you`` for staff, and ``plays_here`` while both play in one game."""
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
    """Return the refusal of this act to this moderator, None when there is none; the act itself checks more."""
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
    """Return the justification with cleaned texts. Refused with ``reason_needed`` and ``message_needed``."""
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
    return Entry.objects.filter(game=game, actor__in=selves).exclude(kind=MODERATED_KIND).exists()


def _has_sat_at_table(moderator: Moderator, game: Game) -> bool:
    """Return whether a device of this moderator ever had a seat at a table."""
    selves = moderator.selves
    # No device has an empty digest.
    own = Q(user__in=selves) | Q(digest=moderator.digest)
    devices = set(Device.objects.filter(own, game=game).values_list("pk", flat=True))
    placed = Entry.objects.filter(game=game, kind=TableEventKind.PLACED).values_list("data", flat=True)
    return any(data["seats"] and (data["device"] in devices or data.get("user") in selves) for data in placed)
