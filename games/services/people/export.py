"""What the site keeps about one person, as that person may have it: nothing of it is somebody else's secret.

Left out are cards that are hidden in running games, who reported, what moderators wrote for themselves, and everything
that opens something: passwords, keys, sessions and codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q
from django.utils import timezone

from games.models import Act, Appeal, Device, Game, LoginSession, Player, PuzzleProgress, Report, User
from games.rules.logged.record import write as table_record
from games.rules.record import write as record
from games.store import log
from games.stories.act_kinds import ActKind
from games.stories.online import Match
from games.stories.story import Story
from games.stories.table import Table

FORMAT = "claim-person/1"
FIELDS = ("username", "display_name", "email", "is_guest", "date_joined", "last_login", "preferences")
STANDING = ("muted_until", "suspended_until", "closed_at", "moderation_message")
SENT = ("category", "text", "made_at", "status", "outcome", "note")

Row = dict[str, Any]


def kept_about(person: User) -> Row:
    """Everything that is kept about a person and about the guests that they were in the same browsers."""
    selves = [person, *person.guests.order_by("pk")]
    return {
        "format": FORMAT,
        "made_at": timezone.now(),
        "people": [_person(one) for one in selves],
        "games": [_game(seat) for seat in _seats(selves)],
        "devices": [_device(row) for row in Device.objects.filter(user__in=selves).select_related("game")],
        "sessions": [{"ends_at": end} for end in _sessions(selves)],
        "reports": [_report(row) for row in Report.objects.filter(reporter__in=selves).select_related("game")],
        "puzzles": [row.kept for row in PuzzleProgress.objects.filter(user__in=selves)],
        "appeals": [_appeal(row) for row in Appeal.objects.filter(person__in=selves)],
        "acts": [_act(act) for act in _acts(selves)],
    }


def _person(person: User) -> Row:
    past = User.history.filter(id=person.pk).order_by("history_date").values("history_date", "username", "display_name")
    factors = Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")
    return {
        **_fields(person, FIELDS),
        **_fields(person, STANDING),
        "addresses": list(EmailAddress.objects.filter(user=person).values("email", "verified", "primary")),
        "second_factors": list(factors),
        "called_before": list(past),
    }


def _seats(selves: Iterable[User]) -> Iterable[Player]:
    return Player.objects.filter(user__in=selves).select_related("game").order_by("game_id").iterator(chunk_size=200)


def _game(player: Player) -> Row:
    game = player.game
    told = _fields(game, ("code", "mode", "status", "ending", "winner", "created_at", "changed_at"))
    names = list(game.seat_names)
    return {**told, "seat": player.seat, "names": names, "seen_at": player.seen_at, "record": _record(game)}


def _record(game: Game) -> Row | None:
    """The record of a game, where it is open to everybody at it; None where it would tell a hidden card."""
    story: Story = log.read(game)
    if isinstance(story, Match):
        return record(story.record()) if story.record_open else None
    if isinstance(story, Table) and story.over and story.sheet_open:
        return table_record(story.public())
    return None


def _device(row: Device) -> Row:
    return {"game": row.game.code, **_fields(row, ("made_at", "seen_at"))}


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
