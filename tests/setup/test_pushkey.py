"""The key by which push services know the site: made once, kept to its owner, or given by the environment."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from pathlib import Path

import pytest
from py_vapid import Vapid02
from pytest_django import Settings

from games.run import prepare, pushkey
from games.run.prepare import PrepareError


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.PUSH_KEY = tmp_path / "var", ""
    return tmp_path / "var"


def test_it_is_made_once_for_its_owner_alone(folder: Path) -> None:
    prepare.push_key()
    key = pushkey.private_key()
    assert (folder / pushkey.FILE).read_text() == key
    assert (folder / pushkey.FILE).stat().st_mode & 0o777 == 0o600
    assert pushkey.private_key() == key


def test_its_public_part_is_what_messages_name() -> None:
    claims = {"aud": "https://fcm.googleapis.com", "sub": "mailto:ana@example.org"}
    header = Vapid02.from_string(pushkey.private_key()).sign(claims)["Authorization"]
    assert header.endswith(f"k={pushkey.public_key()}")
    assert len(urlsafe_b64decode(pushkey.public_key() + "=")) == 65


def test_that_of_the_environment_is_taken_and_nothing_is_written(settings: Settings, folder: Path) -> None:
    given = pushkey.private_key()
    settings.PUSH_KEY, settings.VAR_DIR = given, folder / "other"
    assert pushkey.private_key() == given
    assert not (folder / "other").exists()


@pytest.mark.parametrize("wrong", ["no key", "AAAA" * 20, "AAAB", "A" * 43, "\u00e9"])
def test_a_text_that_is_no_key_is_refused_before_the_first_page(settings: Settings, wrong: str) -> None:
    settings.PUSH_KEY = wrong
    with pytest.raises(PrepareError, match="push key"):
        prepare.push_key()


def test_a_place_that_cannot_be_written_to_is_refused(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file"
    with pytest.raises(PrepareError, match=r"The push key cannot be kept .* or PUSH_KEY"):
        prepare.push_key()
