"""When Python looks for circles of objects that nobody reaches any more: seldom, and never among what stays."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG, MIDDLE, OLD = 100_000, 20, 20
"""Python's own look through the young ones every 700 objects, and through all of them a hundred looks later, stops
a process with thousands of open sockets for a second, several times a minute. One through all young ones
takes some 45 ms, whether it finds anything or not; two hundred people who come are a quarter of them."""


def settle() -> None:
    """What was imported and made ready until now stays for as long as the process runs, and is not looked at again.

    To be called once, when everything is in place and before anybody comes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


@contextmanager
def unsought() -> Iterator[None]:
    """Within it nothing is looked for: for work that leaves no circles, of which all is freed at once."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
