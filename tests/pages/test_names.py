"""Names people give themselves."""

import pytest
from django.core.exceptions import ValidationError

from games.people.names import clean_name

KEPT = {
    "Ana": "Ana",
    "  Ana   Maria ": "Ana Maria",
    "Zoë": "Zoë",
    "Nguyễn": "Nguyễn",
    "小明": "小明",
    "Иван": "Иван",
    "नेहा": "नेहा",
    "O'Brien": "O'Brien",
    "Ａｎａ": "Ana",
    "A\u200bn\u200da": "Ana",
    "\u202eanA": "anA",
    "\u2066Ana\u2069": "Ana",
    "Ana\x00\x07": "Ana",
    "Ana\r\nBram": "Ana Bram",
    "\ufeffAna": "Ana",
    "Ana\u3164": "Ana",
    "\U000e0041Ana": "Ana",
    "<b>Ana</b>": "<b>Ana</b>",
    "Badminton": "Badminton",
    "Stafford": "Stafford",
    "Modesto": "Modesto",
    "Rooter": "Rooter",
    "x" * 20: "x" * 20,
}

REFUSED = {
    "": "name_empty",
    "   ": "name_empty",
    "\u200b\u200c\u2060": "name_empty",
    "\u3164\u2800": "name_empty",
    "\u0301\u0301": "name_empty",
    "...": "name_empty",
    "x" * 21: "name_long",
    "ﷺ" * 2: "name_long",
    "admin": "name_reserved",
    "ADMIN": "name_reserved",
    "The Admin": "name_reserved",
    "Administrator": "name_reserved",
    "a.d.m.i.n": "name_reserved",
    "adm1n": "name_reserved",
    "@dmin": "name_reserved",
    "аdmin": "name_reserved",
    "аԁміn": "name_reserved",
    "ΑDΜΙΝ": "name_reserved",
    "ａｄｍｉｎ": "name_reserved",
    "𝐚𝐝𝐦𝐢𝐧": "name_reserved",
    "ⓐⓓⓜⓘⓝ": "name_reserved",
    "ᴀᴅᴍɪɴ": "name_reserved",
    "adrnin": "name_reserved",
    "ad\u200bmin": "name_reserved",
    "a\u0301dmin": "name_reserved",
    "adm\u202ein": "name_reserved",
    "Moderator": "name_reserved",
    "M0derator Jo": "name_reserved",
    "mоdеrаtоr": "name_reserved",
    "Site Staff": "name_reserved",
    "support": "name_reserved",
    "FiveVotes": "name_reserved",
    "Five Votes": "name_reserved",
    "管理員": "name_reserved",
}


@pytest.mark.parametrize(("typed", "shown"), KEPT.items())
def test_is_kept_as(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(("typed", "code"), REFUSED.items())
def test_is_refused(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_name(typed)
    assert refusal.value.code == code


def test_stacked_accents_are_thinned_out() -> None:
    zalgo = "A" + "\u0335\u0321\u0322\u0327\u0328" * 10 + "na"
    assert len(clean_name(zalgo)) <= 5


@pytest.mark.parametrize("typed", KEPT)
def test_cleaning_twice_changes_nothing(typed: str) -> None:
    assert clean_name(clean_name(typed)) == clean_name(typed)
