"""``manage.py verify FILE``: whether recorded deals follow from their seeds and parts."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.records import decode, one_line, read_text, record_lines
from games.rules.fields import BadRecord
from games.rules.record import Record, read, replay
from games.rules.verify import Verdict, verify

SENTENCES = {
    Verdict.VERIFIED: "verified: the deal follows from the seed that was committed to and from {parts}.",
    Verdict.NONE: "none: this record does not say what its deal follows from.",
    Verdict.OTHER_SEED: "does not match: the seed is not the one that was committed to.",
    Verdict.OTHER_LEAD: "does not match: by the seed and the parts the other seat leads the first trick.",
    Verdict.OTHER_CARDS: "does not match: the seed and the parts give other cards.",
}
PARTS = {
    (True, True): "the parts of both players",
    (True, False): "the part of seat 0; seat 1 gave none",
    (False, True): "the part of seat 1; seat 0 gave none",
    (False, False): "no part: neither player gave one, so the site alone chose it",
}
STATUS = {Verdict.VERIFIED: 0, Verdict.NONE: 2}
"""What the command ends with: 1 for all that does not match and for all that is no record."""


class Command(BaseCommand):
    """One sentence a record. Ends with 0 where all are verified, with 1 where one does not match or is no record, else
    with 2 where one has nothing to check."""

    help = "Check that the deals of claim-record/1 matches follow from their seeds and the players' parts."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of one or several records; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = read_text(options["file"])
            lines = record_lines(text)
        except BadRecord as error:
            self.stderr.write(one_line(str(error)), style_func=str)
            raise SystemExit(1) from None
        found = {self._one(one) for one in ([text] if lines is None else lines)}
        if found != {0}:
            raise SystemExit(1 if 1 in found else 2)

    def _one(self, text: str) -> int:
        """Say what is to be said of one record, and give its status."""
        try:
            record = _playable(text)
        except BadRecord as error:
            self.stdout.write(one_line(f"no record: {error}"))
            return 1
        verdict = verify(record)
        self.stdout.write(SENTENCES[verdict].format(parts=_parts(record)))
        return STATUS.get(verdict, 1)


def _playable(text: str) -> Record:
    try:
        record = read(decode(text))
    except RecursionError:
        raise BadRecord("record: it is nested too deeply") from None
    replay(record)
    return record


def _parts(record: Record) -> str:
    first, second = record.shuffle.parts if record.shuffle else (None, None)
    return PARTS[first is not None, second is not None]
