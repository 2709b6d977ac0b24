"""Commands that cannot do their work print a sentence and have the status of an error."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.operations import consistency
from tests import site_process

PREPARE = shlex.join([sys.executable, str(site_process.PROJECT / "manage.py"), "serve", "--prepare-only"])
EMPTY = f"is missing tables of this release: run {PREPARE} with the same settings, then try again."
OTHERS = "has no games to copy: set VAR_DIR or DATABASE_URL as the site has them, or start the site first."


def manage(folder: Path, *arguments: str, **environment: str) -> tuple[int, list[str]]:
    """Status and errors of a command for a site in `folder`."""
    done = site_process.manage(*arguments, text="\n", VAR_DIR=str(folder), **environment)
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
def test_commands_before_the_first_start_are_refused(
    command: tuple[str, ...], status: int, sentence: str, tmp_path: Path
) -> None:
    database = tmp_path / "db.sqlite3"
    assert manage(tmp_path, *command) == (status, [f"The database {database} {sentence}"])
    assert not Path("copy").exists()


def test_the_suggested_command_can_be_pasted_anywhere(prepared_var: Path, tmp_path: Path) -> None:
    (tmp_path / "static").symlink_to(prepared_var / "static")
    _, (sentence,) = manage(tmp_path, "clearsessions")
    (command,) = re.findall(r": run (.+) with the same settings", sentence)
    environment = site_process.clean_environment(VAR_DIR=str(tmp_path))
    subprocess.run(["sh", "-c", command], cwd="/", env=environment, check=True)
    assert manage(tmp_path, "clearsessions") == (0, [])


@pytest.mark.parametrize(("command", "status"), [("check_games", 2), ("clearsessions", 1)])
def test_commands_without_a_database_are_refused(command: str, status: int, tmp_path: Path) -> None:
    exit_status, (sentence,) = manage(tmp_path, command, DATABASE_URL="postgres://ana:secret@127.0.0.1:1/claim")
    assert exit_status == status
    assert sentence.startswith("The database claim cannot be used (")
    assert sentence.endswith("check that it is running and that this user can write to it, then start again.")
    assert "secret" not in sentence


def test_invalid_settings_have_the_status_of_an_error(tmp_path: Path) -> None:
    assert manage(tmp_path, "check_games", LOG_FORMAT="x") == (2, ["LOG_FORMAT must be text or json."])


@pytest.mark.django_db
def test_an_exception_has_the_status_of_an_error_and_reveals_no_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Any:
        raise RuntimeError("the seven of knights")

    monkeypatch.setattr(consistency, "iterate_differences", fail)
    assert check_games() == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == (
        "",
        "Unexpected error (RuntimeError). Run again with --traceback to see where.\n",
    )
    check_games(traceback=True)
    assert "in fail" in capsys.readouterr().err


@pytest.mark.django_db
def test_a_difference_has_its_own_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(consistency, "iterate_differences", lambda: iter(["ABCDEF: entries of its log are missing"]))
    assert check_games() == 1
    assert capsys.readouterr().out == "ABCDEF: entries of its log are missing\n"


def check_games(**options: bool) -> object:
    """The status of the command."""
    with pytest.raises(SystemExit) as ended:
        call_command("check_games", **options)
    return ended.value.code
