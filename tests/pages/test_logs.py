"""Private links and rows stay out of the log, in lines and as JSON."""

import json
import logging
import sys

import pytest

from games.run.logs import Json, KeepNoKeys, Text

TOKEN = "0FID2C-x_yzABCDEFGHIJK"


@pytest.mark.parametrize(
    ("message", "args", "kept"),
    [
        ("Forbidden: %s", (f"/i/DRENYZVX/{TOKEN}/",), "Forbidden: /i/DRENYZVX/.../"),
        (f"GET /?next=%2Fi%2FDRENYZVX%2F{TOKEN}%2F", (), "GET /?next=%2Fi%2FDRENYZVX%2F...%2F"),
        ("POST %s", ("/letters/off/WzEsImxldHRlcnMiXQ:a_b-C/",), "POST /letters/off/.../"),
        ("GET %s %d", ("/m/DRENYZVX/", 200), "GET /m/DRENYZVX/ 200"),
    ],
)
def test_no_line_keeps_the_secret_of_an_invitation(message: str, args: tuple[object, ...], kept: str) -> None:
    record = logging.LogRecord("games", logging.WARNING, __file__, 1, message, args, None)
    assert KeepNoKeys().filter(record)
    assert record.getMessage() == kept


ROW = 'null value in column "number"\nDETAIL:  Failing row contains (1, {"deal": ["k9", "g3"]}).'


def test_no_traceback_keeps_a_row_or_a_secret() -> None:
    for formatter in (Text(), Json()):
        written = formatter.format(failed(ValueError(f"{ROW} at /i/DRENYZVX/{TOKEN}/")))
        assert "null value" in written
        assert "k9" not in written
        assert TOKEN not in written


def test_a_line_of_json_has_what_was_said_and_nothing_else() -> None:
    record = failed(ValueError("broken"))
    record.hand = ["k9", "g3"]
    line = json.loads(Json().format(record))
    assert list(line) == ["time", "level", "logger", "message", "traceback"]
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "games", "a move\nwas lost")
    assert line["time"] == "2001-09-09T01:46:40.000+00:00"
    assert line["traceback"].endswith("ValueError: broken")


def test_it_is_one_line() -> None:
    assert "\n" not in Json().format(failed(ValueError("one\ntwo")))


def failed(error: Exception) -> logging.LogRecord:
    """The record of an error that was caught."""
    try:
        raise error
    except Exception:
        record = logging.LogRecord("games", logging.ERROR, __file__, 1, "a move\nwas %s", ("lost",), sys.exc_info())
    record.created = 1e9
    return record
