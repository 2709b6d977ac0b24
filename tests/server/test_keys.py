"""Secret key and push key: made once, readable by their owner alone, or set by the environment."""

from __future__ import annotations

import subprocess
import sys
from base64 import urlsafe_b64decode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from py_vapid import Vapid02
from pytest_django import Settings

from games.server import startup, vapid_key
from games.server.secret_keys import SecretKeyError, get_secret_key
from games.server.startup import PrepareError, make_state_folder
from tests.site_process import PROJECT


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "one" / "secret_key"
    key = get_secret_key(path)
    assert len(key) >= 50
    assert get_secret_key(path) == key != get_secret_key(tmp_path / "two" / "secret_key")
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    "make", [make_state_folder, lambda folder: get_secret_key(folder / "key")], ids=["state", "key"]
)
def test_only_the_owner_may_read_the_folder(make: Callable[[Path], object], tmp_path: Path) -> None:
    make(tmp_path / "var")
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700


def test_processes_that_start_together_have_the_same_key(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from games.server.secret_keys import get_secret_key\n"
    code += "sys.stdin.read(); print(get_secret_key(Path(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(tmp_path / "var" / "key")]
    racers = [
        subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    with ThreadPoolExecutor(4) as threads:
        keys = {output for output, _ in threads.map(subprocess.Popen.communicate, racers)}
    assert len(keys) == 1


def test_the_key_is_kept_on_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_args: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_links)
    key = get_secret_key(tmp_path / "key")
    assert get_secret_key(tmp_path / "key") == key


def test_a_secret_key_that_cannot_be_kept_or_is_empty_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SecretKeyError, match="set VAR_DIR to a folder you own"):
        get_secret_key(tmp_path / "file" / "key")
    with pytest.raises(SecretKeyError, match="delete it"):
        get_secret_key(tmp_path / "file")


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.PUSH_KEY = tmp_path / "var", ""
    return tmp_path / "var"


def test_the_push_key_is_made_once_for_its_owner_alone(folder: Path) -> None:
    startup.make_push_key()
    key = vapid_key.get_private_key()
    assert (folder / vapid_key.FILE_NAME).read_text() == key
    assert (folder / vapid_key.FILE_NAME).stat().st_mode & 0o777 == 0o600
    assert vapid_key.get_private_key() == key


def test_messages_name_the_public_part_of_the_push_key() -> None:
    claims = {"aud": "https://fcm.googleapis.com", "sub": "mailto:ana@example.org"}
    header = Vapid02.from_string(vapid_key.get_private_key()).sign(claims)["Authorization"]
    assert header.endswith(f"k={vapid_key.get_public_key()}")
    assert len(urlsafe_b64decode(vapid_key.get_public_key() + "=")) == 65


def test_the_push_key_of_the_environment_is_used_and_nothing_is_written(settings: Settings, folder: Path) -> None:
    given = vapid_key.get_private_key()
    settings.PUSH_KEY, settings.VAR_DIR = given, folder / "other"
    assert vapid_key.get_private_key() == given
    assert not (folder / "other").exists()


@pytest.mark.parametrize("wrong", ["no key", "AAAA" * 20, "AAAB", "A" * 43, "\u00e9"])
def test_an_invalid_push_key_is_refused_before_the_first_page(settings: Settings, wrong: str) -> None:
    settings.PUSH_KEY = wrong
    with pytest.raises(PrepareError, match="push key"):
        startup.make_push_key()


def test_a_push_key_that_cannot_be_kept_is_refused(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file"
    with pytest.raises(PrepareError, match=r"The push key cannot be stored .* or PUSH_KEY"):
        startup.make_push_key()
