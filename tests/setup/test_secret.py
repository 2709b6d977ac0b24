"""The secret key: made once, kept to its owner, the same for all who start together."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.run.secret import SecretError, secret_key
from tests.server import PROJECT


def test_made_once_and_then_read(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = secret_key(path)
    assert len(key) >= 50
    assert secret_key(path) == key


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    secret_key(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_every_installation_has_its_own(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "two")


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from games.run.secret import secret_key\n"
    code += "sys.stdin.read(); print(secret_key(Path(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(tmp_path / "var" / "key")]
    racers = [
        subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.flush()
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.close()
        racer.stdin = None
    assert len({racer.communicate()[0] for racer in racers}) == 1


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_args: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    key = secret_key(tmp_path / "key")
    assert secret_key(tmp_path / "key") == key


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SecretError, match="set VAR_DIR to a folder of your own"):
        secret_key(tmp_path / "file" / "key")


def test_an_empty_file_is_no_key(tmp_path: Path) -> None:
    (tmp_path / "key").touch()
    with pytest.raises(SecretError, match="delete it"):
        secret_key(tmp_path / "key")
