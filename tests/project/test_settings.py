"""Settings: invalid values are refused in one sentence without passwords; a file may hold the variables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured

from claimsite.environment import Environment, delivers_mail
from games.messaging import online_users
from tests.site_process import PROJECT, clean_environment, manage, permission_command

PASSWORD = "correct-horse"
DATABASE = "postgres://user:password@host/name or sqlite:////path/to/file, with special characters as %40"
MAIL = "smtp+tls://user:password@host:587, with special characters as %40"
PORT = "a whole number from 1 to 65535"
ORIGIN = "a full address without a path, such as https://claim.example"
REFUSED = [
    ("PORT", "99999", PORT),
    ("CHANNEL_URL", f"http://:{PASSWORD}@x", "redis://host:6379/0"),
    ("DATABASE_URL", f"mysql://ana:{PASSWORD}@x/claim", DATABASE),
    ("EMAIL_URL", f"foo:{PASSWORD}", MAIL),
    ("SITE_URL", "claim.example", ORIGIN),
    ("METRICS_TOKEN", "two words", "made of letters, digits and . _ ~ + / = -"),
    ("TRUSTED_IP_HEADER", "HTTP_X_REAL_IP", "the name of a header, such as X-Real-IP"),
    ("LOG_FORMAT", "xml", "text or json"),
]


def refusal(*command: str, **environment: str) -> tuple[int, str]:
    """The status of a command and the one sentence that it says."""
    done = subprocess.run(
        command, cwd=PROJECT, env=clean_environment(**environment), capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    return done.returncode, sentence


@pytest.mark.parametrize(("name", "value", "wanted"), REFUSED)
def test_a_command_refuses_it_in_a_sentence(name: str, value: str, wanted: str, tmp_path: Path) -> None:
    done = manage("check", VAR_DIR=str(tmp_path), **{name: value})
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{name} must be {wanted}.\n")


@pytest.mark.parametrize(
    "command", [(sys.executable, "manage.py", "serve"), (sys.executable, "-c", "import claimsite.asgi")]
)
def test_serve_and_the_asgi_entry_refuse_it_too(command: tuple[str, ...], tmp_path: Path) -> None:
    told = refusal(*command, VAR_DIR=str(tmp_path), DATABASE_URL=f"mysql://ana:{PASSWORD}@x/claim")
    assert told == (1, f"DATABASE_URL must be {DATABASE}.")


def test_the_asgi_entry_refuses_a_key_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, sentence = refusal(sys.executable, "-c", "import claimsite.asgi", VAR_DIR=str(tmp_path / "file"))
    assert (status, sentence.partition(" (")[0]) == (
        1,
        f"The secret key cannot be stored in {tmp_path}/file/secret_key",
    )


@pytest.fixture
def env() -> Environment:
    return Environment()


@pytest.mark.parametrize(
    "value",
    [
        f"postgres://ana:{PASSWORD}@host:port/claim",
        f"postgres://ana:{PASSWORD}/x@host/claim",
        f"postgres://ana:{PASSWORD}@[::1/claim",
        f"postgres://ana:{PASSWORD}@host",
        f"redshift://ana:{PASSWORD}@host/claim",
        f"//ana:{PASSWORD}@host/claim",
        "claim",
        "sqlite://var/db.sqlite3",
    ],
)
def test_invalid_database_urls_are_refused(value: str, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", value)
    with pytest.raises(ImproperlyConfigured) as refused:
        env.database("DATABASE_URL")
    assert PASSWORD not in str(refused.value)


@pytest.mark.parametrize(
    ("value", "engine", "name"),
    [
        (f"postgres://ana:{PASSWORD}@host/claim", "postgresql", "claim"),
        ("postgresql://ana@/claim?host=/run/postgresql", "postgresql", "claim"),
        ("sqlite:////srv/db.sqlite3", "sqlite3", "/srv/db.sqlite3"),
    ],
)
def test_database_urls_are_parsed(
    value: str, engine: str, name: str, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", value)
    found = env.database("DATABASE_URL")
    assert (found["ENGINE"].rpartition(".")[2], found["NAME"]) == (engine, name)


@pytest.mark.parametrize("value", ["redis", "redis://", f"redis://:{PASSWORD}@host:port/0", "unix://redis"])
def test_invalid_redis_urls_are_refused(value: str, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANNEL_URL", value)
    with pytest.raises(ImproperlyConfigured):
        env.redis("CHANNEL_URL")


@pytest.mark.parametrize("value", ["", "redis://host:6379/0", "rediss://:x@host", "unix:///run/redis.sock?db=1"])
def test_redis_urls_are_accepted(value: str, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANNEL_URL", value)
    assert env.redis("CHANNEL_URL") == value


@pytest.mark.parametrize(
    ("url", "delivers"),
    [
        *(("", False), ("consolemail://", False), ("dummymail://", False), ("memorymail://", False)),
        *((f"smtp+tls://ana:{PASSWORD}@host:587", True), ("filemail:///srv/mail", True)),
    ],
)
def test_only_a_mail_url_that_delivers_counts_as_a_mail_server(url: str, delivers: bool) -> None:
    """Otherwise pages would say that a link is on its way."""
    assert delivers_mail(url) is delivers


@pytest.mark.parametrize("value", ["smtp://", f"smtp://ana:{PASSWORD}@host:port", "smtp.example.org"])
def test_invalid_mail_urls_are_refused(value: str, env: Environment) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        env.mail(value, "EMAIL_URL")
    assert str(refused.value) == f"EMAIL_URL must be {MAIL}."


@pytest.mark.parametrize(
    "value",
    [
        *("claim.example", "//claim.example", "ftp://claim.example", "https://", "https://*.claim.example"),
        *("https://claim.example/games", "https://ana@claim.example", "https://claim.example:x", "https://a, b"),
    ],
)
def test_invalid_origins_are_refused(value: str, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXTRA_ORIGINS", value)
    with pytest.raises(ImproperlyConfigured, match=f"EXTRA_ORIGINS must be {ORIGIN}"):
        env.origins("EXTRA_ORIGINS")


def test_origins_are_normalized(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXTRA_ORIGINS", "http://Games.lan:8000, https://claim.example/,http://[::1]:8000")
    found = env.origins("EXTRA_ORIGINS")
    assert found == ["http://games.lan:8000", "https://claim.example", "http://[::1]:8000"]
    assert [urlsplit(one).hostname for one in found] == ["games.lan", "claim.example", "::1"]


@pytest.mark.parametrize(
    ("value", "read"), [("", None), ("true", True), ("On", True), ("1", True), ("no", False), ("off", False)]
)
def test_booleans_are_parsed(value: str, read: bool | None, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", value)
    for default in (True, False):
        assert env.boolean("DEBUG", default) is (default if read is None else read)


@pytest.mark.parametrize("name", ["DEBUG", "STAFF_SECOND_FACTOR"])
def test_invalid_booleans_are_refused(name: str, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be false, which opens the admin to moderators without a second factor."""
    monkeypatch.setenv(name, "ture")
    with pytest.raises(ImproperlyConfigured, match=f"{name} must be true or false"):
        env.boolean(name, True)


@pytest.mark.parametrize("value", ["5", "-6", "6.0", "six", "6" * 5000, "٦"])
def test_invalid_numbers_are_refused(value: str, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_CONNECTIONS", value)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_CONNECTIONS must be a whole number from 6 to"):
        env.integer("DATABASE_CONNECTIONS", 10, least=6)


def test_a_key_may_begin_with_a_dollar_sign(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "$ecret")
    assert env.text("SECRET_KEY") == "$ecret"


class TestEnvironmentFile:
    """Variables may stand in a file; those of the environment count first."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        file = tmp_path / "claim.env"
        file.write_text(f"# all of it\nVAR_DIR={tmp_path}/var\nPORT=8123\nSECRET_KEY=$a#b\nLOG_FORMAT=xml\n")
        return file

    def test_commands_read_it(self, file: Path) -> None:
        code = "from django.conf import settings as s; print(s.VAR_DIR, s.PORT, s.SECRET_KEY, s.LOG_FORMAT)"
        done = manage("shell", "-v0", "-c", code, ENV_FILE=str(file), LOG_FORMAT="json")
        assert (done.stdout, done.stderr) == (f"{file.parent}/var 8123 $a#b json\n", "")
        assert manage("check", ENV_FILE=str(file)).stderr == "LOG_FORMAT must be text or json.\n"

    def test_an_unreadable_file_is_refused(self, file: Path) -> None:
        file.chmod(0)
        command = (*permission_command(), sys.executable, "manage.py", "check")
        assert refusal(*command, ENV_FILE=str(file)) == (
            1,
            f"{file} is not readable: run this as the user account of the site.",
        )


def test_the_cache_of_a_process_has_room_for_two_thousand_people_beside_counters() -> None:
    people = range(1, 2001)
    cache.set("attempts", 4, 60)
    online_users.mark_online(people)
    assert online_users.filter_online(people) == set(people)
    assert cache.incr("attempts") == 5
