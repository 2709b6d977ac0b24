"""What stands beside a case: its reports, the people in it with what is known of each, and the moment it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from games.models import Act, PersonNote, Report, User
from games.models.moderation import Outcome
from games.services.moderation import Judge
from games.services.people import notes
from games.services.reports import cases, reports

SHOWN = 5
"""Reports, acts and notes of each person, and people."""
MANY = 100
"""Earlier rows that are read for all people of a case together."""
DISMISSED = (Outcome.UNFOUNDED, Outcome.NO_ACTION)


@dataclass(slots=True)
class Beside:
    """Somebody in a case: whether it is about them, how their own reports ended, and what was before."""

    person: User
    reported: bool
    upheld: int = 0
    dismissed: int = 0
    about: list[Report] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    notes: list[PersonNote] = field(default_factory=list)
    noted: bool = False


def record_of(person: User) -> tuple[int, int]:
    """How many reports of a person were upheld and dismissed."""
    source = f"user:{person.pk}"
    return _record(reports.records([source])[source])


def together(report: Report) -> list[Report]:
    """The reports of a case, or the report alone when it is decided; read once for a page."""
    if "together" not in report.__dict__:
        found = list(cases.waiting(report).select_related("reporter", "device"))
        report.__dict__["together"] = found if report.status in cases.WAITING else [report]
    kept: list[Report] = report.__dict__["together"]
    return kept


def of(by: Judge, report: Report) -> dict[str, Any]:
    """What the page of a report shows of its case. The queries do not grow with it."""
    rows = together(report)
    people = _people(report, rows)
    counted = reports.records({*(one.source for one in rows), *(f"user:{one.pk}" for one in people)})
    for one in rows:
        one.upheld, one.dismissed = _record(counted[one.source])  # type: ignore[attr-defined]
    known = {one.pk: Beside(one, one.pk == report.person_id, *_record(counted[f"user:{one.pk}"])) for one in people}
    _tell_of(by, report, known)
    return {"together": rows, "newest": rows[-1].pk, "people": list(known.values())}


def _people(report: Report, together: Iterable[Report]) -> list[User]:
    """Whom it is about, then who tells of it, each once."""
    found = [report.person, *(one.reporter for one in together)]
    return list({one.pk: one for one in found if one is not None}.values())[: SHOWN + 1]


def _tell_of(by: Judge, report: Report, known: dict[int, Beside]) -> None:
    """What was before, to each person: reports about them, acts on them, notes."""
    before = Report.objects.filter(person__in=known).exclude(_case(report)).order_by("-pk")
    acts = Act.objects.filter(person__in=known).select_related("who", "undone_by").order_by("-pk")
    people = [one.person for one in known.values()]
    rows: dict[str, Any] = {"about": before, "acts": acts, "notes": notes.about(by, people)}
    for one in known.values():
        one.noted = one.person.pk not in by.selves
    for name, found in rows.items():
        for row in found[:MANY]:
            kept = getattr(known[row.person_id], name)
            if len(kept) < SHOWN:
                kept.append(row)


def _case(report: Report) -> Q:
    return Q(game=report.game_id, target=report.target, status__in=cases.WAITING) | Q(pk=report.pk)


def _record(count: Counter[str]) -> tuple[int, int]:
    """How many reports of a sender were acted on, and of how many nothing came."""
    return count[Outcome.ACTED], sum(count[value] for value in DISMISSED)
