"""Private links stay out of the log."""

import logging

import pytest

from games.run.logs import KeepNoKeys

TOKEN = "0FID2C-x_yzABCDEFGHIJK"


@pytest.mark.parametrize(
    ("message", "args", "kept"),
    [
        ("Forbidden: %s", (f"/i/DRENYZVX/{TOKEN}/",), "Forbidden: /i/DRENYZVX/.../"),
        (f"GET /?next=%2Fi%2FDRENYZVX%2F{TOKEN}%2F", (), "GET /?next=%2Fi%2FDRENYZVX%2F...%2F"),
        ("GET %s %d", ("/m/DRENYZVX/", 200), "GET /m/DRENYZVX/ 200"),
    ],
)
def test_no_line_keeps_the_secret_of_an_invitation(message: str, args: tuple[object, ...], kept: str) -> None:
    record = logging.LogRecord("games", logging.WARNING, __file__, 1, message, args, None)
    assert KeepNoKeys().filter(record)
    assert record.getMessage() == kept
