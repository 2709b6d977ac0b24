"""Where this machine can be reached from: addresses, names, and what the site may be called by."""

import ipaddress
import socket
from collections.abc import Iterable, Iterator

# Connecting a UDP socket sends nothing; it only makes the system choose the address it would send from.
_FAR_ENDS = ("192.168.0.1", "192.168.178.1", "10.0.0.1", "172.16.0.1", "169.254.1.1", "1.1.1.1", "8.8.8.8")
_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
_ANYWHERE = ("", "0.0.0.0", "::", "[::]")  # noqa: S104
_DEFAULT_PORTS = {"http": 80, "https": 443}
# Docker hands out 172.17.0.0/16 and up for its bridges; people's own networks are rarely there.
_BRIDGES = ipaddress.ip_network("172.16.0.0/12")
_HOME = (ipaddress.ip_network("192.168.0.0/16"), ipaddress.ip_network("10.0.0.0/8"))


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses that others on the local network can type, best first; empty when there are none.

    Loopback and link-local addresses are left out, and bridges (172.16/12) come last. Never raises, and
    needs neither the internet nor a name server that answers.
    """
    found = dict.fromkeys((*_outgoing(), *_named()))
    return tuple(sorted(filter(_reachable, found), key=_distance))


def local_names() -> tuple[str, ...]:
    """The machine's own name and its name under `.local` (multicast DNS), in lower case; never raises."""
    try:
        name = socket.gethostname().lower()
    except OSError:
        return ()
    short = name.split(".")[0]
    if not short or short == "localhost":
        return ()
    return tuple(dict.fromkeys((name, short, f"{short}.local")))


def hosts(bind: str = "0.0.0.0") -> tuple[str, ...]:  # noqa: S104
    """Exact host names under which a site bound to `bind` may be asked for; never a wildcard.

    Bound to one address, the site answers to loopback and to that address alone.
    """
    if bind not in _ANYWHERE:
        return tuple(dict.fromkeys((*_LOOPBACK_HOSTS, _bracketed(bind.lower()))))
    return tuple(dict.fromkeys((*_LOOPBACK_HOSTS, *lan_addresses(), *local_names())))


def origins(port: int, names: Iterable[str] | None = None, scheme: str = "http") -> tuple[str, ...]:
    """Full origins (scheme://host:port) of `names`, by default of `hosts()`, as a browser writes them.

    The trap: a browser leaves the scheme's own port out, so `http://host:80` would never match.
    """
    suffix = "" if _DEFAULT_PORTS.get(scheme) == port else f":{port}"
    return tuple(f"{scheme}://{name}{suffix}" for name in (hosts() if names is None else names))


def _outgoing() -> Iterator[str]:
    for far_end in _FAR_ENDS:
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect((far_end, 9))
                yield str(probe.getsockname()[0])
        except OSError:
            continue


def _named() -> Iterator[str]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_rest, address in answers:
        yield str(address[0])


def _reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _distance(text: str) -> int:
    address = ipaddress.ip_address(text)
    if any(address in network for network in _HOME):
        return 0
    return 2 if address in _BRIDGES else 1


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
