"""The address and port that the site listens on: how they are asked for, and whether they can be had."""

import argparse
import contextlib
import errno
import os
import socket
from collections.abc import Sequence
from typing import NamedTuple

ANYWHERE = "0.0.0.0"  # noqa: S104
DEFAULT_PORT = "8000"


class BindingError(Exception):
    """The address or port cannot be had; its text says what to do."""


class Binding(NamedTuple):
    """Where to listen."""

    host: str
    port: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--host and --port; the environment's BIND and PORT are their defaults."""
    bind, port = os.environ.get("BIND") or ANYWHERE, os.environ.get("PORT") or DEFAULT_PORT
    parser.add_argument("--host", default=bind, help=f"address to listen on (default: {bind})")
    parser.add_argument("--port", default=port, help=f"port to listen on (default: {port})")


def announce(argv: Sequence[str]) -> None:
    """Put --host and --port of `argv` into the environment as BIND and PORT.

    The settings derive the exact allowed hosts and origins from them, and are read before a command sees its
    arguments. Nonsense is passed over here and refused by the command.
    """
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    add_arguments(parser)
    with contextlib.suppress(argparse.ArgumentError, BindingError):
        options, _rest = parser.parse_known_args(argv)
        binding = parse(options.host, options.port)
        os.environ.update(BIND=binding.host, PORT=str(binding.port))


def parse(host: str, port: str) -> Binding:
    """The binding asked for; refuses a port that is no number from 1 to 65535."""
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise BindingError(f"{port} is no port: choose a number from 1024 to 65535, as in --port 8001.")
    return Binding(host.strip("[]"), int(port))


def probe(binding: Binding) -> None:
    """Listen for a moment, to refuse with a sentence what Daphne would only log after the set-up."""
    try:
        family, _type, _proto, _name, address = _resolve(binding)
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen(1)
    except OSError as error:
        raise BindingError(_advice(binding, error)) from error


def _resolve(binding: Binding) -> tuple[int, int, int, str, tuple[str, int] | tuple[str, int, int, int]]:
    try:
        answers = socket.getaddrinfo(*binding, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return answers[0]  # type: ignore[return-value]
    except (socket.gaierror, UnicodeError) as error:
        raise OSError(errno.EADDRNOTAVAIL, "no such host") from error


def _advice(binding: Binding, error: OSError) -> str:
    host, port = binding
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use: stop what runs there, or choose another, as in --port {_other(port)}."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} needs special rights here: choose one from 1024 up, as in --port 8000."
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"{host} is no address of this computer: leave --host out to listen on all of them."
    return f"{host} port {port} cannot be listened on ({error.strerror}): choose another --host or --port."


def _other(port: int) -> int:
    return port + 1 if 1024 <= port < 65535 else 8000
