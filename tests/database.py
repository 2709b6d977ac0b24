"""The tests' database: a file, as a site has, so that threads write to it under a site's own rules."""

from __future__ import annotations

import pytest
from django.db import connections


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Called by pytest-django before it makes the database. In memory, threads would share one connection's locks."""
    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")
