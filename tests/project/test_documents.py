"""Documents agree with the code: numbers, limits, paths, modules, versions and the tests of each promise."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections import defaultdict

import pytest
from django.apps import apps
from django.conf import settings

from games import retention_periods, socket_counts
from games.eventlog import connection_pool
from games.jobs import periodic_tasks
from games.messaging import presence
from games.models import User
from games.rules.cards import Faction
from games.rules.state import Phase
from games.server import connection_limits, daphne_server, database_checks, http_limits, network
from games.services.moderation import people
from tests.site_process import PROJECT

GAMES = PROJECT / "games"
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "twelve": 12, "twenty": 20, "thirty": 30}


def read(document: str) -> str:
    return (PROJECT / document).read_text("utf-8")


def numbers_between(document: str, before: str, after: str) -> set[int]:
    """Return the numbers, in digits or words, between the two halves of a phrase, everywhere in a document."""
    text = " ".join(read(document).split())
    found = re.findall(rf"{re.escape(before)}(\w+?){re.escape(after)}", text)
    assert found, f"{document} does not say {before} ... {after}"
    return {NUMBERS[number] if number in NUMBERS else int(number) for number in found}


@pytest.mark.parametrize(
    ("document", "before", "after", "expected"),
    [
        ("docs/architecture.md", "every ", " seconds a beat", int(presence.HEARTBEAT_INTERVAL)),
        ("docs/architecture.md", "a lease of ", " seconds", int(presence.PRESENCE_LEASE.total_seconds())),
        ("docs/deployment.md", "are disconnected (close code ", ")", daphne_server.CLOSE_RESTARTING),
        (
            "docs/deployment.md",
            "after ",
            " seconds at most the process exits",
            int(daphne_server.SHUTDOWN_TIMEOUT),
        ),
        (
            "docs/deployment.md",
            "pings an idle socket every ",
            " seconds",
            daphne_server.DAPHNE_OPTIONS["ping_interval"],
        ),
        ("docs/deployment.md", "| `--port PORT` | `", "` |", int(network.DEFAULT_PORT)),
        ("docs/deployment.md", "| `PORT`, `BIND` | `", "`, `", int(network.DEFAULT_PORT)),
        ("docs/deployment.md", "gets none within ", " seconds", connection_pool.POOL_TIMEOUT),
        ("docs/moderation.md", "the last ", " finished ones", people.MAX_RENAMED_GAMES),
        ("docs/moderation.md", "after ", " days at the latest", retention_periods.OPEN_CASE.days),
        ("docs/moderation.md", "Nobody else gets the name for ", " days", retention_periods.NAME.days),
        ("docs/reliability.md", "An address has ", " sockets at most", socket_counts.MAX_PER_ADDRESS),
        ("docs/deployment.md", "| Sockets of an address, ", " at most", socket_counts.MAX_PER_ADDRESS),
        ("README.md", "Two phases, ", " factions", len(Faction)),
        ("README.md", "wins more of the ", " votes", len(Faction)),
    ],
)
def test_a_number_is_that_of_the_code(document: str, before: str, after: str, expected: int) -> None:
    assert numbers_between(document, before, after) == {expected}
    assert len(Phase) == 2


class TestArchitecture:
    PAGE = read("docs/architecture.md")

    def test_every_package_is_described(self) -> None:
        packages = {path.relative_to(GAMES).parts[0] for path in GAMES.glob("*/**/*.py")}
        assert [one for one in sorted(packages) if f"`{one}/`" not in self.PAGE] == []

    def test_every_area_of_a_package_is_named_in_its_row(self) -> None:
        rows = dict(re.findall(r"^\| `(\w+)/` \| (.*) \|$", self.PAGE, re.MULTILINE))
        areas = [path.parent.relative_to(GAMES).parts for path in GAMES.glob("*/*/__init__.py")]
        assert len(areas) > 30
        assert [area for package, area in sorted(areas) if not re.search(rf"\b{area}", rows[package])] == []

    def test_the_diagram_is_in_the_order_of_the_layers(self) -> None:
        contract = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"][0]
        layers = re.findall(r"games\.(\w+)", " ".join(contract["layers"]))
        diagram = self.PAGE.split("flowchart TD")[1].split("```")[0]
        drawn = [name for line in diagram.splitlines() if "-->" in line for name in re.findall(r"\w+", line)]
        packages = [layer for layer in layers if (GAMES / layer).is_dir()]
        assert drawn == [*packages, "pages", "processes", "acts", "storage", "pure"]

    def test_the_data_model_is_that_of_the_models(self) -> None:
        before, _, rest = self.PAGE.partition("erDiagram\n    direction LR\n")
        drawn, _, after = rest.partition("```")
        if os.environ.get("APPROVE"):
            drawn = draw_data_model()
            (PROJECT / "docs/architecture.md").write_text(f"{before}erDiagram\n    direction LR\n{drawn}```{after}")
        assert drawn == draw_data_model()

    def test_paths_exist(self) -> None:
        paths = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.\w+)?)`", self.PAGE))
        assert [path for path in sorted(paths) if not any((root / path).exists() for root in (GAMES, PROJECT))] == []

    def test_is_a_short_tour(self) -> None:
        assert len(self.PAGE.splitlines()) <= 200


def draw_data_model() -> str:
    """Return the relations of the models as a Mermaid entity-relationship diagram, one line for each pair of models.

    Left out are history tables, and models that only a user has.
    """
    models = [one for one in apps.get_app_config("games").get_models() if not one.__name__.startswith("Historical")]
    fields = [(field, target) for one in models for field in one._meta.fields if (target := field.related_model)]
    drawn = {target for _, target in fields} | {field.model for field, target in fields if target != User}
    fields_by_relation = defaultdict(list)
    for field, target in fields:
        if field.model in drawn:
            one, many = "|o" if field.null else "||", "o|" if field.one_to_one else "o{"
            fields_by_relation[f"{target.__name__} {one}--{many} {field.model.__name__}"].append(field.name)
    return "".join(
        f'    {relation} : "{", ".join(fields)}"\n' for relation, fields in sorted(fields_by_relation.items())
    )


def test_paths_in_the_guide_for_contributors_exist() -> None:
    paths = set(re.findall(r"(?:`| )((?:[a-z_]+/)+[a-zA-Z_.-]*)", read("CONTRIBUTING.md")))
    assert [path for path in sorted(paths - {"test-results/", "var/shots/"}) if not (PROJECT / path).exists()] == []


class TestDeployment:
    PAGE = read("docs/deployment.md")

    def section(self, title: str) -> str:
        return self.PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]

    def rows(self, title: str) -> list[list[str]]:
        lines = [line.strip("|").split("|") for line in self.section(title).splitlines() if line[:1] == "|"]
        return lines[2:]

    def test_limits_of_a_request(self) -> None:
        title = "Limits of a request"
        assert [int(match[0]) for row in self.rows(title) if (match := re.search(r"\d+", row[1]))] == [
            http_limits.MAX_BODY,
            http_limits.MAX_HEAD,
            http_limits.MAX_FIELDS,
            http_limits.HEAD_TIMEOUT,
            http_limits.BODY_TIMEOUT,
            http_limits.IDLE_TIMEOUT,
            http_limits.FETCH_TIMEOUT,
            connection_limits.MAX_PER_ADDRESS,
            connection_limits.MAX_IDLE,
        ]
        assert f"({connection_limits.WANTED_DESCRIPTORS} at most" in self.section(title)
        assert f"all but {connection_limits.RESERVED_DESCRIPTORS} of them" in self.section(title)

    def test_retention_periods(self) -> None:
        title = "Retention"
        days = [int(match[1]) for row in self.rows(title) if (match := re.search(r"(\d+) days?\b", row[1]))]
        periods = retention_periods
        expected = [periods.SESSION, periods.SESSION, periods.TOKEN, periods.PUSH, periods.GUEST, periods.INVITATION]
        expected += [periods.CHAT, periods.CHALLENGE, periods.CODE, periods.DEVICE, periods.GUEST]
        expected += [periods.EVIDENCE, periods.EVIDENCE, periods.NAME]
        assert days == [period.days for period in expected]
        assert f"for {periods.OPEN_CASE.days} days at most" in self.section(title)
        assert (periodic_tasks.RETENTION_INTERVAL.total_seconds(), periods.INTERVAL.days) == (15 * 60, 1)

    def test_limits_of_the_proxy_are_those_of_the_site(self) -> None:
        proxy = dict(re.findall(r"(client_\w+) +(\d+)", self.PAGE))
        assert int(proxy["client_max_body_size"]) * 2**20 == http_limits.LINGER_BYTES
        assert int(proxy["client_header_timeout"]) == http_limits.HEAD_TIMEOUT
        assert int(proxy["client_body_timeout"]) == http_limits.BODY_TIMEOUT

    def test_the_proxy_waits_longer_than_a_socket_may_be_silent(self) -> None:
        silence = numbers_between("docs/deployment.md", "so ", " seconds of silence")
        assert silence == numbers_between("docs/deployment.md", "proxy_read_timeout ", "s;")
        assert (
            min(silence) > daphne_server.DAPHNE_OPTIONS["ping_interval"] + daphne_server.DAPHNE_OPTIONS["ping_timeout"]
        )

    def test_processes_run_with_the_limits_of_the_site(self) -> None:
        assert "manage.py serve --host 127.0.0.1 --port 8001" in self.PAGE
        assert "daphne" not in self.PAGE.lower()

    def test_the_commands_for_systemd_name_existing_files(self) -> None:
        names = set(re.findall(r"/srv/claim/([\w@.*/-]+)", self.PAGE)) - {".env", ".venv/bin/python"}
        assert {"bin/serve", "manage.py", "deploy/systemd/claim.env.example"} <= names
        assert [name for name in names if not list(PROJECT.glob(name))] == []

    def test_the_sum_of_connections(self) -> None:
        section = self.section("Several processes")
        assert f"N × DATABASE_CONNECTIONS + {database_checks.RESERVED_CONNECTIONS} ≤ max_connections" in section
        assert f"| `DATABASE_CONNECTIONS` | `{settings.DATABASE_CONNECTIONS}` |" in self.PAGE


class TestReliability:
    PAGE = read("docs/reliability.md")
    NAMED = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", PAGE)

    @staticmethod
    def defined_tests(file: str) -> set[str]:
        """Return the tests of a file, as pytest names them without their parameters."""
        found = set()
        for node in ast.parse(read(file)).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.ClassDef):
                inside = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
                found |= {f"{node.name}::{one.name}" for one in inside}
        return found

    def test_every_named_test_exists(self) -> None:
        defined = {file: self.defined_tests(file) for file, _ in self.NAMED}
        assert [f"{file}::{test}" for file, test in self.NAMED if test not in defined[file]] == []

    def test_every_promise_has_a_test(self) -> None:
        rows = [line for line in self.PAGE.splitlines() if line.startswith("| ")]
        rows = [line for line in rows if not line.startswith(("| Promise", "| ---"))]
        assert len(rows) > 40
        assert [row for row in rows if not re.search(r"`tests/[\w/]+\.py::[\w:]+`", row)] == []


class TestPythonVersions:
    def test_documents_name_the_same_versions(self) -> None:
        oldest, *_, newest = supported_pythons()
        for page in ("README.md", "docs/deployment.md"):
            assert f"Python {oldest} to {newest}" in read(page), page
            assert set(re.findall(r"\b3\.1\d\b", read(page))) == {oldest, newest}, page

    def test_the_tools_know_the_oldest_version_and_the_project_all(self) -> None:
        project = tomllib.loads(read("pyproject.toml"))
        oldest = supported_pythons()[0]
        assert project["project"]["requires-python"] == f">={oldest}"
        assert project["tool"]["ruff"]["target-version"] == f"py{oldest.replace('.', '')}"
        assert project["tool"]["mypy"]["python_version"] == oldest
        assert [line.split(" :: ")[-1] for line in project["project"]["classifiers"]] == supported_pythons()


def supported_pythons() -> list[str]:
    """Return the versions in bin/lib.sh, the oldest first."""
    (minors,) = re.findall(r"^supported='([\d ]+)'$", read("bin/lib.sh"), re.MULTILINE)
    return [f"3.{minor}" for minor in reversed(minors.split())]
