"""Names people give themselves: cleaned, short, readable, and never mistaken for the staff's."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models import User
from games.people.skeleton import skeleton
from games.people.taken import looks_taken
from games.words.minds import OPPONENTS

MAX_LENGTH = 20
_MARKS_IN_A_ROW = 2
# Controls, formats (zero width, bidi), private use, surrogates, unassigned.
_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
# Letters and symbols without ink that their category does not give away, and selectors that change others.
_DROPPED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | frozenset(
    chr(code) for code in range(0xFE00, 0xFE10)
)
_MARKS = frozenset({"Mn", "Me", "Mc"})

_BEGINS_LIKE_STAFF = ("admin", "moderator", "fivevotes")
_IS_STAFF = frozenset(
    {"mod", "mods", "staff", "support", "system", "root", "official", "sysop", "operator", "webmaster"}
    | {"helpdesk", "beheerder", "beheer", "pengelola", "管理員", "管理员", "版主", "客服"}
)


def clean_name(text: str) -> str:
    """The name as it is kept and shown: NFKC, visible characters, single spaces.

    Raises ValidationError with code ``name_empty``, ``name_long`` or ``name_reserved``. The trap: length counts
    after cleaning, so a name of invisible characters is empty and one of stacked accents is short.
    """
    name = unicodedata.normalize("NFKC", visible_characters(unicodedata.normalize("NFKC", text)))
    if not any(character.isalnum() for character in name):
        raise ValidationError(_("Type a name with at least one letter or digit."), code="name_empty")
    if len(name) > MAX_LENGTH:
        raise ValidationError(
            _("A name has at most %(limit)d characters."), code="name_long", params={"limit": MAX_LENGTH}
        )
    if _looks_like_staff(name):
        raise _reserved()
    return name


def own_name(text: str, me: User | None = None) -> str:
    """A name that somebody takes or gives: clean, and no moderator's but by that moderator, ``me``.

    Raises as ``clean_name``; ``name_reserved`` too for what looks like the user name or the shown name of a
    member of the staff, or of one who left lately, or like the name of an opponent of the site's own.
    """
    name = clean_name(text)
    looks = skeleton(name)
    if looks in _OPPONENTS:
        raise ValidationError(
            _("That is the name of an opponent of the site. Choose another one."), code="name_reserved"
        )
    if looks and (looks in _names_of_staff(me) or looks_taken(looks)):
        raise _reserved()
    return name


def _names_of_staff(but: User | None) -> set[str]:
    staff = User.objects.filter(is_staff=True)
    if but is not None:
        staff = staff.exclude(pk=but.pk)
    return {skeleton(name) for names in staff.values_list("username", "display_name") for name in names}


def _reserved() -> ValidationError:
    return ValidationError(
        _("That name could be taken for the people who run this site. Choose another one."), code="name_reserved"
    )


def visible_characters(text: str) -> str:
    """One line of text without characters that cannot be seen or that change others, and with single spaces."""
    kept: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        if category.startswith("Z") or character in "\t\n\r":
            character, category = " ", "Zs"
        if character in _DROPPED or category in _DROPPED_CATEGORIES:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= _MARKS_IN_A_ROW and not (marks and not kept):
            kept.append(character)
    return " ".join("".join(kept).split())


def _looks_like_staff(name: str) -> bool:
    words = [skeleton(word) for word in re.split(r"[\s._+@-]+", name)]
    whole = skeleton(name)
    return any(word.startswith(_STARTS) or word in _WORDS for word in (*words, whole))


_STARTS = tuple(skeleton(word) for word in _BEGINS_LIKE_STAFF)
_WORDS = frozenset(skeleton(word) for word in _IS_STAFF)
_OPPONENTS = frozenset(skeleton(one.name) for one in OPPONENTS.values())
