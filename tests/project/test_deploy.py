"""The files in deploy/ agree with the settings, the documents and each other, and their programs accept them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from games.server import daphne_server, http_limits
from games.server.database_checks import RESERVED_CONNECTIONS
from tests.realtime.proxies import nginx_file
from tests.selection import nginx_program
from tests.site_process import PROJECT, clean_environment, free_port

DEPLOY = PROJECT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SITES = [name for name, service in SERVICES.items() if service.get("image") == "claim" and "profiles" not in service]
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?")


def read(name: str) -> str:
    return (DEPLOY / name).read_text()


def known_variables() -> set[str]:
    """Return the variables that an installation may set."""
    told = (PROJECT / "claimsite" / "settings.py").read_text()
    return set(re.findall(r'\benv\.\w+\("([A-Z_]+)"', told)) | {"PORT", "BIND"}


def variables_in(text: str) -> set[str]:
    """Return the variables of a file of settings."""
    return set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE))


class TestSettings:
    def test_compose_sets_only_what_the_site_reads(self) -> None:
        assert len(SITES) == 2
        for name in SITES:
            assert set(SERVICES[name]["environment"]) <= known_variables()

    def test_compose_asks_for_what_its_example_has(self) -> None:
        asked = re.findall(r"(?<!\$)\$\{([A-Z_]+)", read("compose.yaml"))
        assert set(asked) == variables_in(read("compose.env.example"))

    def test_systemd_sets_only_what_the_site_reads(self) -> None:
        assert (
            {"SECRET_KEY", "DATABASE_URL", "CHANNEL_URL"}
            < variables_in(read("systemd/claim.env.example"))
            <= known_variables()
        )

    def test_caddy_is_given_what_it_reads(self) -> None:
        read_there = set(re.findall(r"\{\$([A-Z_]+)", read("Caddyfile")))
        assert read_there == set(SERVICES["caddy"]["environment"])

    def test_every_setting_is_in_the_document(self) -> None:
        told = (PROJECT / "docs" / "deployment.md").read_text()
        assert [name for name in sorted(known_variables()) if f"`{name}`" not in told] == []


class TestConnections:
    def test_postgres_has_enough_for_all(self) -> None:
        command = " ".join(SERVICES["database"]["command"])
        (allowed,) = re.findall(r"max_connections=(\d+)", command)
        needed = sum(int(SERVICES[name]["environment"]["DATABASE_CONNECTIONS"]) for name in SITES)
        assert needed + RESERVED_CONNECTIONS <= int(allowed)

    def test_processes_listen_on_the_loopback_interface_alone(self) -> None:
        """They believe the proxy's header."""
        assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
        assert "--host 127.0.0.1" in read("systemd/claim@.service")
        for header in ("X-Real-IP $remote_addr", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
            assert f"proxy_set_header {header};" in read("nginx.conf")
        assert "header_up X-Real-IP {remote_host}" in read("Caddyfile")

    def test_the_proxies_let_the_site_refuse_what_it_reads_to_the_end(self) -> None:
        told = {"nginx.conf": r"client_max_body_size +(\d+)m;", "Caddyfile": r"max_size (\d+)MiB"}
        for file, pattern in told.items():
            assert [int(size) * 2**20 for size in re.findall(pattern, read(file))] == [http_limits.LINGER_BYTES]

    def test_the_proxies_wait_longer_than_a_heartbeat(self) -> None:
        (silence,) = re.findall(r"proxy_read_timeout (\d+)s", read("nginx.conf"))
        assert (
            int(silence) > daphne_server.DAPHNE_OPTIONS["ping_interval"] + daphne_server.DAPHNE_OPTIONS["ping_timeout"]
        )


class TestImages:
    def test_are_pinned(self) -> None:
        images = [service["image"] for service in SERVICES.values() if service["image"] != "claim"]
        images += re.findall(r"^FROM (\S+)", read("Dockerfile"), re.MULTILINE)
        assert len(images) == 4
        assert [image for image in images if not PINNED.fullmatch(image)] == []

    def test_the_site_runs_on_a_known_python_with_what_is_locked(self) -> None:
        text = read("Dockerfile")
        (version,) = re.findall(r"^FROM python:(\d+\.\d+)", text, re.MULTILINE)
        classifiers = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["classifiers"]
        assert f"Programming Language :: Python :: {version}" in classifiers
        assert "--require-hashes -r requirements.lock" in text
        assert text.index("USER claim") < text.index("CMD [")

    def test_copied_files_exist_and_are_not_ignored(self) -> None:
        copied = set(re.findall(r"^COPY (\S+)", read("Dockerfile"), re.MULTILINE))
        assert [name for name in copied if not (PROJECT / name).exists()] == []
        assert copied == set(re.findall(r"^!(\S+)", read("Dockerfile.dockerignore"), re.MULTILINE))

    def test_backups_have_programs_of_the_server(self) -> None:
        (server_version,) = re.findall(r"postgres:(\d+)", SERVICES["database"]["image"])
        assert f"postgresql-client-{server_version} " in read("Dockerfile")


class TestPrograms:
    """The programs that read the files accept them."""

    @pytest.mark.nginx
    def test_nginx(self, tmp_path: Path) -> None:
        certificate(tmp_path)
        text = read("nginx.conf").replace("/etc/letsencrypt/live/claim.example", str(tmp_path))
        file = nginx_file(tmp_path, text, free_port())
        said = run([str(nginx_program()), "-t", "-e", str(tmp_path / "error.log"), "-c", str(file)])
        assert "[warn]" not in said

    @pytest.mark.caddy
    def test_caddy(self, tmp_path: Path) -> None:
        run(["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")], HOME=str(tmp_path))
        assert run(["caddy", "fmt", str(DEPLOY / "Caddyfile")]) == read("Caddyfile")

    @pytest.mark.systemd
    def test_systemd(self, tmp_path: Path) -> None:
        python = tmp_path / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.symlink_to("/bin/sh")
        units = [path for path in (DEPLOY / "systemd").iterdir() if path.suffix != ".example"]
        for unit in units:
            (tmp_path / unit.name.replace("@", "@8001")).write_text(
                unit.read_text().replace("/srv/claim", str(tmp_path))
            )
        assert run(["systemd-analyze", "verify", *(str(path) for path in tmp_path.glob("claim*"))]) == ""

    @pytest.mark.systemd
    @pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
    def test_systemd_leaves_a_process_little_to_do_harm_with(self, unit: Path) -> None:
        """An exposure below 3.0 of 10."""
        said = run(["systemd-analyze", "security", "--offline=true", "--threshold=29", "--no-pager", str(unit)])
        assert "Overall exposure level" in said


def run(command: list[str], **environment: str) -> str:
    """What a program says that is content."""
    done = subprocess.run(command, env=clean_environment(**environment), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout if "fmt" in command else done.stdout + done.stderr


def certificate(folder: Path) -> None:
    """One that nobody signed, under the names that nginx.conf has."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    begins = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1)
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))
