"""Who may judge what, and the words that an act takes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Q
from django.http import HttpRequest

from games.models import Act, Device, Entry, Game, Player, Report, User
from games.people.devices import digest, secret_of
from games.people.plain import clean_text
from games.rules.errors import Refusal
from games.stories.act_kinds import DECIDING, ActKind, permission_of
from games.stories.status import Status
from games.stories.table_kinds import TableKind
from games.stories.verdicts import JUDGED


@dataclass(frozen=True, slots=True)
class Judge:
    """A moderator at work: the account, and the digest of the browser's device cookie, by which tables know it."""

    user: User
    digest: str = ""
    second: User | None = None
    """Who confirmed the act at hand, where that is needed."""
    known: frozenset[int] | None = None
    """The selves, where they were asked for already."""

    def asked_once(self) -> Judge:
        """The same moderator for the length of a page, whose selves are not asked for again."""
        return replace(self, known=self.selves)

    @property
    def selves(self) -> frozenset[int]:
        """The account and the guests that played in the same browser before it logged in."""
        if self.known is not None:
            return self.known
        return frozenset({self.user.pk, *self.user.guests.values_list("pk", flat=True)})


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of an act, for the record; the message for those concerned; the report that led to it.

    Players at a game read the message, or else the reason.
    """

    reason: str
    message: str = ""
    report: Report | None = None

    @property
    def shown(self) -> str:
        return self.message or self.reason


def judge_of(request: HttpRequest) -> Judge:
    """The moderator behind a request; refused with ``not_permitted`` for visitors."""
    if not isinstance(request.user, User):
        raise Refusal("not_permitted")
    secret = secret_of(request.COOKIES)
    return Judge(request.user, digest(secret) if secret else "")


def require_permission(by: Judge, permission: str) -> None:
    """Refused with ``not_permitted`` unless an active member of the staff has this permission."""
    user = by.user
    if not (user.is_active and user.is_staff and not user.barred and user.has_perm(permission)):
        raise Refusal("not_permitted")


def require_judge(by: Judge, kind: ActKind, game: Game) -> None:
    """Refused with ``not_permitted`` and ``plays_here``."""
    require_permission(by, permission_of(kind))
    require_impartial(by, game)


def revealed(by: Judge, game: Game) -> bool:
    """Whether this moderator ever looked at the hidden cards of a game."""
    return Act.objects.filter(game=game, who__in=by.selves, what=ActKind.REVEAL).exists()


def decides(kind: ActKind, undoes: Act | None = None) -> bool:
    """Whether an act decides a game, or undoes one that did."""
    return kind in DECIDING or (undoes is not None and undoes.what in DECIDING)


def require_second(by: Judge, kind: ActKind, game: Game, undoes: Act | None = None) -> None:
    """Refused with ``second_needed`` for an act that decides a game whose cards the moderator saw: who plays in it
    under a fresh guest cannot be told from anybody else, so another moderator looks at it first."""
    if by.second is None and decides(kind, undoes) and revealed(by, game):
        raise Refusal("second_needed")


def require_impartial(by: Judge, game: Game) -> None:
    """Refused with ``plays_here`` for whoever has or had a seat of the game, under whatever name."""
    if _has_seat(by, game) or (game.at_table and _sat_at(by, game)):
        raise Refusal("plays_here")


def impartial(by: Judge, game: Game) -> bool:
    """Whether this moderator has and had no seat of the game."""
    try:
        require_impartial(by, game)
    except Refusal:
        return False
    return True


def require_impartial_to(by: Judge, person: User) -> None:
    """Refused with ``own_account``, ``above_you`` for staff, and ``plays_here`` while both play in one game."""
    selves = by.selves
    if person.pk in selves:
        raise Refusal("own_account")
    if (person.is_staff or person.is_superuser) and not by.user.is_superuser:
        raise Refusal("above_you")
    running = Game.objects.filter(status__in=[Status.WAITING, Status.PLAYING], players__user=person)
    if running.filter(players__user__in=selves).exists():
        raise Refusal("plays_here")


def may(by: Judge, kind: ActKind, game: Game | None = None, person: User | None = None) -> Refusal | None:
    """Why this act is refused to this moderator, None when it is not; the act itself checks more."""
    try:
        require_permission(by, permission_of(kind))
        if game is not None:
            require_impartial(by, game)
        if person is not None:
            require_impartial_to(by, person)
    except Refusal as refusal:
        return refusal
    return None


def cleaned(why: Why, message_needed: bool = False) -> Why:
    """The words as they are kept. Refused with ``reason_needed`` and ``message_needed``."""
    why = replace(why, reason=clean_text(why.reason), message=clean_text(why.message))
    if not why.reason:
        raise Refusal("reason_needed")
    if message_needed and not why.message:
        raise Refusal("message_needed")
    return why


def _has_seat(by: Judge, game: Game) -> bool:
    selves = by.selves
    if Player.objects.filter(game=game, user__in=selves).exists():
        return True
    return Entry.objects.filter(game=game, actor__in=selves).exclude(kind=JUDGED).exists()


def _sat_at(by: Judge, game: Game) -> bool:
    """Whether a device of this moderator ever had a seat at a table."""
    selves = by.selves
    # No device is known by an empty digest.
    mine = Q(user__in=selves) | Q(digest=by.digest)
    devices = set(Device.objects.filter(mine, game=game).values_list("pk", flat=True))
    placed = Entry.objects.filter(game=game, kind=TableKind.PLACED).values_list("data", flat=True)
    return any(data["seats"] and (data["device"] in devices or data.get("user") in selves) for data in placed)
