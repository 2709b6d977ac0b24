"""Reports: filed by players and spectators, claimed and decided by moderators."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet

from games.eventlog import event_store
from games.models import Game, Player, Report, User
from games.models.moderation import Category, Outcome
from games.rules.errors import Refusal
from games.services.moderation.permissions import Moderator, require_impartial, require_permission
from games.services.reports import queue
from games.services.reports.queue import Sender, catch_refusal, clean_report_text
from games.services.social.chat import build_report_transcript
from games.state.kinds import STATE_CLASSES

GAME = "game"
"""Target of a report about the game itself. A seat ("0" or "1") means its player."""
PERMISSION = "games.decide_report"


def file_report(sender: Sender, game: Game, target: str, category: str, text: str) -> Report:
    """Report a game, or the player on a seat, with a snapshot of the game that contains no card.

    Raise ``Refusal`` with ``muted``, ``bad_category``, ``text_needed``, with ``no_such_target`` also for an own seat or
    a bot's, and with ``already_reported`` while the sender's report of the same target is open.
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
        text=clean_report_text(text),
        snapshot=build_snapshot(game, sender),
    )
    _set_target(report, sender, target)
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError:
        raise Refusal("already_reported") from None
    return report


def claim_report(moderator: Moderator, report: Report) -> Report:
    """Claim a report.

    Raise ``Refusal`` as ``queue.claim_row`` does, with ``not_permitted``, and with ``own_account`` or ``plays_here``
    for a moderator concerned.
    """
    return queue.claim_row(moderator, report, lambda fresh: _require_decider(moderator, fresh))


def release_report(moderator: Moderator, report: Report) -> Report:
    """Release a report to the queue."""
    return queue.release_row(moderator, report, lambda fresh: _require_decider(moderator, fresh))


def decide_report(
    moderator: Moderator, report: Report, outcome: str, note: str = "", at: datetime | None = None
) -> Report:
    """Decide a claimed report, at a given time or now. The reporter reads the outcome and the note.

    Raise ``Refusal`` with ``bad_value`` or ``not_claimed``, and as ``claim_report`` does.
    """
    if outcome not in Outcome.values:
        raise Refusal("bad_value")
    return queue.decide_row(moderator, report, outcome, note, lambda fresh: _require_decider(moderator, fresh), at)


def list_related_reports(report: Report) -> QuerySet[Report]:
    """Return the other reports of the same game or person, newest first."""
    same = Q(game=report.game_id) | (Q(person=report.person_id) if report.person_id else Q(pk=None))
    return Report.objects.filter(same).exclude(pk=report.pk).order_by("-pk")


def count_sender_outcomes(sources: Iterable[str]) -> dict[str, Counter[str]]:
    """Return the number of decided reports of each sender, by outcome."""
    decided = Report.objects.filter(source__in=set(sources)).exclude(outcome="").order_by()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for source, outcome, count in decided.values_list("source", "outcome").annotate(Count("pk")):
        counts[source][outcome] = count
    return counts


def list_sent_reports(sender: Sender) -> QuerySet[Report]:
    """Return the sender's reports, newest first."""
    return Report.objects.filter(source=sender.source).select_related("game").order_by("-pk")


def list_bot_seats(game: Game) -> set[int]:
    """Return the seats of bots in a game."""
    return set(Player.objects.filter(game=game).exclude(user__opponent="").values_list("seat", flat=True))


def list_own_seats(game: Game, sender: Sender) -> set[int]:
    """Return the seats of the sender in a game, which the sender cannot report."""
    people = {player.seat: player.user for player in Player.objects.filter(game=game).select_related("user")}
    return {seat for seat in (0, 1) if _is_own_seat(game, sender, seat, people.get(seat))}


def build_snapshot(game: Game, sender: Sender | None = None) -> dict[str, Any]:
    """Return the public state of a game: the number of the last entry, names, status, and the chat.

    Free text of the chat is included only if the sender has a seat in the game.
    """
    is_inside = sender is not None and sender.user is not None and _has_seat(game, sender.user)
    transcript = build_report_transcript(game, inside=is_inside)
    state = event_store.load_state(game.pk)
    columns = state.columns()
    values = {name: columns[name] for name in ("status", "phase", "trick", "ending", "winner")}
    chat = {"said": transcript} if transcript else {}
    return {"version": state.version, "names": list(state.names), "mode": game.mode, **values, **chat}


def _has_seat(game: Game, user: User) -> bool:
    return Player.objects.filter(game=game, user=user).exists()


def _set_target(report: Report, sender: Sender, target: str) -> None:
    """Set the target of a report, and the seat and the person if it is a player.

    Raise ``Refusal`` with ``no_such_target``.
    """
    if target == GAME:
        report.target = f"game:{report.game_id}"
        return
    if target not in ("0", "1"):
        raise Refusal("no_such_target")
    seat = int(target)
    person = _get_seat_user(report.game, seat)
    if _is_own_seat(report.game, sender, seat, person) or (person is not None and person.opponent):
        raise Refusal("no_such_target")
    report.seat, report.person = seat, person
    report.target = f"seat:{report.game_id}:{seat}" if person is None else f"person:{person.pk}"


def _get_seat_user(game: Game, seat: int) -> User | None:
    """Return the account on a seat, or None if the player at a table is not logged in.

    Raise ``Refusal`` with ``no_such_target`` for an empty seat of an online game.
    """
    player = Player.objects.filter(game=game, seat=seat).select_related("user").first()
    if player is None and STATE_CLASSES[game.mode].requires_accounts:
        raise Refusal("no_such_target")
    return None if player is None else player.user


def _is_own_seat(game: Game, sender: Sender, seat: int, person: User | None) -> bool:
    if person is not None and sender.user is not None and _is_same_person(person, sender.user):
        return True
    return sender.device is not None and event_store.load_state(game.pk).seats_of(sender.device.pk) == {seat}


def _is_same_person(one: User, other: User) -> bool:
    """Return whether two users are one account, or its guests in the same browser before it logged in."""
    return (one.account_id or one.pk) == (other.account_id or other.pk)


def find_refusal(moderator: Moderator, report: Report) -> Refusal | None:
    """Return the refusal that the moderator would get for deciding the report, or None."""
    return catch_refusal(lambda: _require_decider(moderator, report))


def _require_decider(moderator: Moderator, report: Report) -> None:
    require_permission(moderator, PERMISSION)
    if {report.person_id, report.reporter_id} & moderator.selves:
        raise Refusal("own_account")
    require_impartial(moderator, report.game)
