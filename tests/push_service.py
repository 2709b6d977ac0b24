"""Push service on the loopback interface, and browsers that decrypt its messages."""

from __future__ import annotations

import json
import queue
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from games.services.notifications.push_subscriptions import SubscriptionKeys

PATIENCE = 20
"""Seconds within which a message arrives, on the slowest machine."""


@dataclass(frozen=True)
class PushRequest:
    """Request of the site to deliver a message."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class PushService:
    """Service that answers 201, or the next of ``answers``, once ``open`` is set."""

    url: str = ""
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    handed: queue.Queue[PushRequest] = field(default_factory=queue.Queue)
    open: threading.Event = field(default_factory=threading.Event)

    def next(self) -> PushRequest:
        """Wait for the next request and return it."""
        return self.handed.get(timeout=PATIENCE)


@contextmanager
def serve_pushes() -> Iterator[PushService]:
    service = PushService()
    service.open.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.handed.put(PushRequest(self.path, {key.lower(): one for key, one in self.headers.items()}, body))
            service.open.wait(PATIENCE)
            status, headers = service.answers.pop(0) if service.answers else (201, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    service.open.set()
    server.shutdown()
    thread.join()
    server.server_close()


class PushBrowser:
    """Browser with its own keys, which the push service does not know."""

    def __init__(self, service: str, name: str = "phone") -> None:
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = SubscriptionKeys(f"{service}/{name}", coded(point), coded(self._auth))

    @property
    def fields(self) -> dict[str, str]:
        """Fields that the script of the page sends."""
        return {"endpoint": self.keys.endpoint, "p256dh": self.keys.p256dh, "auth": self.keys.auth}

    def reads(self, handed: PushRequest) -> Any:
        """Return the decrypted message, as the page's worker gets it."""
        return json.loads(http_ece.decrypt(handed.body, private_key=self._key, auth_secret=self._auth))


def coded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def is_signed(handed: PushRequest) -> bool:
    """Whether a request is signed with the key that it names."""
    return bool(Vapid02.verify(handed.headers["authorization"]))
