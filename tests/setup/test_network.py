"""Which addresses and names this machine answers to, on networks of all kinds."""

import socket
from types import TracebackType
from typing import Any

import pytest

from games.run import network


class Machine:
    """A machine with these answers to `connect` (far end -> own address) and to its own name."""

    def __init__(self, routes: dict[str, str], named: list[str], name: str = "Kitchen.home") -> None:
        self.routes, self.named, self.name = routes, named, name
        self.own = ""

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socket, "socket", lambda *args: self)
        monkeypatch.setattr(socket, "gethostname", lambda: self.name)
        monkeypatch.setattr(socket, "getaddrinfo", self.getaddrinfo)

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, where: TracebackType | None) -> None:
        pass

    def connect(self, address: tuple[str, int]) -> None:
        route = self.routes.get(address[0], self.routes.get("any"))
        if route is None:
            raise OSError("Network is unreachable")
        self.own = route

    def getsockname(self) -> tuple[str, int]:
        return self.own, 40000

    def getaddrinfo(self, *_args: Any) -> list[tuple[Any, ...]]:
        if not self.named:
            raise socket.gaierror("Name or service not known")
        return [(2, 1, 6, "", (address, 0)) for address in self.named]


@pytest.mark.parametrize(
    ("routes", "named", "expected"),
    [
        ({"any": "192.168.1.20"}, ["127.0.1.1"], ("192.168.1.20",)),
        ({}, [], ()),
        ({}, ["127.0.1.1"], ()),
        ({"any": "169.254.7.7"}, [], ()),
        ({"any": "0.0.0.0"}, [], ()),
        ({"172.16.0.1": "172.17.0.1", "any": "10.1.2.3"}, [], ("10.1.2.3", "172.17.0.1")),
        ({"172.16.0.1": "172.17.0.1"}, ["192.168.1.20"], ("192.168.1.20", "172.17.0.1")),
        ({"10.0.0.1": "10.8.0.2", "any": "192.168.1.20"}, ["10.8.0.2"], ("192.168.1.20", "10.8.0.2")),
        ({"any": "100.64.3.4"}, ["192.168.1.20"], ("192.168.1.20", "100.64.3.4")),
    ],
    ids=[
        "home",
        "aeroplane",
        "loopback only",
        "link-local",
        "unspecified",
        "docker",
        "docker and a name",
        "vpn",
        "carrier",
    ],
)
def test_addresses_for_the_local_network(
    routes: dict[str, str], named: list[str], expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    Machine(routes, named).install(monkeypatch)
    assert network.lan_addresses() == expected


def test_names_are_lower_case_with_the_one_under_local(monkeypatch: pytest.MonkeyPatch) -> None:
    Machine({}, [], "Kitchen.home").install(monkeypatch)
    assert network.local_names() == ("kitchen.home", "kitchen", "kitchen.local")


@pytest.mark.parametrize("name", ["localhost", ""])
def test_a_machine_without_a_name_of_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Machine({}, [], name).install(monkeypatch)
    assert network.local_names() == ()


def test_hosts_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    Machine({"any": "192.168.1.20"}, [], "kitchen").install(monkeypatch)
    assert network.hosts() == (
        "localhost",
        "127.0.0.1",
        "[::1]",
        "192.168.1.20",
        "kitchen",
        "kitchen.local",
    )


@pytest.mark.parametrize(
    ("bind", "own"), [("192.168.1.20", "192.168.1.20"), ("fd00::7", "[fd00::7]"), ("[fd00::7]", "[fd00::7]")]
)
def test_bound_to_one_address_the_site_answers_to_that_one(bind: str, own: str) -> None:
    assert network.hosts(bind) == ("localhost", "127.0.0.1", "[::1]", own)


@pytest.mark.parametrize(
    ("scheme", "port", "origin"),
    [
        ("http", 8000, "http://kitchen:8000"),
        ("http", 80, "http://kitchen"),
        ("http", 443, "http://kitchen:443"),
        ("https", 443, "https://kitchen"),
        ("https", 80, "https://kitchen:80"),
    ],
)
def test_origins_are_written_as_browsers_write_them(scheme: str, port: int, origin: str) -> None:
    assert network.origins(port, ["kitchen"], scheme) == (origin,)


def test_on_this_very_machine_nothing_raises() -> None:
    assert "localhost" in network.hosts()
    assert all(origin.endswith(":8000") for origin in network.origins(8000))
