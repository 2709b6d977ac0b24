"""Logs: no secret and no row in a line, in text or JSON."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from games.server.logs import JsonFormatter, SecretFilter, SecurityEventFilter, TextFormatter

TOKEN = "0FID2C-x_yzABCDEFGHIJK"


@pytest.mark.parametrize(
    ("message", "args", "kept"),
    [
        ("Forbidden: %s", (f"/i/DRENYZVX/{TOKEN}/",), "Forbidden: /i/DRENYZVX/.../"),
        (f"GET /?next=%2Fi%2FDRENYZVX%2F{TOKEN}%2F", (), "GET /?next=%2Fi%2FDRENYZVX%2F...%2F"),
        ("POST %s", ("/letters/off/WzEsImxldHRlcnMiXQ:a_b-C/",), "POST /letters/off/.../"),
        ("GET %s", ("/account/confirm-email/MQ:1xXFqY:-A8sdC-o_/",), "GET /account/confirm-email/.../"),
        (
            "GET /?next=%2Faccount%2Fconfirm-email%2FMQ%3A1xX%3A-A8%2F",
            (),
            "GET /?next=%2Faccount%2Fconfirm-email%2F...%2F",
        ),
        ("GET %s %d", ("/m/DRENYZVX/", 200), "GET /m/DRENYZVX/ 200"),
    ],
)
def test_no_line_has_the_secret_of_a_link(message: str, args: tuple[object, ...], kept: str) -> None:
    record = logging.LogRecord("games", logging.WARNING, __file__, 1, message, args, None)
    assert SecretFilter().filter(record)
    assert record.getMessage() == kept


ROW = 'null value in column "number"\nDETAIL:  Failing row contains (1, {"deal": ["k9", "g3"]}).'


def test_no_traceback_has_a_row_or_a_secret() -> None:
    for formatter in (TextFormatter(), JsonFormatter()):
        written = formatter.format(failed(ValueError(f"{ROW} at /i/DRENYZVX/{TOKEN}/")))
        assert "null value" in written
        assert "k9" not in written
        assert TOKEN not in written


def test_a_json_line_has_the_message_alone() -> None:
    record = failed(ValueError("broken"))
    record.hand = ["k9", "g3"]
    line = json.loads(JsonFormatter().format(record))
    assert list(line) == ["time", "level", "logger", "message", "traceback"]
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "games", "a move\nwas lost")
    assert line["time"] == "2001-09-09T01:46:40.000+00:00"
    assert line["traceback"].endswith("ValueError: broken")


@pytest.mark.parametrize(
    ("logger", "traced"), [("django.security.DisallowedRedirect", False), ("django.request", True)]
)
def test_a_refused_request_has_no_traceback(logger: str, traced: bool) -> None:
    record = failed(ValueError("broken"))
    record.name, record.msg, record.args = logger, "It was refused.", None
    assert SecurityEventFilter().filter(record)
    assert ("Traceback" in TextFormatter().format(record)) == traced


def failed(error: Exception) -> logging.LogRecord:
    """The record of an error that was caught."""
    try:
        raise error
    except Exception:
        record = logging.LogRecord("games", logging.ERROR, __file__, 1, "a move\nwas %s", ("lost",), sys.exc_info())
    record.created = 1e9
    return record
