"""Why a command cannot work with the database, in one sentence."""

from __future__ import annotations

from django.db import Error, connection

from games.run import ready
from games.store import pool


def why(error: Exception) -> str | None:
    """What whoever runs a command can do about its error; None where the database is as it should be."""
    if not isinstance(error, Error):
        return None
    try:
        with pool.apart() as asked:
            faults = ready.migrations(asked)
    except Error as deeper:
        return unusable(deeper)
    if faults:
        return (
            f"The database {_name()} lacks tables of this release: "
            "run bin/serve --prepare-only with the same settings, then try again."
        )
    return None


def unusable(error: Exception) -> str:
    return (
        f"The database {_name()} cannot be used ({_first_line(error)}): "
        "see that it is running and that this user may write to it, then start again."
    )


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
