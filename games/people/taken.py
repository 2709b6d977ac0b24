"""Names of erased accounts that nobody may take yet. Only keyed digests are kept, in which no name can be read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import TakenName
from games.people.skeleton import skeleton


def take(names: Iterable[str], until: datetime, *, staff: bool) -> None:
    """Let nobody have these names until then; for those of the staff nothing that looks like them either."""
    wanted = {name for name in names if name}
    kept = {_digest("is", name.casefold()) for name in wanted}
    looks = {_digest("looks", skeleton(name)) for name in wanted if staff and skeleton(name)}
    for digest in kept | looks:
        TakenName.objects.update_or_create(digest=digest, defaults={"until": until, "staff": digest in looks})


def taken(name: str) -> bool:
    """Whether an account of this name was erased a while ago."""
    return _known(_digest("is", name.casefold()), staff=False)


def looks_taken(looks: str) -> bool:
    """Whether a member of the staff, erased a while ago, had a name with this skeleton."""
    return _known(_digest("looks", looks), staff=True)


def _known(digest: str, *, staff: bool) -> bool:
    return TakenName.objects.filter(digest=digest, staff=staff, until__gt=timezone.now()).exists()


def _digest(kind: str, text: str) -> str:
    return salted_hmac("games.taken", f"{kind}:{text}", algorithm="sha256").hexdigest()
