"""Erasing somebody who left: no page, export or record tells their name afterwards. Games stay, with nameless seats."""

from __future__ import annotations

import secrets

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.utils import timezone

from games.models import Act, Device, Entry, Game, Player, User
from games.services.people import evidence
from games.services.people.called import names_of
from games.services.people.leaving import end_games, waits
from games.store import erasing, log
from games.stories.act_kinds import ActKind
from games.stories.leaver import ERASED, NAMELESS, Leaver
from games.stories.story import Story
from games.stories.verdicts import JUDGED

AT_ONCE = 100
"""Games that are gone through at a time; the rest is for the next time."""


def erase(person: User, at_most: int = AT_ONCE) -> bool:
    """Go on erasing a person who left, a transaction a game; whether nothing is left of them.

    The games are first. What moderators keep waits while a case about the person is open, as ``leaving.waits`` says. It
    may be interrupted and begun again.
    """
    end_games(person)
    if person.erased_at is not None:
        return True
    names = names_of(person)
    games = list(_to_do(person)[: at_most + 1])
    for game in games[:at_most]:
        _erase_in(game, person, names)
    if len(games) > at_most or waits(person):
        return False
    for game in Game.objects.filter(_done(person)).filter(evidence.KEPT).distinct():
        with transaction.atomic():
            evidence.unname_game(game, leaver_in(log.load(game.pk), person, names))
    with transaction.atomic():
        _erase_rows(person, names)
    return True


def games_left(person: User) -> bool:
    """Whether a game still tells the name of somebody who left."""
    return _to_do(person).exists()


def _erase_in(game: Game, person: User, names: frozenset[str]) -> None:
    """Take a person's names out of one game."""
    erasing.erase(game, lambda story: leaver_in(story, person, names))
    Player.objects.filter(game=game, user=person).update(name=NAMELESS)


def leaver_in(story: Story, person: User, names: frozenset[str]) -> Leaver:
    """What of a game is theirs alone."""
    players = Player.objects.filter(game=story.game_id)
    seats = frozenset(players.filter(user=person).values_list("seat", flat=True))
    others = {story.names[seat] for seat in players.exclude(user=person).values_list("seat", flat=True)}
    devices = Device.objects.filter(game=story.game_id, user=person).values_list("pk", flat=True)
    return Leaver(person.pk, seats, frozenset(devices), names - others)


def _to_do(person: User) -> QuerySet[Game]:
    """The games in which a person had a part and was not erased yet."""
    played = Player.objects.filter(user=person).values("game")
    was_there = Device.objects.filter(user=person).values("game")
    acted = Entry.objects.filter(actor=person).exclude(kind=JUDGED).values("game")
    given = Act.objects.filter(what=ActKind.GIVE_BACK, data__user=person.pk).values("game")
    some = (models.Q(pk__in=one) for one in (played, was_there, acted, given))
    return Game.objects.exclude(_done(person)).filter(models.Q(*some, _connector=models.Q.OR)).order_by("pk")


def _done(person: User) -> Exists:
    return Exists(Entry.objects.filter(game=OuterRef("pk"), kind=ERASED, data__user=person.pk))


def _erase_rows(person: User, names: frozenset[str]) -> None:
    evidence.unname_person(person, names)
    told = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk))
    told.update(object_repr=NAMELESS)
    Device.objects.filter(user=person).update(user=None)
    for relation in User._meta.related_objects:
        if relation.on_delete is models.CASCADE:
            relation.related_model._base_manager.filter(**{relation.field.name: person}).delete()
    User.objects.filter(pk=person.pk).update(
        username=f"gone-{secrets.token_hex(8)}",
        display_name="",
        first_name="",
        last_name="",
        moderation_message="",
        names_left=[],
        preferences={},
        last_login=None,
        erased_at=timezone.now(),
    )
    _delete_unless_needed(person)
    User.history.filter(id=person.pk).delete()


def _delete_unless_needed(person: User) -> None:
    """Take the row too where neither a log nor the record of the moderators refers to it."""
    if Entry.objects.filter(actor=person).exists():
        return
    try:
        with transaction.atomic():
            User.objects.get(pk=person.pk).delete()
    except ProtectedError:
        return
