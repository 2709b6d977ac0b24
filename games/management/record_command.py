"""Base class of commands that read a file of records and print one JSON object for each."""

from __future__ import annotations

import json
import os
import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections import Counter
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from games.rules.record_fields import BadRecord

JSON_SPACE = " \t\r\n"
"""White space of JSON."""
ENCODER = json.JSONEncoder(separators=(",", ":"))


class RecordCommand(BaseCommand, ABC):
    """Command that prints one JSON object for each record of a file; subclasses build it.

    For a single record, on any number of lines, it prints the object, or exits with 1 and one sentence on standard
    error. For several records, one a line, it prints a line for each, ``{"error": sentence}`` for a bad one, and exits
    with 1 if there was any. Blank lines are skipped.
    """

    requires_system_checks = ()

    @abstractmethod
    def report(self, data: object) -> dict[str, Any]:
        """Return the object for a decoded record. Raise ``BadRecord`` for a malformed or illegal one."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", metavar="FILE", help="a file with one or more records; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Report all records of the file."""
        try:
            self._run(options["file"])
        except BadRecord as error:
            self._fail(escape_line(str(error)))
        except OSError as error:
            # Standard output is replaced, because closing it at exit would fail again. A closed pipe needs no message.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self._fail("" if isinstance(error, BrokenPipeError) else f"standard output: {error.strerror}")

    def _run(self, name: str) -> None:
        text = read_text(name)
        lines = split_records(text)
        try:
            if lines is None:
                self._print(self._build_report(text))
            else:
                self._report_lines(lines)
        finally:
            self.stdout.flush()

    def _report_lines(self, lines: list[str]) -> None:
        has_errors = False
        for line in lines:
            try:
                report = self._build_report(line)
            except BadRecord as error:
                has_errors, report = True, {"error": escape_line(str(error))}
            self._print(report)
        if has_errors:
            raise SystemExit(1)

    def _build_report(self, text: str) -> dict[str, Any]:
        try:
            return self.report(decode_json(text))
        except RecursionError:
            raise BadRecord("record: it is nested too deeply") from None

    def _print(self, report: dict[str, Any]) -> None:
        self.stdout.write(ENCODER.encode(report))

    def _fail(self, sentence: str) -> NoReturn:
        # CommandError would add its name and colour to the line.
        if sentence:
            self.stderr.write(sentence, style_func=str)
        raise SystemExit(1)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for ``-``, without a byte order mark.

    Raise ``BadRecord`` when the file does not exist, cannot be read or is not UTF-8.
    """
    try:
        # By number, because ``sys.stdin`` is None when standard input is closed.
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            return file.read().decode("utf-8-sig")
    except OSError as error:
        raise BadRecord(f"{name}: {error.strerror or 'it cannot be read'}") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name}: it is not UTF-8 text (byte {error.start + 1})") from None


def split_records(text: str) -> list[str] | None:
    """Return the lines of a file of several records, without blank ones; None when ``text`` is a single record.

    A file that is not one JSON document has several records if one of its lines is a whole object, or if every line
    begins one. An indented object counts only with a ``format``; otherwise it may be part of a broken record.
    """
    lines = [line for line in text.split("\n") if line.strip(JSON_SPACE)]
    if len(lines) < 2 or _try_decode(text) is not None:
        return None
    if any(_is_record(line) for line in lines) or all(line.lstrip(JSON_SPACE)[0] == "{" for line in lines):
        return lines
    return None


def _is_record(line: str) -> bool:
    data = _try_decode(line)
    return isinstance(data, dict) and (line[0] == "{" or "format" in data)


def _try_decode(text: str) -> object:
    try:
        return decode_json(text)
    except (BadRecord, RecursionError):
        return None


def decode_json(text: str) -> object:
    """Return the value of a JSON text. Raise ``BadRecord`` with the place of an error.

    It is stricter than the standard library: NaN, Infinity and duplicate keys are errors. A text that is nested too
    deeply raises ``RecursionError``.
    """
    if not text.strip(JSON_SPACE):
        raise BadRecord("record: there is none, the input is empty")
    try:
        return json.loads(text, object_pairs_hook=_build_object, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise BadRecord(f"record: not JSON, line {error.lineno}, column {error.colno}: {error.msg}") from None
    except BadRecord:
        raise
    except ValueError:
        raise BadRecord("record: a number in it has too many digits") from None


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        duplicate = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise BadRecord(f"{duplicate[:40]!r}: it is given twice")
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise BadRecord(f"record: {name} is not a JSON number")


def escape_line(sentence: str) -> str:
    """Return a sentence with line breaks and control characters escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in sentence)
