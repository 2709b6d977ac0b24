"""Log formatters and filters that keep secrets and cards out of logs."""

import json
import logging
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from games import circuit_breaker

# Addresses appear as they are, and percent-encoded in the return path of a log-in link.
_INVITE = re.compile(r"(/i/|%2[Ff]i%2[Ff])([0-9A-Za-z]+)(/|%2[Ff])[\w-]+")
_RESET = re.compile(r"((?:/|%2[Ff])reset(?:/|%2[Ff])key(?:/|%2[Ff])[0-9A-Za-z]+)-[\w-]+")
_UNSUBSCRIBE = re.compile(r"(letters(?:/|%2[Ff])off(?:/|%2[Ff]))(?:[\w:.-]|%3[Aa])+")
_CONFIRM = re.compile(r"(confirm-email(?:/|%2[Ff]))(?:[\w:-]|%3[Aa])+")
# PostgreSQL quotes the row that it refuses, and rows hold cards.
_ROW = re.compile(r"^(DETAIL|CONTEXT): .*$", re.MULTILINE)


def redact_keys(text: str) -> str:
    """Return a text without the secret keys in addresses.

    Private invitations, password resets, e-mail confirmations and unsubscriptions have such keys in their addresses.
    """
    return _CONFIRM.sub(r"\1...", _UNSUBSCRIBE.sub(r"\1...", _RESET.sub(r"\1-...", _INVITE.sub(r"\1\2\3...", text))))


class SecretFilter(logging.Filter):
    """Filter that removes the secret keys in addresses from every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact a record, and keep it."""
        record.msg, record.args = redact_keys(record.getMessage()), None
        return True


class SecurityEventFilter(logging.Filter):
    """Filter that removes tracebacks from Django's security events: for a refused request one line is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback of a security event, and keep the record."""
        if record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        return True


class OutageFilter(logging.Filter):
    """Filter that drops errors caused by an outage of the database, which the circuit breaker logs in one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep a record. Report an error caused by an outage to the circuit breaker."""
        if getattr(record, circuit_breaker.LOG_EXTRA, None) is circuit_breaker.database:
            return True
        error = next(filter(circuit_breaker.is_database_outage, _iterate_errors(record)), None)
        if error is not None:
            circuit_breaker.database.record_failure(error)
            return False
        # Among the records of the pool only errors matter: a thread got no connection.
        return record.name != "psycopg.pool" or record.levelno >= logging.ERROR


def _iterate_errors(record: logging.LogRecord) -> Iterator[BaseException | None]:
    """Yield the errors of a record: its own, those among its arguments, and the one being handled."""
    if isinstance(record.exc_info, tuple):
        yield record.exc_info[1]
    yield from (value for value in record.args or () if isinstance(value, BaseException))
    yield sys.exception()


def redact_rows(text: str) -> str:
    """Return a traceback without the values of a row that the database refused."""
    return _ROW.sub(r"\1: (not kept)", text)


class TextFormatter(logging.Formatter):
    """Formatter of plain lines with redacted tracebacks."""

    def formatException(  # noqa: N802
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Return a traceback without secret keys and rows."""
        return redact_rows(redact_keys(super().formatException(ei)))


class JsonFormatter(TextFormatter):
    """Formatter of JSON lines: ``time``, ``level``, ``logger``, ``message``, and ``traceback`` if there is one.

    Other attributes of a record are left out, since a request among them may hold secrets.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of JSON."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
