"""Names: cleaned, reserved, and not to be confused with a moderator's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.translation import gettext, override

from games.accounts.names import clean_name, clean_own_name, get_skeleton
from games.models import Game, User
from games.realtime.matches.presenter import match_presenter
from games.realtime.room import Room
from games.schemas.table_commands import RenamePlayer
from games.services.companion import command_handlers
from games.services.matches import play
from games.services.moderation.people import rename_person
from games.services.moderation.permissions import Moderator
from games.texts import names
from tests.moderators import WHY
from tests.people import PASSWORD, invited, joined
from tests.services.companion.devices import browser, opened
from tests.services.matches.games import match_of, refusal_code
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


@pytest.fixture
def dutch(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dutch, with a word for guests whatever the catalogue has."""
    monkeypatch.setattr(
        names, "gettext", lambda text: text.replace("Guest", "Gast") if "Guest" in text else gettext(text)
    )
    with override("nl"):
        yield


MADE_UP = {"Guest 8733": "Gast 8733", "Guest 12": "Gast 12", "Player": "Speler", "Player 1": "Speler 1"}
CHOSEN = ["Ana", "Guest", "Guest Ana", "Guest 12 b", "guest 12", "Guest 1٢", "Players", "Player 3", ""]


@pytest.mark.usefixtures("dutch")
class TestMadeUpNames:
    @pytest.mark.parametrize(("stored", "shown"), MADE_UP.items())
    def test_are_translated_and_stored_in_english(self, stored: str, shown: str) -> None:
        assert (names.translate_name(stored), names.restore_name(shown)) == (shown, stored)

    @pytest.mark.parametrize("name", CHOSEN)
    def test_other_names_stay_as_they_are(self, name: str) -> None:
        assert (names.translate_name(name), names.restore_name(name)) == (name, name)


class TestNamesOfMutedPeople:
    @pytest.fixture
    def game(self, ana: User, bram: User) -> Game:
        User.objects.filter(pk=ana.pk).update(muted_for_good=True)
        return joined(invited(User.objects.get(pk=ana.pk)), bram)

    def test_pages_have_the_readers_word(self, game: Game, bram_client: Client) -> None:
        bram_client.cookies["django_language"] = "nl"
        for path in ("/", f"/m/{game.code}/"):
            page = bram_client.get(path).content.decode()
            assert "Speler" in page
            assert "Player" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)

    def test_the_views_of_two_languages_are_not_mixed(self, game: Game) -> None:
        views = Room(match_of(game), match_presenter).views
        for language, name in (("nl", "Speler"), ("en", "Player"), ("id", "Pemain"), ("nl", "Speler")):
            shown = json.loads(async_to_sync(views.get_view)((None, language)))
            assert shown["players"][0]["name"] == name

    def test_the_replay_has_the_readers_word_and_the_record_the_stored_name(
        self, game: Game, bram: User, bram_client: Client
    ) -> None:
        play.resign(game, bram)
        bram_client.cookies["django_language"] = "nl"
        steps = bram_client.get(f"/m/{game.code}/replay/steps/").json()
        assert steps["players"][0]["name"] == "Speler"
        assert steps["steps"][0]["words"].startswith("De kaarten zijn gedeeld. Speler ")
        assert bram_client.get(f"/m/{game.code}/record/").json()["seats"] == ["Player", "Bram"]


def test_a_made_up_name_is_stored_in_english(visitor: Client) -> None:
    visitor.cookies["django_language"] = "nl"
    visitor.post("/play/", {"level": "page"})
    assert re.fullmatch(r"Guest \d{4}", User.objects.get(opponent="").display_name)
