"""Who writes to the moderators: a person, or a device at a table."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Device, User
from games.people.plain import clean_text
from games.rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class Sender:
    """A person, a device without an account, or both; the account counts where there is one."""

    user: User | None = None
    device: Device | None = None

    @property
    def known(self) -> bool:
        return self.user is not None or self.device is not None

    @property
    def source(self) -> str:
        """What names the sender; refused with ``not_permitted`` for nobody."""
        if self.user is not None:
            return f"user:{self.user.pk}"
        if self.device is None:
            raise Refusal("not_permitted")
        return f"device:{self.device.pk}"


def written(text: str) -> str:
    """What somebody wrote, as it is kept; refused with ``text_needed``."""
    text = clean_text(text)
    if not text:
        raise Refusal("text_needed")
    return text
