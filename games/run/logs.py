"""How a line of the log is written, and what it may not keep."""

import json
import logging
import re
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

# The address as it is, and as the return path in the query of a log-in link.
_KEY = re.compile(r"(/i/|%2[Ff]i%2[Ff])([0-9A-Za-z]+)(/|%2[Ff])[\w-]+")


_RESET = re.compile(r"((?:/|%2[Ff])reset(?:/|%2[Ff])key(?:/|%2[Ff])[0-9A-Za-z]+)-[\w-]+")
_OFF = re.compile(r"(letters(?:/|%2[Ff])off(?:/|%2[Ff]))[\w:.-]+")
# PostgreSQL shows the row that it refuses, and rows hold cards.
_ROW = re.compile(r"^(DETAIL|CONTEXT): .*$", re.MULTILINE)


def without_keys(text: str) -> str:
    """The text without the secret part of the address of a private invitation, of a new password, or of no more
    letters."""
    return _OFF.sub(r"\1...", _RESET.sub(r"\1-...", _KEY.sub(r"\1\2\3...", text)))


class KeepNoKeys(logging.Filter):
    """Takes the secrets of addresses out of every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_keys(record.getMessage()), None
        return True


def without_rows(text: str) -> str:
    """The text of a traceback without the values of the row that a database refused."""
    return _ROW.sub(r"\1: (not kept)", text)


class Text(logging.Formatter):
    """Django's lines, with tracebacks that keep no more than messages do."""

    def formatException(  # noqa: N802
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        return without_rows(without_keys(super().formatException(ei)))


class Json(Text):
    """One JSON object a line: ``time``, ``level``, ``logger``, ``message``, and ``traceback`` where there is one.

    Nothing else that a record carries is written: what is attached to one (a request, say) was meant for other eyes.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
