"""Reading files of records and printing one JSON object for each."""

from __future__ import annotations

import json
import os
import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections import Counter
from contextlib import nullcontext
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from games.rules.fields import BadRecord
from games.run.garbage import unsought

JSON_SPACE = " \t\r\n"
WRITER = json.JSONEncoder(separators=(",", ":"))


class RecordCommand(BaseCommand, ABC):
    """A command that prints one JSON object for each record of a file; subclasses say which.

    A single record, on however many lines: its object, or status 1 with one sentence on standard error and
    nothing on standard output. Several records, one a line: one line each, ``{"error": sentence}`` for a bad
    one, and status 1 at the end if there was any. Blank lines are no records.
    """

    requires_system_checks = ()
    leaves_circles = True
    """Whether something of a record may stay behind that Python has to look for."""

    @abstractmethod
    def report(self, data: object) -> dict[str, Any]:
        """The object for one decoded record; raises ``BadRecord`` for anything malformed or illegal."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of one or several records; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._run(options["file"])
        except BadRecord as error:
            self._fail(one_line(str(error)))
        except OSError as error:
            # Without this, closing standard output at exit fails again. Whoever left early needs no message.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self._fail("" if isinstance(error, BrokenPipeError) else f"standard output: {error.strerror}")

    def _run(self, name: str) -> None:
        text = read_text(name)
        lines = record_lines(text)
        try:
            if lines is None:
                self._print(self._answer(text))
            else:
                with nullcontext() if self.leaves_circles else unsought():
                    self._several(lines)
        finally:
            self.stdout.flush()

    def _several(self, lines: list[str]) -> None:
        bad = False
        for line in lines:
            try:
                answer = self._answer(line)
            except BadRecord as error:
                bad, answer = True, {"error": one_line(str(error))}
            self._print(answer)
        if bad:
            raise SystemExit(1)

    def _answer(self, text: str) -> dict[str, Any]:
        try:
            return self.report(decode(text))
        except RecursionError:
            raise BadRecord("record: it is nested too deeply") from None

    def _print(self, answer: dict[str, Any]) -> None:
        self.stdout.write(WRITER.encode(answer))

    def _fail(self, sentence: str) -> NoReturn:
        # Not CommandError: that would add its name and colour to the line.
        if sentence:
            self.stderr.write(sentence, style_func=str)
        raise SystemExit(1)


def read_text(name: str) -> str:
    """The text of the file called ``name``, of standard input for ``-``; a byte order mark is dropped.

    ``BadRecord`` when there is no such file, it may not be read, or it is not UTF-8.
    """
    try:
        # By number, because a closed standard input is no object at all.
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            return file.read().decode("utf-8-sig")
    except OSError as error:
        raise BadRecord(f"{name}: {error.strerror or 'it cannot be read'}") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{name}: it is not UTF-8 text (byte {error.start + 1})") from None


def record_lines(text: str) -> list[str] | None:
    """The lines of a file of several records, blank ones left out; None when ``text`` is a single record.

    A file that is no JSON document is several records when a line of it is an object on its own, or when
    every line opens one. An indented object counts only with a ``format``: it may be a part of one broken
    record.
    """
    lines = [line for line in text.split("\n") if line.strip(JSON_SPACE)]
    if len(lines) < 2 or _decoded(text) is not None:
        return None
    if any(_is_record(line) for line in lines) or all(line.lstrip(JSON_SPACE)[0] == "{" for line in lines):
        return lines
    return None


def _is_record(line: str) -> bool:
    data = _decoded(line)
    return isinstance(data, dict) and (line[0] == "{" or "format" in data)


def _decoded(text: str) -> object:
    try:
        return decode(text)
    except (BadRecord, RecursionError):
        return None


def decode(text: str) -> object:
    """The value of a JSON text; ``BadRecord`` tells where it is no JSON.

    Stricter than the standard library's reader: no NaN or Infinity, no key given twice. The trap: a text
    nested too deeply raises ``RecursionError``.
    """
    if not text.strip(JSON_SPACE):
        raise BadRecord("record: there is none, the input is empty")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadRecord(f"record: not JSON, line {error.lineno}, column {error.colno}: {error.msg}") from None
    except BadRecord:
        raise
    except ValueError:
        raise BadRecord("record: a number in it has too many digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise BadRecord(f"{twice[:40]!r}: it is given twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadRecord(f"record: {name} is not a JSON number")


def one_line(sentence: str) -> str:
    """``sentence`` with everything that could break the line or steer a terminal written as an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in sentence)
