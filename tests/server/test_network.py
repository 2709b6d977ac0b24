"""Addresses and ports of the site: how they are given, found, and shown in the terminal."""

from __future__ import annotations

import errno
import os
import socket
import sys
from contextlib import nullcontext
from typing import Any

import pytest
import qrcode

from games.server import network
from games.server.network import Binding, BindingError
from games.server.startup import render_qr_code


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
def test_arguments_set_address_and_port_of_the_settings(arguments: list[str], bind: str, port: str) -> None:
    network.export_binding(arguments)
    assert (os.environ["BIND"], os.environ["PORT"]) == (bind, port)


def test_the_environment_gives_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    network.export_binding(["--host", "127.0.0.1"])
    assert os.environ["PORT"] == "9000"


@pytest.mark.parametrize("arguments", [["--port", "many"], ["--port"], ["--port", "0"]])
def test_invalid_arguments_are_left_to_the_command(arguments: list[str]) -> None:
    network.export_binding(arguments)
    assert os.environ["PORT"] == ""


@pytest.mark.parametrize("port", ["0", "65536", "-1", "eighty", "", "80 00", "٨٠", "8" * 5000])
def test_invalid_ports_are_refused(port: str) -> None:
    with pytest.raises(BindingError, match="is not a port"):
        network.parse_binding("0.0.0.0", port)


def test_a_port_in_use_is_refused_and_a_free_port_stays_free() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        other.listen()
        for host in ("127.0.0.1", "0.0.0.0"):
            with pytest.raises(BindingError, match=f"Port {port} is in use"):
                network.check_binding(Binding(host, port))
    for _ in range(2):
        network.check_binding(Binding("127.0.0.1", port))


@pytest.mark.parametrize("host", ["203.0.113.9", "no such host", "kitchen.invalid"])
def test_a_foreign_address_is_refused(host: str) -> None:
    with pytest.raises(BindingError, match="not an address of this computer"):
        network.check_binding(Binding(host, 8000))


def test_a_privileged_port_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "listen", refuse)
    with pytest.raises(BindingError, match="choose one from 1024 up"):
        network.check_binding(Binding("127.0.0.1", 0))


class Machine:
    """A machine with these routes (far end -> own address), addresses of its name, name, and interfaces."""

    def __init__(
        self,
        routes: dict[str, str],
        named: list[str],
        name: str = "Kitchen.home",
        interfaces: dict[str, str] | None = None,
    ) -> None:
        self.routes, self.named, self.name, self.own = routes, named, name, ""
        self.interfaces = interfaces or {}

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socket, "socket", lambda *args: nullcontext(self))
        monkeypatch.setattr(
            network, "_list_interfaces", lambda: ((self.interfaces[one], one) for one in self.interfaces)
        )
        monkeypatch.setattr(socket, "gethostname", lambda: self.name)
        monkeypatch.setattr(socket, "getaddrinfo", self.getaddrinfo)

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
    ids=["home", "none", "loopback", "link-local", "unspecified", "docker", "docker-and-name", "vpn", "carrier"],
)
def test_addresses_for_the_local_network(
    routes: dict[str, str], named: list[str], expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    Machine(routes, named).install(monkeypatch)
    assert network.list_lan_addresses() == expected


@pytest.mark.parametrize(
    ("interfaces", "default", "expected"),
    [
        ({"lo": "127.0.0.1", "wlan0": "192.168.1.20"}, "192.168.1.20", ("192.168.1.20",)),
        ({"docker0": "172.17.0.1", "br-1f": "192.168.48.1", "eth0": "172.20.1.5"}, "172.20.1.5", ("172.20.1.5",)),
        ({"tun0": "10.8.0.2", "wlan0": "192.168.1.20"}, "10.8.0.2", ("192.168.1.20", "10.8.0.2")),
        ({"utun3": "10.8.0.2", "en0": "172.16.4.5"}, "10.8.0.2", ("172.16.4.5", "10.8.0.2")),
        ({"eth0": "10.0.0.5", "wlan0": "192.168.1.20"}, "192.168.1.20", ("192.168.1.20", "10.0.0.5")),
        ({"wwan0": "100.64.3.4", "wlan0": "192.168.43.1"}, "100.64.3.4", ("192.168.43.1", "100.64.3.4")),
        ({"docker0": "172.17.0.1"}, "172.17.0.1", ()),
    ],
    ids=["home", "docker", "vpn", "vpn-of-a-mac", "two-networks", "hotspot", "containers-alone"],
)
def test_physical_interfaces_come_before_vpns_and_containers_are_left_out(
    interfaces: dict[str, str], default: str, expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    Machine({"any": default}, [], interfaces=interfaces).install(monkeypatch)
    assert network.list_lan_addresses() == expected


@pytest.mark.skipif(sys.platform != "linux", reason="reads the interfaces of Linux")
def test_the_interfaces_of_this_machine_have_names_and_addresses() -> None:
    assert ("127.0.0.1", "lo") in network._list_interfaces()


@pytest.mark.parametrize(
    ("name", "names"),
    [("Kitchen.home", ("kitchen.home", "kitchen", "kitchen.local")), ("localhost", ()), ("", ())],
)
def test_names_for_the_local_network(name: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    Machine({}, [], name).install(monkeypatch)
    assert network.list_local_names() == names


def test_only_addresses_and_names_of_this_machine_are_allowed_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    Machine({"any": "192.168.1.20"}, [], "kitchen").install(monkeypatch)
    own = ("192.168.1.20", "kitchen", "kitchen.local")
    assert network.list_allowed_hosts() == ("localhost", "127.0.0.1", "[::1]", *own)


def test_the_networks_of_containers_are_allowed_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    interfaces = {"lo": "127.0.0.1", "docker0": "172.17.0.1", "br-lan": "192.168.1.1", "wan": "192.168.178.5"}
    Machine({"any": "192.168.178.5"}, [], "", interfaces).install(monkeypatch)
    own = ("192.168.178.5", "172.17.0.1", "192.168.1.1")
    assert network.list_allowed_hosts() == ("localhost", "127.0.0.1", "[::1]", *own)
    assert network.list_lan_addresses() == ("192.168.178.5",)


@pytest.mark.parametrize(
    ("bind", "own"), [("192.168.1.20", "192.168.1.20"), ("fd00::7", "[fd00::7]"), ("[fd00::7]", "[fd00::7]")]
)
def test_a_site_that_is_bound_to_an_address_allows_no_other_host(bind: str, own: str) -> None:
    assert network.list_allowed_hosts(bind) == ("localhost", "127.0.0.1", "[::1]", own)


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
    assert network.list_origins(port, ["kitchen"], scheme) == (origin,)


ADDRESS = "http://192.168.1.20:8000/"
UPPER, LOWER = "▀█", "▄█"


def modules(drawing: str) -> list[list[bool]]:
    """The modules of a drawing, read back."""
    rows = []
    for line in drawing.splitlines():
        _, text = line.removesuffix("\x1b[0m").split("m", 1)
        rows += [[character in UPPER for character in text], [character in LOWER for character in text]]
    return rows


def test_the_qr_code_has_its_modules_quiet_zone_and_both_colours() -> None:
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(ADDRESS)
    matrix, drawing = code.get_matrix(), render_qr_code(ADDRESS)
    drawn = modules(drawing)
    assert drawn[: len(matrix)] == matrix
    assert not any(map(any, drawn[len(matrix) :]))
    for line in drawing.splitlines():
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")
