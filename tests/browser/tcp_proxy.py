"""A TCP proxy between browsers and a site that a test can cut, mend and make deaf."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class TcpProxy:
    """Forwards connections from a port of its own to the site's; browsers come here instead."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._target = 0
        self._up, self._deaf = True, False
        self._resume: set[socket.socket] = set()
        self._lock = threading.Lock()

    def lead_to(self, port: int) -> None:
        """Begin to forward."""
        self._target = port
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection breaks, and new ones do too."""
        self._up = False
        with self._lock:
            for end in self._resume:
                self._shut(end)
            self._resume.clear()

    def deafen(self) -> None:
        """What browsers send arrives; what is answered is lost, as on a Wi-Fi that is going."""
        self._deaf = True

    def mend(self) -> None:
        """New connections work again."""
        self._up, self._deaf = True, False

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        if not self._up:
            near.close()
            return
        try:
            far = socket.create_connection(("127.0.0.1", self._target), timeout=5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        with self._lock:
            self._resume |= {near, far}
        threading.Thread(target=self._pump, args=(near, far, False), daemon=True).start()
        threading.Thread(target=self._pump, args=(far, near, True), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not (answers and self._deaf):
                    sink.sendall(data)
        for end in (source, sink):
            self._shut(end)
        with self._lock:
            self._resume -= {source, sink}
        source.close()

    @staticmethod
    def _shut(end: socket.socket) -> None:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
