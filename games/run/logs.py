"""What a log may not keep: the addresses that open something."""

import logging
import re

# The address as it is, and as the return path in the query of a log-in link.
_KEY = re.compile(r"(/i/|%2[Ff]i%2[Ff])([0-9A-Za-z]+)(/|%2[Ff])[\w-]+")


_RESET = re.compile(r"((?:/|%2[Ff])reset(?:/|%2[Ff])key(?:/|%2[Ff])[0-9A-Za-z]+)-[\w-]+")


def without_keys(text: str) -> str:
    """The text without the secret part of a private invitation's address, or of one for a new password."""
    return _RESET.sub(r"\1-...", _KEY.sub(r"\1\2\3...", text))


class KeepNoKeys(logging.Filter):
    """Takes the secrets of addresses out of every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_keys(record.getMessage()), None
        return True
