"""Raw connections to a site: bytes sent, bytes received, and the end of the connection."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.site_process import Site

PATIENCE = 30.0


def dial(site: Site) -> socket.socket:
    """Open a connection."""
    return socket.create_connection((site.host, site.port), PATIENCE)


def head(site: Site, method: str = "POST", path: str = "/guest/", version: str = "1.1", **fields: str) -> bytes:
    """A request up to the empty line; an underscore in a field's name stands for a hyphen."""
    lines = [f"{method} {path} HTTP/{version}", f"Host: {site.host}:{site.port}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def upgrade(site: Site, path: str, cookies: dict[str, str]) -> bytes:
    """A WebSocket handshake of a page of the site."""
    fields = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13", "Origin": site.url}
    fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return head(site, "GET", path, Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==", **fields)


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def rest(connection: socket.socket) -> bytes:
    """Everything that comes until the site closes the connection."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionError:
        pass
    return received


def answer(site: Site, *sent: bytes) -> bytes:
    """What the site answers to these bytes, after which it closes."""
    with dial(site) as connection:
        for piece in sent:
            connection.sendall(piece)
        return rest(connection)


def pour(connection: socket.socket, piece: bytes, times: int) -> int:
    """Send the piece again and again, until the site hangs up; how often it went out."""
    for sent in range(times):
        try:
            connection.sendall(piece)
        except ConnectionError:
            return sent
    return times


def status(received: bytes) -> int:
    """The status of the first answer; 0 where there is none."""
    return int(received.split(b" ", 2)[1]) if received else 0


def memory(site: Site) -> int:
    """The most memory that the process has held so far, in bytes."""
    lines = Path(f"/proc/{site.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def descriptors(site: Site) -> int:
    """The files and connections that the process has open."""
    return len(list(Path(f"/proc/{site.pid}/fd").iterdir()))
