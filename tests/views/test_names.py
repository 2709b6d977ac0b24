"""Names: cleaned, reserved, and not to be confused with a moderator's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from games.accounts.names import clean_name, clean_own_name, get_skeleton
from games.models import Game, User
from games.schemas.table_commands import RenamePlayer
from games.services.companion import command_handlers
from games.services.moderation.people import rename_person
from games.services.moderation.permissions import Moderator
from tests.moderators import WHY
from tests.people import PASSWORD
from tests.services.companion.devices import browser, opened
from tests.services.matches.games import refusal_code
from tests.views.tables import JSON, table_of

KEPT = {
    "Ana": "Ana",
    "  Ana   Maria ": "Ana Maria",
    "Zoë": "Zoë",
    "Nguyễn": "Nguyễn",
    "小明": "小明",
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
    "a.d.m.i.n": "name_reserved",
    "adm1n": "name_reserved",
    "@dmin": "name_reserved",
    "аdmin": "name_reserved",
    "ΑDΜΙΝ": "name_reserved",
    "ａｄｍｉｎ": "name_reserved",
    "adrnin": "name_reserved",
    "ad\u200bmin": "name_reserved",
    "a\u0301dmin": "name_reserved",
    "adm\u202ein": "name_reserved",
    "Moderator": "name_reserved",
    "Site Staff": "name_reserved",
    "FiveVotes": "name_reserved",
    "Five Votes": "name_reserved",
    "管理員": "name_reserved",
}


@pytest.mark.parametrize(("typed", "shown"), KEPT.items())
def test_a_name_is_cleaned(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(("typed", "code"), REFUSED.items())
def test_a_bad_name_is_refused(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_name(typed)
    assert refusal.value.code == code


def test_stacked_accents_are_thinned_out() -> None:
    zalgo = "A" + "\u0335\u0321\u0322\u0327\u0328" * 10 + "na"
    assert len(clean_name(zalgo)) <= 5


MONAS = [
    *("Mona", "MONA", "mona.", "M o n a", "Μona", "Mоnа", "Ｍｏｎａ", "M\u200bona"),
    *("𝐌𝐨𝐧𝐚", "Móna", "M0na", "ⅿona", "Mοnа", "Ꮇona"),
]
"""The name of a moderator as others might write it: case, signs, spaces, scripts, widths, without ink, accents."""
CYRILLIC_MONA = "Mоnа"


@pytest.mark.django_db
class TestNamesOfModerators:
    @pytest.mark.parametrize("typed", MONAS)
    def test_belong_to_no_guest(self, typed: str, mona: Moderator) -> None:
        answer = Client().post("/guest/", {"name": typed}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "name_reserved")
        assert not User.objects.filter(is_guest=True).exists()

    def test_belong_to_no_account(self, mona: Moderator) -> None:
        Client().post("/account/signup/", {"username": CYRILLIC_MONA, "password1": PASSWORD})
        assert User.objects.get() == mona.user

    def test_belong_to_no_seat_of_a_table(self, mona: Moderator) -> None:
        fields = {"first": "Ana", "second": CYRILLIC_MONA, "depth": "every", "device": "0"}
        assert Client().post("/t/new/", fields).status_code == 400
        assert not Game.objects.exists()

    def test_are_not_given_to_a_person_by_a_moderator(self, nils: Moderator, ana: User, mona: Moderator) -> None:
        assert refusal_code(rename_person, nils, ana, CYRILLIC_MONA, WHY) == "bad_name"

    def test_are_not_given_to_a_seat_by_a_device(self, mona: Moderator) -> None:
        phone = browser()
        table = opened(phone)
        item = RenamePlayer(seat=0, name=CYRILLIC_MONA, id="n")
        assert refusal_code(command_handlers.decide_name, table_of(table), phone.at(table).pk, item) == "bad_name"

    def test_are_free_for_their_moderator_and_after_a_dismissal(
        self, mona: Moderator, browser_of: Callable[[User], Client]
    ) -> None:
        fields = {"first": "Mona", "second": "Bram", "depth": "every", "device": "0"}
        assert browser_of(mona.user).post("/t/new/", fields).status_code == 302
        User.objects.filter(pk=mona.user.pk).update(is_staff=False)
        assert clean_own_name("Mona") == "Mona"


@pytest.mark.parametrize(
    ("one", "other"),
    [("paypal", "раураӏ"), ("Lily", "IiIy"), ("Modern", "Modem"), ("Ana", "Ａｎａ"), ("ԍo", "Go"), ("Zoë", "zoe")],
)
def test_names_that_look_the_same_have_the_same_skeleton(one: str, other: str) -> None:
    assert get_skeleton(one) == get_skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("小明", "小红"), ("Иван", "Игорь"), ("Mona", "Nona")])
def test_names_that_look_different_have_two_skeletons(one: str, other: str) -> None:
    assert get_skeleton(one) != get_skeleton(other)
