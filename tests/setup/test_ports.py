"""The ports that tests give to programs."""

import errno
import socket

import pytest

from tests.server import free_port


def test_a_port_that_was_given_out_is_for_whoever_names_it() -> None:
    port = free_port()
    with socket.socket() as stranger, pytest.raises(OSError, match=f"Errno {errno.EADDRINUSE}"):
        stranger.bind(("127.0.0.1", port))
    with socket.create_server(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)):
        pass


def test_nobody_listens_on_it_before() -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", free_port()))


def test_none_is_given_out_twice() -> None:
    ports = [free_port() for _ in range(50)]
    assert len(set(ports)) == 50
