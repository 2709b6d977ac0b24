"""The record of acts as a file: CSV for spreadsheets, JSON for programs, written row by row as it is read."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from games.models.moderation import ROW

CHUNK = 500
COLUMNS = (
    *("act", "at", "who", "what", "game", "person", "number", "entry", "reason", "message", "data", "undoes", "report"),
    "confirmed",
)
# A spreadsheet takes a cell that begins so for a formula; also in the wide forms that some of them convert.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
Writer = Callable[[QuerySet[Any]], AsyncIterator[str]]


def cell(value: Any) -> str:
    """A value as a cell that no spreadsheet takes for a formula."""
    text = "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


class _Line:
    """A file of which the last line is kept."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


async def as_csv(acts: QuerySet[Any]) -> AsyncIterator[str]:
    """One line an act, the names of the columns first."""
    line = _Line()
    writer = csv.writer(line)
    writer.writerow(COLUMNS)
    yield "\ufeff" + line.text
    async for row in _rows(acts):
        writer.writerow([cell(row[name]) for name in COLUMNS])
        yield line.text


async def as_json(acts: QuerySet[Any]) -> AsyncIterator[str]:
    """One array of objects, one a line."""
    before = "[\n"
    async for row in _rows(acts):
        yield before + json.dumps(row, ensure_ascii=False)
        before = ",\n"
    yield "\n]\n" if before != "[\n" else "[]\n"


FORMATS: dict[str, tuple[Writer, str]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json; charset=utf-8"),
}


def answer(acts: QuerySet[Any], form: str) -> StreamingHttpResponse:
    """The file as a download that no cache keeps."""
    write, content_type = FORMATS[form]
    headers = {"Content-Disposition": f'attachment; filename="acts.{form}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(write(acts), content_type=content_type, headers=headers)


async def _rows(acts: QuerySet[Any]) -> AsyncIterator[dict[str, Any]]:
    """The acts as plain rows, oldest first, read in pieces that no other request waits for."""
    last = 0
    read = acts.select_related(*ROW).order_by("pk")
    while piece := [act async for act in read.filter(pk__gt=last)[:CHUNK]]:
        for act in piece:
            yield act.row()
        last = piece[-1].pk
