"""How many files and connections this process may have open."""

import resource

WANTED = 65536


def raised() -> int:
    """Raise the soft limit towards the hard one, as a process may by itself; how many may be open now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    within = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft == resource.RLIM_INFINITY or soft >= within:
        return WANTED if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (within, hard))
    except (OSError, ValueError):  # Some systems know a limit that is lower still, and tell it nowhere.
        return soft
    return within
