"""What moderators keep, without the name of somebody who is erased: what was done and why stays, whom it names not."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q, QuerySet

from games.models import Act, Appeal, Game, Proposal, Report, User
from games.stories.leaver import NAMELESS, Leaver

KEPT = Q(reports__isnull=False) | Q(acts__isnull=False) | Q(proposals__isnull=False)
"""The games of which there is something of this."""


def unname_game(game: Game, leaver: Leaver) -> None:
    """In the reports, acts and proposals about a game."""
    for kept in (Report.objects.filter(game=game), Report.history.filter(game=game)):
        _unname_reports(kept, leaver)
    _unname_acts(Q(game=game), leaver)
    for proposal in Proposal.objects.filter(game=game):
        _rewrite(Proposal.objects.filter(pk=proposal.pk), proposal, _texts(proposal, leaver, "reason", "message"))


def unname_person(person: User, names: frozenset[str]) -> None:
    """In the reports, acts and appeals about a person."""
    leaver = Leaver(person.pk, names=names)
    for reports in (Report.objects.filter(person=person), Report.history.filter(person=person)):
        _unname_reports(reports, leaver)
    _unname_acts(Q(person=person), leaver)
    for appeals in (Appeal.objects, Appeal.history):
        mine: Any = appeals.filter(Q(person=person) | Q(act__person=person))
        for appeal in mine:
            _rewrite(mine.model._base_manager.filter(pk=appeal.pk), appeal, _texts(appeal, leaver, "text", "note"))


def _unname_reports(reports: QuerySet[Any], leaver: Leaver) -> None:
    for report in reports:
        snapshot = {**report.snapshot, "names": leaver.both(report.snapshot.get("names", ()))}
        if "said" in snapshot:
            snapshot["said"] = [_unsaid(one, leaver) for one in snapshot["said"]]
        values = {**_texts(report, leaver, "text", "note"), "snapshot": snapshot}
        _rewrite(reports.model._base_manager.filter(pk=report.pk), report, values)


def _unsaid(said: dict[str, Any], leaver: Leaver) -> dict[str, Any]:
    return {**said, "text": leaver.unsaid(said["text"])} if "text" in said else said


def _unname_acts(which: Q, leaver: Leaver) -> None:
    """Acts are never changed but for this."""
    for act in Act.objects.filter(which):
        values = {**_texts(act, leaver, "reason", "message"), "data": _data(act.data, leaver)}
        _rewrite(models.QuerySet(Act).filter(pk=act.pk), act, values)


def _data(data: dict[str, Any], leaver: Leaver) -> dict[str, Any]:
    """What an act set, without the name: of a seat, or of a person before and after."""
    if "name" in data:
        theirs = data["user"] == leaver.user if "user" in data else data.get("seat") in leaver.seats
        data = {**data, "name": NAMELESS if theirs or data["name"] in leaver.names else data["name"]}
    for when in ("was", "now"):
        if data.get(when, {}).get("display_name") in leaver.names:
            data = {**data, when: {**data[when], "display_name": NAMELESS}}
    return data


def _texts(row: Any, leaver: Leaver, *fields: str) -> dict[str, str]:
    return {field: leaver.unsaid(getattr(row, field)) for field in fields}


def _rewrite(rows: QuerySet[Any], row: Any, values: dict[str, Any]) -> None:
    """Set these values where they are others."""
    if any(getattr(row, field) != value for field, value in values.items()):
        rows.update(**values)
