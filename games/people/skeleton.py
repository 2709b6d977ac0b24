"""What the eye reads in a name, so that two names that look alike are one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

from confusable_homoglyphs.confusables import confusables_data

_ALIKE: dict[str, list[dict[str, Any]]] = confusables_data
"""Unicode's list of confusable characters (UTS 39)."""
_MARKS = frozenset({"Mn", "Me", "Mc"})

# What the list of Unicode leaves out: small letters that look like capitals only, figures and signs for letters.
_LOOKALIKES = str.maketrans(
    {
        **dict(zip("аеёорсухіїѕԁмтквнпгјԛԝһӏ", "aeeopcyxiisdmtkbhnrjqwhi", strict=True)),
        **dict(zip("αβεηικμνορτυχω", "abenikmvoptuxw", strict=True)),
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢł", "abcdefghijkimnoprstuvwyzi", strict=True)),
        **dict(zip("0134578@$!|lðđøæı", "oieastbasiiiddoai", strict=True)),
    }
)
# Greek capitals look like other letters than their small forms do.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")


def skeleton(text: str) -> str:
    """A text without case, accents, widths, spaces, signs and scripts: what looks the same has the same skeleton.

    It is for comparing only. The trap: names of different sounds may share one, ``Lily`` and ``IiIy`` do.
    """
    wide = unicodedata.normalize("NFKC", text).translate(_CAPITALS)
    bare = unicodedata.normalize("NFKD", _latin(wide).casefold())
    letters = "".join(character for character in bare if unicodedata.category(character) not in _MARKS)
    plain = re.sub(r"[\W_]+", "", _latin(letters.translate(_LOOKALIKES)).casefold().translate(_LOOKALIKES))
    return plain.replace("rn", "m").replace("vv", "w")


def _latin(text: str) -> str:
    return "".join(_prototype(character) for character in text)


@lru_cache(maxsize=4096)
def _prototype(character: str) -> str:
    """The plain letter that a character is taken for, or of two that look alike the same one for both."""
    if character.isascii() or character in _KNOWN:
        return character
    alike = [str(one["c"]) for one in _ALIKE.get(character, ())]
    plain = [one for one in alike if one.isascii() and one.isalnum()]
    if plain:
        return min(plain, key=len)
    return min(character, alike[0]) if len(alike) == 1 else character


_KNOWN = frozenset(chr(code) for code in _LOOKALIKES)
