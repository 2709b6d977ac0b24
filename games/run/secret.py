"""Keys of this installation: each made once, kept in a file that only its owner may read."""

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path


class SecretError(Exception):
    """A key can be neither read nor made; its text says what to do."""


def secret_key(path: Path) -> str:
    """The key that signs sessions, kept in `path`; made when there is none. Refuses as ``kept``."""
    return kept(path, lambda: secrets.token_urlsafe(50), "secret key", "SECRET_KEY to a long random text")


def kept(path: Path, make: Callable[[], str], name: str, instead: str) -> str:
    """The key in `path`; what `make` gives when there is none. `name` is what people call it, `instead` what else
    they may set.

    Refuses with SecretError when the file can be neither read nor written. The key is written whole beside
    its place and linked into it, which fails if somebody was faster: two that start together agree.
    """
    try:
        return _read(path, name) or _make(path, make, name)
    except OSError as error:
        raise SecretError(
            f"The {name} cannot be kept in {path} ({error.strerror}): allow writing there, "
            f"or set VAR_DIR to a folder of your own or {instead}."
        ) from error


def _read(path: Path, name: str) -> str:
    try:
        key = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    if not key:
        raise SecretError(f"The {name} file {path} is empty: delete it, and a new key is made.")
    return key


def _make(path: Path, make: Callable[[], str], name: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
            file.flush()
            os.fsync(file.fileno())
        _link(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return _read(path, name)


def _link(draft: str, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # Some file systems of sticks and phones know no links.
        if not path.exists():
            Path(draft).replace(path)
