"""Template context of a case: its reports, its people, and earlier decisions about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.models import Act, PersonNote, Report, User
from games.models.moderation import Outcome
from games.services.moderation import people as notes
from games.services.moderation.permissions import Moderator
from games.services.reports import cases, reports

MAX_ROWS = 5
"""The most senders of a case, and the most reports, acts and notes of each person."""
MAX_EARLIER_ROWS = 100
"""The most earlier rows of a kind that are read for all people of a case together."""
DISMISSED = (Outcome.UNFOUNDED, Outcome.NO_ACTION)


@dataclass(slots=True)
class CasePerson:
    """Person in a case.

    ``reported``: the case is about this person. ``upheld`` and ``dismissed`` count the person's own reports; ``about``
    has earlier reports about the person.
    """

    person: User
    reported: bool
    upheld: int = 0
    dismissed: int = 0
    about: list[Report] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    notes: list[PersonNote] = field(default_factory=list)
    can_write_note: bool = False


def count_report_outcomes(person: User) -> tuple[int, int]:
    """Return how many of a person's reports were upheld, and how many were dismissed."""
    source = f"user:{person.pk}"
    return _count_outcomes(reports.count_sender_outcomes([source])[source])


def list_case_reports(report: Report) -> list[Report]:
    """Return the reports that are or were decided together with a report. They are cached on the report."""
    if "case_reports" not in report.__dict__:
        report.__dict__["case_reports"] = list(cases.filter_case(report).select_related("reporter", "device"))
    rows: list[Report] = report.__dict__["case_reports"]
    return rows


def build_case_context(moderator: Moderator, report: Report) -> dict[str, Any]:
    """Return the context of a report's case, with a fixed number of queries."""
    rows = list_case_reports(report)
    people = _list_people(report, rows)
    sources = {*(row.source for row in rows), *(f"user:{person.pk}" for person in people)}
    outcomes = reports.count_sender_outcomes(sources)
    for row in rows:
        row.upheld, row.dismissed = _count_outcomes(outcomes[row.source])  # type: ignore[attr-defined]
    case_people = {
        person.pk: CasePerson(person, person.pk == report.person_id, *_count_outcomes(outcomes[f"user:{person.pk}"]))
        for person in people
    }
    _add_history(moderator, report, case_people)
    return {"case_reports": rows, "newest": rows[-1].pk, "people": list(case_people.values())}


def _list_people(report: Report, rows: Iterable[Report]) -> list[User]:
    """Return the reported person and the senders, each once."""
    people = [report.person, *(row.reporter for row in rows)]
    return list({person.pk: person for person in people if person is not None}.values())[: MAX_ROWS + 1]


def _add_history(moderator: Moderator, report: Report, case_people: dict[int, CasePerson]) -> None:
    """Add the earlier reports, acts and notes about each person."""
    earlier_reports = (
        Report.objects.filter(person__in=case_people)
        .exclude(pk__in=[row.pk for row in list_case_reports(report)])
        .order_by("-pk")
    )
    acts = Act.objects.filter(person__in=case_people).select_related("who", "undoes", "undone_by").order_by("-pk")
    people = [case_person.person for case_person in case_people.values()]
    rows: dict[str, Any] = {"about": earlier_reports, "acts": acts, "notes": notes.list_notes(moderator, people)}
    for case_person in case_people.values():
        case_person.can_write_note = case_person.person.pk not in moderator.selves
    for name, earlier in rows.items():
        for row in earlier[:MAX_EARLIER_ROWS]:
            person_rows = getattr(case_people[row.person_id], name)
            if len(person_rows) < MAX_ROWS:
                person_rows.append(row)


def _count_outcomes(count: Counter[str]) -> tuple[int, int]:
    """Return how many reports of a sender led to an act, and how many were dismissed."""
    return count[Outcome.ACTED], sum(count[value] for value in DISMISSED)
