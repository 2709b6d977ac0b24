"""Commands of manage.py that cannot do their work say so in a sentence, and never by the status of a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.run import replayed
from tests import server

EMPTY = "lacks tables of this release: run bin/serve --prepare-only with the same settings, then try again."
OTHERS = "has no games to copy: set VAR_DIR or DATABASE_URL as the site has them, or start the site first."


def manage(folder: Path, *arguments: str, **environment: str) -> tuple[int, list[str]]:
    """Status and complaints of a command for a site in `folder`."""
    done = server.manage(*arguments, text="\n", VAR_DIR=str(folder), **environment)
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize(
    ("command", "status", "sentence"),
    [
        (("moderator", "Ana"), 1, EMPTY),
        (("clearsessions",), 1, EMPTY),
        (("check_games",), 2, EMPTY),
        (("backup", "copy"), 2, OTHERS),
    ],
)
def test_before_the_first_start(command: tuple[str, ...], status: int, sentence: str, tmp_path: Path) -> None:
    database = tmp_path / "db.sqlite3"
    assert manage(tmp_path, *command) == (status, [f"The database {database} {sentence}"])
    assert not Path("copy").exists()


@pytest.mark.parametrize(("command", "status"), [("check_games", 2), ("clearsessions", 1)])
def test_while_the_database_is_away(command: str, status: int, tmp_path: Path) -> None:
    told, (sentence,) = manage(tmp_path, command, DATABASE_URL="postgres://ana:secret@127.0.0.1:1/claim")
    assert told == status
    assert sentence.startswith("The database claim cannot be used (")
    assert sentence.endswith("see that it is running and that this user may write to it, then start again.")
    assert "secret" not in sentence


def test_settings_that_cannot_be_read_are_no_verdict(tmp_path: Path) -> None:
    assert manage(tmp_path, "check_games", LOG_FORMAT="x") == (2, ["LOG_FORMAT is text or json."])


class TestABreakdown:
    """Of the command itself, which tells no card."""

    @pytest.fixture(autouse=True)
    def broken(self, monkeypatch: pytest.MonkeyPatch, db: None) -> None:
        def breaks() -> Any:
            raise RuntimeError("the seven of knights")

        monkeypatch.setattr(replayed, "differences", breaks)

    def test_is_no_verdict(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            call_command("check_games")
        told = capsys.readouterr()
        assert (left.value.code, told.out) == (2, "")
        assert told.err == "It broke (RuntimeError): --traceback shows where.\n"

    def test_is_shown_to_whoever_asks(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            call_command("check_games", traceback=True)
        assert "in breaks" in capsys.readouterr().err


def test_a_difference_is_one(monkeypatch: pytest.MonkeyPatch, db: None, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(replayed, "differences", lambda: iter(["ABCDEF: entries of its log are missing"]))
    with pytest.raises(SystemExit) as left:
        call_command("check_games")
    assert left.value.code == 1
    assert capsys.readouterr().out == "ABCDEF: entries of its log are missing\n"
