"""Network addresses of this machine, and the address and port that the site listens on."""

import argparse
import contextlib
import errno
import ipaddress
import os
import re
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

try:
    import fcntl
except ImportError:
    # Windows has none, and the interfaces stay unknown.
    fcntl = None  # type: ignore[assignment]

# Connecting a UDP socket sends nothing; it only makes the system choose a source address.
_PROBE_ADDRESSES = ("192.168.0.1", "192.168.178.1", "10.0.0.1", "172.16.0.1", "169.254.1.1", "1.1.1.1", "8.8.8.8")
_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_WILDCARD_HOSTS = ("", "0.0.0.0", "::", "[::]")  # noqa: S104
_DEFAULT_PORTS = {"http": 80, "https": 443}
# Docker assigns 172.17.0.0/16 and up to its bridges; home networks are rarely there.
_BRIDGE_NETWORK = ipaddress.ip_network("172.16.0.0/12")
_HOME_NETWORKS = (ipaddress.ip_network("192.168.0.0/16"), ipaddress.ip_network("10.0.0.0/8"))
# Beginnings of the names of interfaces: networks of containers and virtual machines, and VPNs.
_CONTAINER_INTERFACES = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "lxd", "cni", "podman")
_VPN_INTERFACES = ("tun", "tap", "utun", "wg", "ppp", "ipsec", "tailscale", "zt")
# Number of the request for an interface's address (SIOCGIFADDR), and the place of the address in the answer.
_GET_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
_ADDRESS_AT = slice(20, 24)


def list_lan_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses that can reach this machine on the local network, best first; may be empty.

    Loopback and link-local addresses are left out, and so are the networks of containers and virtual machines, which
    end at this machine. Private addresses come first, VPNs last. Where the system does not name the interfaces,
    172.16/12 counts as a bridge and comes last. Never raises, and needs neither the internet nor a name server.
    """
    own = _list_own_addresses()
    addresses = [one for one in own if not own[one].startswith(_CONTAINER_INTERFACES)]
    return tuple(sorted(addresses, key=lambda one: _get_distance(one, own[one])))


def list_local_names() -> tuple[str, ...]:
    """Return the name of the machine, also under `.local` (multicast DNS), in lower case. Never raises."""
    try:
        name = socket.gethostname().lower()
    except OSError:
        return ()
    short = name.split(".")[0]
    if not short or short == "localhost":
        return ()
    return tuple(dict.fromkeys((name, short, f"{short}.local")))


def list_allowed_hosts(bind: str = "0.0.0.0") -> tuple[str, ...]:  # noqa: S104
    """Return the exact host names of a site bound to `bind`; never a wildcard.

    Bound to one address, the site answers only to loopback and that address. Otherwise the hosts include the addresses
    in networks of containers, where a proxy may run, and which routers use for the home network (``br-lan``).
    """
    if bind not in _WILDCARD_HOSTS:
        return tuple(dict.fromkeys((*_LOOPBACK_HOSTS, _bracket_ipv6(bind.lower()))))
    return tuple(dict.fromkeys((*_LOOPBACK_HOSTS, *_list_own_addresses(), *list_local_names())))


def list_origins(port: int, names: Iterable[str] | None = None, scheme: str = "http") -> tuple[str, ...]:
    """Return origins (scheme://host:port) of `names`, by default of `list_allowed_hosts()`, as a browser writes them.

    A browser omits the default port of the scheme, so `http://host:80` would never match.
    """
    suffix = "" if _DEFAULT_PORTS.get(scheme) == port else f":{port}"
    return tuple(f"{scheme}://{name}{suffix}" for name in (list_allowed_hosts() if names is None else names))


def _list_own_addresses() -> dict[str, str]:
    """Return the addresses of this machine in its networks, with the names of their interfaces, empty if unknown."""
    interfaces = dict(_list_interfaces())
    found = dict.fromkeys((*_list_outgoing(), *(interfaces or _list_resolved())))
    return {one: interfaces.get(one, "") for one in found if _is_in_network(one)}


def _list_outgoing() -> Iterator[str]:
    for target in _PROBE_ADDRESSES:
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                yield str(probe.getsockname()[0])
        except OSError:
            continue


def _list_interfaces() -> Iterator[tuple[str, str]]:
    """Yield the IPv4 address and the name of each interface; nothing on a system that does not list its interfaces."""
    request = _GET_ADDRESS.get(sys.platform)
    if fcntl is None or request is None:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            # An interface without an address answers with an error.
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), request, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[_ADDRESS_AT]), name


def _list_resolved() -> Iterator[str]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_rest, address in answers:
        yield str(address[0])


def _is_in_network(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _get_distance(text: str, interface: str) -> int:
    """Return the rank of an address on an interface, whose name is empty if it is unknown; the lowest is the best."""
    address = ipaddress.ip_address(text)
    if interface.startswith(_VPN_INTERFACES):
        return 3
    if any(address in network for network in _HOME_NETWORKS):
        return 0
    if address in _BRIDGE_NETWORK:
        return 0 if interface else 2
    return 1


def _bracket_ipv6(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


ALL_INTERFACES = "0.0.0.0"  # noqa: S104
DEFAULT_PORT = "8000"


class BindingError(Exception):
    """Error for an address or port that cannot be used. Its text says what to do."""


class Binding(NamedTuple):
    """Address and port that the site listens on."""

    host: str
    port: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --host and --port, with BIND and PORT of the environment as defaults."""
    bind, port = os.environ.get("BIND") or ALL_INTERFACES, os.environ.get("PORT") or DEFAULT_PORT
    parser.add_argument("--host", default=bind, help=f"address to listen on (default: {bind})")
    parser.add_argument("--port", default=port, help=f"port to listen on (default: {port})")


def export_binding(argv: Sequence[str]) -> None:
    """Put --host and --port of `argv` into the environment as BIND and PORT.

    The settings derive the exact allowed hosts and origins from them, and are read before a command sees its
    arguments. Invalid values are ignored here and refused by the command.
    """
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    add_arguments(parser)
    with contextlib.suppress(argparse.ArgumentError, BindingError):
        options, _rest = parser.parse_known_args(argv)
        binding = parse_binding(options.host, options.port)
        os.environ.update(BIND=binding.host, PORT=str(binding.port))


def parse_binding(host: str, port: str) -> Binding:
    """Return the binding. Raises `BindingError` unless the port is a number from 1 to 65535."""
    if not (re.fullmatch(r"[0-9]{1,5}", port) and 0 < int(port) < 65536):
        raise BindingError(f"{port} is not a port: choose a number from 1024 to 65535, as in --port 8001.")
    return Binding(host.strip("[]"), int(port))


def check_binding(binding: Binding) -> None:
    """Check that the binding can be listened on. Raises `BindingError` with advice if it cannot.

    Daphne would find that out only after the set-up, and just log it.
    """
    try:
        family, _type, _proto, _name, address = _resolve(binding)
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen(1)
    except OSError as error:
        raise BindingError(_get_advice(binding, error)) from error


def _resolve(binding: Binding) -> tuple[int, int, int, str, tuple[str, int] | tuple[str, int, int, int]]:
    try:
        answers = socket.getaddrinfo(*binding, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return answers[0]  # type: ignore[return-value]
    except (socket.gaierror, UnicodeError) as error:
        raise OSError(errno.EADDRNOTAVAIL, "no such host") from error


def _get_advice(binding: Binding, error: OSError) -> str:
    host, port = binding
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use: free it, or choose another, as in --port {_suggest_port(port)}."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} needs special permissions: choose one from 1024 up, as in --port 8000."
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"{host} is not an address of this computer: leave out --host to listen on all of them."
    return f"Cannot listen on {host} port {port} ({error.strerror}): choose another --host or --port."


def _suggest_port(port: int) -> int:
    return port + 1 if 1024 <= port < 65535 else 8000
