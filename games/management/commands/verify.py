"""``manage.py verify FILE``: verify that recorded deals follow from their seeds and parts."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.record_command import decode_json, escape_line, read_text, split_records
from games.rules.record import DealVerdict, Record, read, replay, verify_deal
from games.rules.record_fields import BadRecord

SENTENCES = {
    DealVerdict.VERIFIED: "verified: the deal follows from the committed seed and {parts}.",
    DealVerdict.NONE: "none: this record has no seed to verify the deal with.",
    DealVerdict.OTHER_SEED: "does not match: this is not the committed seed.",
    DealVerdict.OTHER_LEAD: "does not match: the seed and the parts give the first lead to the other seat.",
    DealVerdict.OTHER_CARDS: "does not match: the seed and the parts give other cards.",
}
PARTS = {
    (True, True): "the parts of both players",
    (True, False): "the part of seat 0; seat 1 gave none",
    (False, True): "the part of seat 1; seat 0 gave none",
    (False, False): "no part: neither player gave one, so the site alone chose the deal",
}
EXIT_STATUS = {DealVerdict.VERIFIED: 0, DealVerdict.NONE: 2}
"""Exit statuses of verdicts; 1 for every other verdict, and for an invalid record."""


class Command(BaseCommand):
    """Verify deals: print one sentence for each record.

    It exits with 0 if all are verified, with 1 if one does not match or is invalid, and otherwise with 2 if one has
    nothing to verify.
    """

    help = "Verify that the deals of claim-record/1 matches follow from their seeds and the players' parts."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", metavar="FILE", help="a file with one or more records; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify all records, and exit with their status."""
        try:
            text = read_text(options["file"])
            lines = split_records(text)
        except BadRecord as error:
            self.stderr.write(escape_line(str(error)), style_func=str)
            raise SystemExit(1) from None
        statuses = {self._verify(record) for record in ([text] if lines is None else lines)}
        if statuses != {0}:
            raise SystemExit(1 if 1 in statuses else 2)

    def _verify(self, text: str) -> int:
        """Print the sentence of a record, and return its status."""
        try:
            record = _read_record(text)
        except BadRecord as error:
            self.stdout.write(escape_line(f"invalid record: {error}"))
            return 1
        verdict = verify_deal(record)
        self.stdout.write(SENTENCES[verdict].format(parts=_get_parts_text(record)))
        return EXIT_STATUS.get(verdict, 1)


def _read_record(text: str) -> Record:
    try:
        record = read(decode_json(text))
    except RecursionError:
        raise BadRecord("record: it is nested too deeply") from None
    replay(record)
    return record


def _get_parts_text(record: Record) -> str:
    first, second = record.shuffle.parts if record.shuffle else (None, None)
    return PARTS[first is not None, second is not None]
