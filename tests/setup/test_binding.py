"""Address and port: how they are given, and what is said when they cannot be had."""

import errno
import os
import socket

import pytest

from games.run import binding
from games.run.binding import Binding, BindingError


@pytest.fixture(autouse=True)
def _no_settings_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    monkeypatch.setenv("BIND", "")


@pytest.mark.parametrize(
    ("arguments", "bind", "port"),
    [
        ([], "0.0.0.0", "8000"),
        (["--port", "8123"], "0.0.0.0", "8123"),
        (["--port=8123", "--host=127.0.0.1", "-v", "2"], "127.0.0.1", "8123"),
        (["--host", "[::1]"], "::1", "8000"),
    ],
)
def test_settings_learn_the_arguments(arguments: list[str], bind: str, port: str) -> None:
    binding.announce(arguments)
    assert (os.environ["BIND"], os.environ["PORT"]) == (bind, port)


def test_the_environment_gives_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    binding.announce(["--host", "127.0.0.1"])
    assert os.environ["PORT"] == "9000"


@pytest.mark.parametrize("arguments", [["--port", "many"], ["--port"], ["--port", "0"]])
def test_nonsense_is_left_to_the_command(arguments: list[str]) -> None:
    binding.announce(arguments)
    assert os.environ["PORT"] == ""


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "", "80 00", "٨٠"])
def test_what_is_no_port(port: str) -> None:
    with pytest.raises(BindingError, match="is no port"):
        binding.parse("0.0.0.0", port)


def test_a_free_port_stays_free() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
    binding.probe(Binding("127.0.0.1", port))
    binding.probe(Binding("127.0.0.1", port))


def test_a_port_in_use() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        for host in ("127.0.0.1", "0.0.0.0"):
            with pytest.raises(BindingError, match=f"Port {port} is in use"):
                binding.probe(Binding(host, port))


@pytest.mark.parametrize("host", ["203.0.113.9", "no such host", "kitchen.invalid"])
def test_an_address_of_somebody_else(host: str) -> None:
    with pytest.raises(BindingError, match="no address of this computer"):
        binding.probe(Binding(host, 8000))


def test_a_privileged_port(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "listen", refuse)
    with pytest.raises(BindingError, match="choose one from 1024 up"):
        binding.probe(Binding("127.0.0.1", 0))
