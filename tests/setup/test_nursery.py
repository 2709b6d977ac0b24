"""A site that a nursery forks is the one that Python itself would start: no setting, and nothing that followed from one
when a module was imported, is left of the nursery's."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import forked
from tests.grown import CHANGING
from tests.server import PROJECT, clean_environment

OF_A_PROCESS = {"games.store.post.ME", "games.sockets._me"}
TOLD = """
import json, logging, sys
from django.conf import settings
from django.core.cache import caches
from django.db import connections
from django.urls import get_resolver
import claimsite.urls, games.live.routing, claimsite.asgi

def plain(value):
    return isinstance(value, (str, int, float, bool, bytes, type(None))) or "timedelta" in type(value).__name__ or (
        isinstance(value, (tuple, list)) and all(map(plain, value)))

found = {f"settings.{name}": getattr(settings, name) for name in dir(settings) if name.isupper()}
for name, module in sorted(sys.modules.items()):
    if name.split(".")[0] in ("games", "claimsite", "allauth", "channels", "csp"):
        found |= {f"{name}.{key}": value for key, value in vars(module).items() if key[:2] != "__" and plain(value)}
found["cache"], found["database"] = type(caches["default"]), connections["default"].settings_dict
found["database"] = {key: found["database"][key] for key in ("ENGINE", "NAME", "HOST", "OPTIONS")}
found["logs"] = [type(one.formatter).__name__ for one in logging.getLogger().handlers]
found["sockets"] = claimsite.asgi.application.application_mapping["websocket"].allowed_origins
print(json.dumps({name: repr(value) for name, value in found.items()}))
"""
OTHERS = {
    "BIND": "127.0.0.2",
    "CHANNEL_URL": "redis://127.0.0.1:1/0",
    "DATABASE_CONNECTIONS": "7",
    "DATABASE_URL": "postgres://ana@127.0.0.1:1/claim",
    "EXTRA_ORIGINS": "http://claim.test:99",
    "LOG_FORMAT": "json",
    "METRICS_TOKEN": "x",
    "PATH": "/nowhere",
    "PORT": "8123",
    "RATE_LIMITS": "off",
    "SECRET_KEY": "k" * 60,
    "STAFF_SECOND_FACTOR": "off",
    "TABLES_COMPILED": "on",
    "TRUSTED_IP_HEADER": "X-Real-IP",
}
COMMAND = ["manage.py", "shell", "-v0", "-c", TOLD]


def test_all_that_may_change_is_tried() -> None:
    assert {*OTHERS, "VAR_DIR"} == CHANGING - {"BEAT", "LEASE", "CLAIM_AFTER", "HASHES"}


@pytest.mark.parametrize("others", [{}, OTHERS], ids=["as it comes", "all else"])
def test_it_is_as_python_would_start_it(others: dict[str, str], tmp_path: Path) -> None:
    environment = clean_environment(VAR_DIR=str(tmp_path), **others)
    command = [sys.executable, *COMMAND]
    started = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)
    forks = [facts(forked.run(COMMAND, environment)) for _ in range(forked.OFTEN + 2)]
    wanted, (*_, one, other) = facts(started), forks
    differing = {name for name, value in wanted.items() if one[name] != value}
    assert differing == OF_A_PROCESS
    assert {name for name, value in one.items() if other[name] != value} == OF_A_PROCESS


def facts(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
