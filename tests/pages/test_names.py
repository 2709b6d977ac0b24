"""Names people give themselves."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.models import Game, User
from games.people.names import clean_name, own_name
from games.people.skeleton import skeleton
from games.services.moderation import Judge, rename
from games.services.table import companion
from games.services.table.said import Name
from tests.moderators import WHY
from tests.pages.tables import JSON, table_of
from tests.people import PASSWORD
from tests.services.at_tables import browser, opened
from tests.services.plays import refusal_code

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


MONAS = [
    *("Mona", "MONA", "mona.", "M o n a", "Μona", "Mоnа", "Ｍｏｎａ", "M\u200bona"),
    *("𝐌𝐨𝐧𝐚", "Móna", "M0na", "ⅿona", "Mοnа", "Ꮇona"),
]
"""The name of a moderator as others might write it: case, signs, spaces, scripts, widths, without ink, accents."""


@pytest.mark.parametrize("typed", MONAS)
class TestTheNamesOfModerators:
    def test_belong_to_no_guest(self, typed: str, mona: Judge) -> None:
        answer = Client().post("/guest/", {"name": typed}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "name_reserved")
        assert not User.objects.filter(is_guest=True).exists()

    def test_nor_to_an_account(self, typed: str, mona: Judge) -> None:
        Client().post("/account/signup/", {"username": typed, "password1": PASSWORD})
        assert User.objects.get() == mona.user

    def test_nor_to_a_seat_at_a_table(self, typed: str, mona: Judge) -> None:
        fields = {"first": "Ana", "second": typed, "depth": "every", "device": "0"}
        assert Client().post("/t/new/", fields).status_code == 400
        assert not Game.objects.exists()

    def test_nor_by_a_moderators_renaming(self, typed: str, nils: Judge, ana: User, mona: Judge) -> None:
        assert refusal_code(rename, nils, ana, typed, WHY) == "bad_name"

    def test_nor_by_a_devices_renaming(self, typed: str, mona: Judge) -> None:
        phone = browser()
        table = opened(phone)
        device = phone.at(table).pk
        item = Name(seat=0, name=typed, id="n")
        assert refusal_code(companion.name, table_of(table), device, item) == "bad_name"


@pytest.mark.django_db
class TestHerOwn:
    def test_a_moderator_bears_her_name_at_tables(self, mona: Judge, browser_of: Callable[[User], Client]) -> None:
        fields = {"first": "Mona", "second": "Bram", "depth": "every", "device": "0"}
        assert browser_of(mona.user).post("/t/new/", fields).status_code == 302

    def test_other_names_are_free(self, mona: Judge) -> None:
        assert Client().post("/guest/", {"name": "Monica"}).status_code == 302

    def test_a_dismissed_moderators_name_is_free(self, mona: Judge) -> None:
        User.objects.filter(pk=mona.user.pk).update(is_staff=False)
        assert own_name("Mona") == "Mona"


@pytest.mark.parametrize(
    ("one", "other"),
    [("paypal", "раураӏ"), ("Lily", "IiIy"), ("Modern", "Modem"), ("Ana", "Ａｎａ"), ("ԍo", "Go"), ("Zoë", "zoe")],
)
def test_what_looks_the_same_has_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("小明", "小红"), ("Иван", "Игорь"), ("Mona", "Nona")])
def test_what_looks_different_has_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
