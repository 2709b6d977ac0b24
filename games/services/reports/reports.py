"""Reports: filed by players and watchers, claimed and decided by moderators."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet

from games.models import Game, Player, Report, User
from games.models.moderation import Category, Outcome
from games.rules.errors import Refusal
from games.services.moderation.judges import Judge, require_impartial, require_permission
from games.services.reports import queue
from games.services.reports.queue import refused
from games.services.reports.senders import Sender, written
from games.services.words import heard as words
from games.store import log
from games.stories.kinds import KINDS

GAME = "game"
"""The target of a report about the game itself; a seat ("0", "1") means who sits there."""
PERMISSION = "games.decide_report"


def file(sender: Sender, game: Game, target: str, category: str, text: str) -> Report:
    """Report a game, or who has a seat of it, with a snapshot of the moment that holds no card.

    Refused with ``muted``, ``bad_category``, ``text_needed``, ``no_such_target`` (one's own seat is none, nor is an
    opponent's of the site), and ``already_reported`` as long as the sender's report of the same target is open.
    """
    if sender.user is not None and (sender.user.muted or sender.user.barred):
        raise Refusal("muted")
    if category not in Category.values:
        raise Refusal("bad_category")
    report = Report(
        game=game,
        reporter=sender.user,
        device=sender.device,
        source=sender.source,
        category=category,
        text=written(text),
        snapshot=snapshot(game, sender),
    )
    _aim(report, sender, target)
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError:
        raise Refusal("already_reported") from None
    return report


def claim(by: Judge, report: Report) -> Report:
    """Take a report on. Refused as ``queue``, and for those whom it concerns with ``plays_here`` and
    ``own_account``."""
    return queue.claim(by, report, lambda fresh: _require_judge(by, fresh))


def release(by: Judge, report: Report) -> Report:
    """Give a report back to the queue."""
    return queue.release(by, report, lambda fresh: _require_judge(by, fresh))


def decide(by: Judge, report: Report, outcome: str, note: str = "") -> Report:
    """Decide a claimed report; the reporter reads outcome and note. Refused with ``bad_value`` and as ``claim``."""
    if outcome not in Outcome.values:
        raise Refusal("bad_value")
    return queue.decide(by, report, outcome, note, lambda fresh: _require_judge(by, fresh))


def earlier(report: Report) -> QuerySet[Report]:
    """The other reports of the same game or person, newest first."""
    same = Q(game=report.game_id) | (Q(person=report.person_id) if report.person_id else Q(pk=None))
    return Report.objects.filter(same).exclude(pk=report.pk).order_by("-pk")


def records(sources: Iterable[str]) -> dict[str, Counter[str]]:
    """What became of the reports of these senders: how many were decided, by outcome."""
    decided = Report.objects.filter(source__in=set(sources)).exclude(outcome="").order_by()
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for source, outcome, count in decided.values_list("source", "outcome").annotate(Count("pk")):
        found[source][outcome] = count
    return found


def sent_by(sender: Sender) -> QuerySet[Report]:
    """What a sender reported, newest first."""
    return Report.objects.filter(source=sender.source).select_related("game").order_by("-pk")


def not_people(game: Game) -> set[int]:
    """The seats that opponents of the site's own hold."""
    return set(Player.objects.filter(game=game).exclude(user__opponent="").values_list("seat", flat=True))


def snapshot(game: Game, sender: Sender | None = None) -> dict[str, Any]:
    """The moment, as everybody at the game may know it: number of the last entry, names, where the game stands; and
    what was said there, texts of their own only where the sender sits there."""
    inside = sender is not None and sender.user is not None and _sits(game, sender.user)
    told = words.reported(game, inside=inside)
    story = log.load(game.pk)
    columns = story.columns()
    kept = {name: columns[name] for name in ("status", "phase", "trick", "ending", "winner")}
    more = {"said": told} if told else {}
    return {"version": story.version, "names": list(story.names), "mode": game.mode, **kept, **more}


def _sits(game: Game, user: User) -> bool:
    return Player.objects.filter(game=game, user=user).exists()


def _aim(report: Report, sender: Sender, target: str) -> None:
    """Set whom or what the report is about."""
    if target == GAME:
        report.target = f"game:{report.game_id}"
        return
    if target not in ("0", "1"):
        raise Refusal("no_such_target")
    seat = int(target)
    person = _who(report.game, seat)
    if _own_seat(report.game, sender, seat, person) or (person is not None and person.opponent):
        raise Refusal("no_such_target")
    report.seat, report.person = seat, person
    report.target = f"seat:{report.game_id}:{seat}" if person is None else f"person:{person.pk}"


def _who(game: Game, seat: int) -> User | None:
    """The account on a seat. Online there is always one, at a table only where somebody is signed in."""
    player = Player.objects.filter(game=game, seat=seat).select_related("user").first()
    if player is None and KINDS[game.mode].every_seat_an_account:
        raise Refusal("no_such_target")
    return None if player is None else player.user


def _own_seat(game: Game, sender: Sender, seat: int, person: User | None) -> bool:
    if person is not None and sender.user == person:
        return True
    return sender.device is not None and log.load(game.pk).seats_of(sender.device.pk) == {seat}


def refusal(by: Judge, report: Report) -> Refusal | None:
    """Why this moderator may not decide a report."""
    return refused(lambda: _require_judge(by, report))


def _require_judge(by: Judge, report: Report) -> None:
    require_permission(by, PERMISSION)
    if {report.person_id, report.reporter_id} & by.selves:
        raise Refusal("own_account")
    require_impartial(by, report.game)
