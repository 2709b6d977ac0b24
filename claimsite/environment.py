"""Environment variables and the .env file, read by django-environ.

A value that cannot be read raises ImproperlyConfigured with a sentence that does not repeat the value, since it may
hold a password.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

PROJECT = Path(__file__).resolve().parent.parent

BOOLEANS = {
    **dict.fromkeys(("true", "on", "yes", "1"), True),
    **dict.fromkeys(("false", "off", "no", "0"), False),
}
SCHEMES = ("postgres", "postgresql", "sqlite")
"""Schemes of database URLs."""
ORIGIN = "a full address without a path, such as https://claim.example"
DATABASE = "postgres://user:password@host/name or sqlite:////path/to/file, with special characters as %40"
REDIS = "redis://host:6379/0"
MAIL = "smtp+tls://user:password@host:587, with special characters as %40"


class Environment(environ.Env):  # type: ignore[misc]
    """Reader of environment variables; an empty variable counts as unset."""

    def read_file(self) -> None:
        """Load the file ENV_FILE, if it exists; variables of the environment take precedence."""
        path = Path(self.text("ENV_FILE", str(PROJECT / ".env")))
        if not path.exists():
            return
        if not os.access(path, os.R_OK):
            raise ImproperlyConfigured(f"{path} is not readable: run this as the user account of the site.")
        self.read_env(path)

    def text(self, name: str, default: str = "") -> str:
        """Return the text unchanged; django-environ would read a leading dollar sign as a reference to a variable."""
        return os.environ.get(name) or default

    def boolean(self, name: str, default: bool) -> bool:
        """Return a boolean, written as one of ``BOOLEANS`` in any case."""
        value = self.text(name).strip().lower()
        if value and value not in BOOLEANS:
            raise _build_error(name, "true or false")
        return BOOLEANS.get(value, default)

    def integer(self, name: str, default: int, least: int = 0, most: int = 2**31 - 1) -> int:
        """Return a whole number from ``least`` to ``most``."""
        value = self.text(name).strip()
        if not value:
            return default
        if not (re.fullmatch(r"[0-9]{1,10}", value) and least <= int(value) <= most):
            raise _build_error(name, f"a whole number from {least} to {most}")
        return int(value)

    def words(self, name: str, default: Collection[str] = ()) -> list[str]:
        """Return the items of a list separated by commas."""
        value = self.text(name)
        return [item.strip() for item in value.split(",") if item.strip()] if value else list(default)

    def choice(self, name: str, *choices: str) -> str:
        """Return one of the choices, by default the first."""
        value = self.text(name, choices[0])
        if value not in choices:
            raise _build_error(name, " or ".join(choices))
        return value

    def match(self, name: str, pattern: str, wanted: str) -> str:
        """Return a text that matches the pattern, or an empty text."""
        value = self.text(name)
        if value and not re.fullmatch(pattern, value):
            raise _build_error(name, wanted)
        return value

    def origins(self, name: str) -> list[str]:
        """Return a list of full origins as browsers write them."""
        values = [value.rstrip("/").lower() for value in self.words(name)]
        if not all(map(_is_origin, values)):
            raise _build_error(name, ORIGIN)
        return values

    def database(self, name: str) -> dict[str, Any]:
        """Return Django's settings of a database: PostgreSQL or SQLite."""
        url = self.text(name)
        try:
            # For an unknown scheme, django-environ puts the whole URL, with its password, into the error.
            if urlsplit(url).scheme not in SCHEMES or _lacks_slashes(url):
                raise ValueError
            config: dict[str, Any] = self.db_url_config(url)
        except (ValueError, TypeError):
            raise _build_error(name, DATABASE) from None
        if not config["NAME"]:
            raise _build_error(name, DATABASE)
        return config

    def redis(self, name: str) -> str:
        """Return the URL of a Redis, or an empty text."""
        url = self.text(name)
        if url and not (_has_scheme(url, "redis", "rediss") or url.startswith("unix:///")):
            raise _build_error(name, REDIS)
        return url

    def mail(self, url: str, name: str) -> dict[str, Any]:
        """Return Django's e-mail settings for ``url``, the value of the variable ``name``."""
        try:
            config: dict[str, Any] = self.email_url_config(url)
        except (ValueError, TypeError, ImproperlyConfigured):
            raise _build_error(name, MAIL) from None
        if url.startswith("smtp") and not config["EMAIL_HOST"]:
            raise _build_error(name, MAIL)
        return config


def delivers_mail(url: str) -> bool:
    """Return whether an e-mail URL names a mail server or a folder, and not the console, memory or nothing."""
    return bool(url) and not url.startswith(("console", "memory", "dummy"))


def _lacks_slashes(url: str) -> bool:
    """Return whether an SQLite URL has too few slashes: its first folder would be read as a host."""
    return url.startswith("sqlite:") and urlsplit(url).netloc not in ("", ":memory:")


def _is_origin(value: str) -> bool:
    return _has_scheme(value, "http", "https") and bool(re.fullmatch(r"https?://[^\s/?#@*]+", value))


def _has_scheme(url: str, *schemes: str) -> bool:
    """Return whether a URL has one of these schemes, a host, and no invalid port."""
    try:
        parts = urlsplit(url)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _build_error(name: str, wanted: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} must be {wanted}.")


env = Environment()
