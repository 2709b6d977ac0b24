"""When Python looks for circles of objects that nobody reaches any more: seldom, and never among what stays."""

import gc

YOUNG, MIDDLE, OLD = 50_000, 20, 20
"""Python's own look through the young ones every 700 objects, and through all of them a hundred looks later, stops
a process with thousands of open sockets for a second, several times a minute."""


def settle() -> None:
    """What was imported and made ready until now stays for as long as the process runs, and is not looked at again.

    To be called once, when everything is in place and before anybody comes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
