"""Names of people: cleaning, look-alikes of staff names, and reserved names of erased accounts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.text_cleaning import COMBINING, strip_invisible
from games.crypto import compute_hmacs
from games.models import TakenName, User
from games.texts.opponents import OPPONENTS

# Look-alikes: names that look the same have the same skeleton.

_CONFUSABLES: dict[str, list[dict[str, Any]]] = confusables_data
"""Unicode's list of confusable characters (UTS 39)."""

# Confusables that Unicode's list lacks: small letters that only look like capitals, and digits and signs for letters.
_LOOKALIKES = str.maketrans(
    {
        **dict(zip("аеёорсухіїѕԁмтквнпгјԛԝһӏ", "aeeopcyxiisdmtkbhnrjqwhi", strict=True)),
        **dict(zip("αβεηικμνορτυχω", "abenikmvoptuxw", strict=True)),
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢł", "abcdefghijkimnoprstuvwyzi", strict=True)),
        **dict(zip("0134578@$!|lðđøæı", "oieastbasiiiddoai", strict=True)),
    }
)
# Greek capitals look like other Latin letters than their small forms.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")


def get_skeleton(text: str) -> str:
    """Return the skeleton of a text, without case, accents, widths, spaces, signs and scripts. Look-alikes share it.

    For comparison only. The trap: names that sound different may share one, as ``Lily`` and ``IiIy`` do.
    """
    wide = unicodedata.normalize("NFKC", text).translate(_CAPITALS)
    bare = unicodedata.normalize("NFKD", _to_latin(wide).casefold())
    letters = "".join(character for character in bare if unicodedata.category(character) not in COMBINING)
    plain = re.sub(r"[\W_]+", "", _to_latin(letters.translate(_LOOKALIKES)).casefold().translate(_LOOKALIKES))
    return plain.replace("rn", "m").replace("vv", "w")


def _to_latin(text: str) -> str:
    return "".join(_get_prototype(character) for character in text)


@lru_cache(maxsize=4096)
def _get_prototype(character: str) -> str:
    """Return the ASCII letters that a character looks like. Without any, return the first of a pair of look-alikes."""
    if character.isascii() or character in _KNOWN_LOOKALIKES:
        return character
    alike = [str(entry["c"]) for entry in _CONFUSABLES.get(character, ())]
    letters = [text for text in alike if text.isascii() and text.isalnum()]
    if letters:
        return min(letters, key=len)
    return min(character, alike[0]) if len(alike) == 1 else character


_KNOWN_LOOKALIKES = frozenset(chr(code) for code in _LOOKALIKES)

# Reserved names of erased accounts, stored as keyed digests that reveal no name.


def reserve_names(names: Iterable[str], until: datetime, *, staff: bool) -> None:
    """Reserve names until a time, with all their look-alikes if they are names of ``staff``."""
    given = {name for name in names if name}
    exact = {_compute_digests("is", name.casefold())[0] for name in given}
    lookalikes = {_compute_digests("looks", get_skeleton(name))[0] for name in given if staff and get_skeleton(name)}
    for digest in exact | lookalikes:
        TakenName.objects.update_or_create(digest=digest, defaults={"until": until, "staff": digest in lookalikes})


def is_reserved(name: str) -> bool:
    """Return whether the name is still reserved for an erased account."""
    return _has_digest(_compute_digests("is", name.casefold()), staff=False)


def is_staff_lookalike(skeleton: str) -> bool:
    """Return whether the skeleton is still reserved for an erased member of the staff."""
    return _has_digest(_compute_digests("looks", skeleton), staff=True)


def _has_digest(digests: Sequence[str], *, staff: bool) -> bool:
    return TakenName.objects.filter(digest__in=digests, staff=staff, until__gt=timezone.now()).exists()


def _compute_digests(kind: str, text: str) -> list[str]:
    """Return the digests of a text, the one with the current key first."""
    return [digest.hex() for digest in compute_hmacs("games.taken", f"{kind}:{text}")]


# Cleaning, and names of staff.

MAX_LENGTH = 20

_STAFF_PREFIXES = ("admin", "moderator", "fivevotes")
_STAFF_WORDS = frozenset(
    {"mod", "mods", "staff", "support", "system", "root", "official", "sysop", "operator", "webmaster"}
    | {"helpdesk", "beheerder", "beheer", "pengelola", "管理員", "管理员", "版主", "客服"}
)


def get_account(name: str) -> User | None:
    """Return the account with this name, ignoring case; None without one. Guests are not accounts."""
    return User.objects.filter(username__iexact=name, is_guest=False).first()


def clean_name(text: str) -> str:
    """Return a name as it is stored and shown: NFKC, visible characters, single spaces.

    Raises ValidationError with code ``name_empty``, ``name_long`` or ``name_reserved``. The trap: the length counts
    after cleaning, so a name of invisible characters is empty, and one of stacked accents is short.
    """
    name = unicodedata.normalize("NFKC", strip_invisible(unicodedata.normalize("NFKC", text)))
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("Enter a name with at least one letter or digit."), code="name_empty")
    if len(name) > MAX_LENGTH:
        raise ValidationError(
            _("A name can have at most %(limit)d characters."), code="name_long", params={"limit": MAX_LENGTH}
        )
    if _is_like_staff(name):
        raise _reserved_error()
    return name


def clean_own_name(text: str, user: User | None = None) -> str:
    """Return a cleaned name that a person chooses. A ``user`` of the staff may keep their own name.

    Raises ValidationError as ``clean_name`` does. It has the code ``name_reserved`` for a look-alike of a bot's name
    too, and of the user name or shown name of a present or recently erased member of the staff.
    """
    name = clean_name(text)
    skeleton = get_skeleton(name)
    if skeleton in _BOT_SKELETONS:
        raise ValidationError(_("That's the name of a computer opponent. Choose another."), code="name_reserved")
    if skeleton and (skeleton in _list_staff_skeletons(user) or is_staff_lookalike(skeleton)):
        raise _reserved_error()
    return name


def _list_staff_skeletons(excluded: User | None) -> set[str]:
    staff = User.objects.filter(is_staff=True)
    if excluded is not None:
        staff = staff.exclude(pk=excluded.pk)
    return {get_skeleton(name) for names in staff.values_list("username", "display_name") for name in names}


def _reserved_error() -> ValidationError:
    return ValidationError(
        _("That name sounds like the people who run this site. Choose another."), code="name_reserved"
    )


def _is_like_staff(name: str) -> bool:
    words = [get_skeleton(word) for word in re.split(r"[\s._+@-]+", name)]
    whole = get_skeleton(name)
    return any(word.startswith(_STAFF_PREFIX_SKELETONS) or word in _STAFF_WORD_SKELETONS for word in (*words, whole))


_STAFF_PREFIX_SKELETONS = tuple(get_skeleton(word) for word in _STAFF_PREFIXES)
_STAFF_WORD_SKELETONS = frozenset(get_skeleton(word) for word in _STAFF_WORDS)
_BOT_SKELETONS = frozenset(get_skeleton(opponent.name) for opponent in OPPONENTS.values())
