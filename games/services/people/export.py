"""What the site keeps about one person beside the cards of games, as that person may have it: nothing of it is somebody
else's secret. The cards are in ``games.services.people.taking``.

Left out are cards that are hidden in running games, who reported, what moderators wrote for themselves, and everything
that opens something: passwords, keys, sessions and codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q
from django.utils import timezone

from games.models import (
    Act,
    Appeal,
    Challenge,
    Device,
    LetterMark,
    LoginSession,
    Player,
    PushSubscription,
    PuzzleProgress,
    Rated,
    Rating,
    Report,
    Result,
    Tie,
    Token,
    User,
    Word,
)
from games.people.ties import apart_from
from games.services.notices.endpoints import host_of
from games.stories.act_kinds import ActKind

FORMAT = "claim-person/1"
FIELDS = ("username", "display_name", "email", "is_guest", "date_joined", "last_login", "preferences")
ALLOWS = ("profile_for", "here_for", "challenged_by")
STANDING = ("muted_until", "suspended_until", "closed_at", "moderation_message")
RESULT = ("sort", "level", "outcome", "votes", "lost", "public", "at")
RATING = ("pool", "rating", "deviation", "volatility", "games", "at")
RATED = ("pool", "rating_before", "deviation_before", "volatility_before", *RATING[1:4], "at")
TOKEN = ("name", "scope", "made_at", "used_at")
SENT = ("category", "text", "made_at", "status", "outcome", "note")

Row = dict[str, Any]


def selves_of(person: User) -> list[User]:
    """A person, and the guests that they were in the same browsers."""
    return [person, *person.guests.order_by("pk")]


def kept_about(selves: Sequence[User], games: Sequence[Row]) -> Row:
    """Everything that is kept about these, who are one person; ``games`` are told by ``game_of``."""
    return {
        "format": FORMAT,
        "made_at": timezone.now(),
        "people": [_person(one) for one in selves],
        "games": games,
        "ratings": list(Rating.objects.filter(user__in=selves).values(*RATING)),
        "devices": [_device(row) for row in Device.objects.filter(user__in=selves).select_related("game")],
        "sessions": [{"ends_at": end} for end in _sessions(selves)],
        "tokens": list(Token.objects.filter(user__in=selves).values(*TOKEN)),
        "told_browsers": [_told(row) for row in PushSubscription.objects.filter(user__in=selves)],
        "letters": list(LetterMark.objects.filter(user__in=selves).values("sent_at")),
        "reports": [_report(row) for row in Report.objects.filter(reporter__in=selves).select_related("game")],
        "puzzles": [row.kept for row in PuzzleProgress.objects.filter(user__in=selves)],
        "ties": [_tie(row) for row in Tie.objects.filter(by__in=selves).select_related("whom").order_by("pk")],
        "challenges": [_challenge(row, selves) for row in _challenges(selves)],
        "words": [_word(row) for row in Word.objects.filter(user__in=selves).select_related("game").order_by("pk")],
        "appeals": [_appeal(row) for row in Appeal.objects.filter(person__in=selves)],
        "acts": [_act(act) for act in _acts(selves)],
    }


def _person(person: User) -> Row:
    past = User.history.filter(id=person.pk).order_by("history_date").values("history_date", "username", "display_name")
    factors = Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")
    return {
        **_fields(person, FIELDS),
        **_fields(person, ALLOWS),
        **_fields(person, STANDING),
        "addresses": list(EmailAddress.objects.filter(user=person).values("email", "verified", "primary")),
        "second_factors": list(factors),
        "called_before": list(past),
    }


def game_of(player: Player, where: Row | None) -> Row:
    """A game as its row and this seat say; ``where`` is the file and the line that have its cards."""
    game = player.game
    told = _fields(game, ("code", "mode", "rated", "status", "ending", "winner", "created_at", "changed_at"))
    result = Result.objects.filter(game=game, user=player.user_id).values(*RESULT).first()
    rated = Rated.objects.filter(game=game, user=player.user_id).values(*RATED).first() if game.rated else None
    more = {"names": list(game.seat_names), "seen_at": player.seen_at, "result": result, "rating": rated}
    return {**told, "seat": player.seat, "program": player.program, **more, "record": where}


def _device(row: Device) -> Row:
    return {"game": row.game.code, **_fields(row, ("made_at", "seen_at"))}


def _told(row: PushSubscription) -> Row:
    """The whole address would open it."""
    return {"service": host_of(row.endpoint), **_fields(row, ("made_at", "used_at"))}


def _tie(row: Tie) -> Row:
    """Whom the person follows, blocked or muted; who did so to them is those others' secret."""
    return {"what": row.kind, "name": row.whom.shown, "at": row.at}


def _word(row: Word) -> Row:
    """What the person said; who did not hear it is that other's secret."""
    return {"game": row.game.code, **_fields(row, ("word", "text", "at"))}


def _challenges(selves: Iterable[User]) -> Iterable[Challenge]:
    """Those that the person sent, and those that they were told of: none of somebody they blocked."""
    selves = list(selves)
    hidden = set().union(*(apart_from(one) for one in selves))
    found = Challenge.objects.filter(Q(by__in=selves) | (Q(to__in=selves) & ~Q(by__in=hidden)))
    return found.select_related("game", "by", "to").order_by("pk")


def _challenge(row: Challenge, selves: Iterable[User]) -> Row:
    mine = row.by in selves
    other = row.to if mine else row.by
    return {"game": row.game.code, "sent": mine, "name": other.shown, **_fields(row, ("at", "declined_at"))}


def _sessions(selves: Iterable[User]) -> Iterable[Any]:
    keys = [one.pk for one in selves]
    return LoginSession.objects.filter(user_id__in=keys).values_list("expire_date", flat=True)


def _report(row: Report) -> Row:
    return {"game": row.game.code, "seat": row.seat, **_fields(row, SENT)}


def _appeal(row: Appeal) -> Row:
    return {"act": row.act_id, **_fields(row, SENT[1:])}


def _acts(selves: Iterable[User]) -> Iterable[Act]:
    """What moderators did to the person, and to games in which the person has a seat, as far as players are told."""
    mine = Q(person__in=selves) | Q(person=None, game__players__user__in=selves)
    found = Act.objects.filter(mine).exclude(what=ActKind.REVEAL)
    return found.select_related("game").order_by("pk").distinct()


def _act(act: Act) -> Row:
    """At a game its players read the message, or else the reason; of an act on a person the message alone is told."""
    told = act.message if act.game is None else act.message or act.reason
    return {"act": act.pk, "what": act.what, "at": act.at, "game": act.game and act.game.code, "message": told}


def _fields(row: Any, names: Iterable[str]) -> Row:
    return {name: getattr(row, name) for name in names}
