"""The key that signs sessions: made once, kept in a file that only its owner may read."""

import os
import secrets
import tempfile
from pathlib import Path


class SecretError(Exception):
    """The key can be neither read nor made; its text says what to do."""


def secret_key(path: Path) -> str:
    """The key kept in `path`; made when there is none.

    Refuses with SecretError when the file can be neither read nor written. The key is written whole beside
    its place and linked into it, which fails if somebody was faster: two that start together agree.
    """
    try:
        return _read(path) or _make(path)
    except OSError as error:
        raise SecretError(
            f"The secret key cannot be kept in {path} ({error.strerror}): allow writing there, "
            "or set VAR_DIR to a folder of your own or SECRET_KEY to a long random text."
        ) from error


def _read(path: Path) -> str:
    try:
        key = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    if not key:
        raise SecretError(f"The secret key file {path} is empty: delete it, and a new key is made.")
    return key


def _make(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        _link(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return _read(path)


def _link(draft: str, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # Some file systems of sticks and phones know no links.
        if not path.exists():
            Path(draft).replace(path)
