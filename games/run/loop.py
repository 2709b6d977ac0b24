"""The loop under Daphne's reactor: uvloop's where its package is, which does the same with less work."""

from __future__ import annotations

import asyncio
import sys

from twisted.internet import asyncioreactor


def install() -> None:
    """To be called before anything imports the reactor or Daphne's server, which would choose a loop itself; what they
    chose is left alone."""
    if "twisted.internet.reactor" not in sys.modules:
        asyncioreactor.install(new())


def new() -> asyncio.AbstractEventLoop:
    """A loop that nobody runs yet."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
