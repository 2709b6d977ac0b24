"""A warning is read on the next page and said to be read; nothing else follows. Notes are for moderators alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Act, EndedSession, LoginSession, PersonNote, User
from games.services import moderation
from games.services.moderation import Judge, Why, undo
from games.services.people import notes
from games.words.reasons import REASONS
from tests.moderators import WHY
from tests.people import guest
from tests.services.plays import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
MESSAGE = "/account/message/"


class TestAWarning:
    @pytest.fixture(autouse=True)
    def _warned(self, ana: User, mona: Judge) -> None:
        moderation.warn(mona, ana, Why("Counts.", REASONS["cheating"]))

    def test_is_the_next_page_until_it_is_read(self, ana_client: Client, cleo_client: Client) -> None:
        assert cleo_client.get("/rules/").status_code == 200
        sent = ana_client.get("/reports/?x=1")
        assert sent["Location"] == f"{MESSAGE}?next=%2Freports%2F%3Fx%3D1"
        told = ana_client.get(sent["Location"]).content.decode()
        assert REASONS["cheating"] in told
        assert "Nothing else follows from it." in told
        assert ana_client.post(MESSAGE, {"next": "/reports/?x=1"})["Location"] == "/reports/?x=1"
        assert ana_client.get("/reports/?x=1").status_code == 200

    def test_holds_nobody(self, ana_client: Client) -> None:
        assert "hold" not in ana_client.get(MESSAGE).cookies

    def test_leads_to_no_other_site(self, ana_client: Client) -> None:
        assert ana_client.post(MESSAGE, {"next": "https://example.org/"})["Location"] == "/"

    def test_holds_up_no_game_and_no_form(self, ana_client: Client) -> None:
        assert ana_client.get("/lobby/").status_code == 200
        assert ana_client.post("/new/", {"who": "open", "lead": "random"})["Location"] != MESSAGE

    @pytest.mark.parametrize("path", ["/signals/", "/worker.js", "/manifest.webmanifest", "/offline/"])
    def test_is_not_told_to_what_browsers_fetch_by_themselves(self, ana_client: Client, path: str) -> None:
        assert ana_client.get(path).status_code == 200

    def test_programs_begin_nothing_before(self, ana_client: Client) -> None:
        json = {"accept": "application/json"}
        assert ana_client.post("/new/", {"who": "open", "lead": "random"}, headers=json).json()["code"] == "warned"
        ana_client.post(MESSAGE, headers=json)
        assert ana_client.post("/new/", {"who": "open", "lead": "random"}, headers=json).json()["ok"]

    def test_is_read_in_ones_own_language(self, ana_client: Client) -> None:
        ana_client.cookies["django_language"] = "nl"
        assert REASONS["cheating"] not in ana_client.get(MESSAGE).content.decode()

    @pytest.mark.parametrize("read", [True, False])
    def test_is_taken_back(self, read: bool, ana: User, ana_client: Client, mona: Judge) -> None:
        if read:
            ana_client.post(MESSAGE)
        undo(mona, Act.objects.get(), WHY)
        ana.refresh_from_db()
        assert (ana.warned_at, ana.moderation_message) == (None, "")


class TestEndedSessions:
    def test_an_account_logs_in_again(self, ana: User, ana_client: Client, mona: Judge) -> None:
        moderation.end_sessions(mona, ana, WHY)
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()
        assert ana_client.get("/")["Location"] == MESSAGE
        assert b"logged your account out everywhere" in ana_client.get(MESSAGE).content
        assert EndedSession.objects.count() == 1

    def test_a_guest_goes_on_in_the_same_browser(self, mona: Judge, browser_of: Callable[[User], Client]) -> None:
        gita = guest("Gita")
        browser = browser_of(gita)
        moderation.end_sessions(mona, gita, WHY)
        browser.get("/")
        browser.post(MESSAGE)
        assert browser.session["_auth_user_id"] == str(gita.pk)

    @pytest.mark.parametrize("who", ["ana", "nils", "mona"])
    def test_is_refused_like_every_act(self, who: str, ana: User, mona: Judge, nils: Judge) -> None:
        by = Judge(ana) if who == "ana" else mona
        expected = {"ana": "not_permitted", "nils": "above_you", "mona": "own_account"}
        assert refusal_code(moderation.end_sessions, by, User.objects.get(username=who), WHY) == expected[who]


class TestForGood:
    def test_a_mute_has_no_end_and_is_undone(self, ana: User, mona: Judge) -> None:
        act = moderation.mute(mona, ana, None, WHY)
        ana.refresh_from_db()
        assert (ana.muted, ana.muted_until, ana.muted_for_good) == (True, None, True)
        undo(mona, act, WHY)
        ana.refresh_from_db()
        assert not ana.muted

    def test_a_shorter_mute_replaces_it(self, ana: User, mona: Judge) -> None:
        moderation.mute(mona, ana, None, WHY)
        moderation.mute(mona, ana, timezone.now() + timedelta(days=1), WHY)
        ana.refresh_from_db()
        assert not ana.muted_for_good

    def test_a_suspension_closes_the_account(self, ana: User, mona: Judge) -> None:
        assert moderation.suspend(mona, ana, None, WHY).what == "close"

    def test_a_page_names_no_year(self, ana: User, ana_client: Client, mona: Judge) -> None:
        moderation.mute(mona, ana, None, WHY)
        told = ana_client.get(MESSAGE).content.decode()
        assert "no reports and no names." in told
        assert "9999" not in told


class TestNotes:
    def test_are_for_moderators(self, ana: User, mona: Judge, nils: Judge) -> None:
        notes.write(mona, ana, "Asked twice.")
        assert [note.text for note in notes.about(nils, [ana])] == ["Asked twice."]
        assert not notes.about(Judge(ana), [ana])
        assert refusal_code(notes.write, Judge(ana), ana, "x") == "not_permitted"

    def test_are_never_on_oneself(self, mona: Judge, nils: Judge) -> None:
        alias = guest("Nobody")
        alias.account = mona.user
        alias.save()
        for one in (mona.user, alias):
            assert refusal_code(notes.write, mona, one, "x") == "own_account"
            notes.write(nils, one, "Knows more than she says.")
            assert not notes.about(mona, [one])

    def test_take_words(self, ana: User, mona: Judge) -> None:
        assert refusal_code(notes.write, mona, ana, "\u200b ") == "text_needed"

    def test_go_with_the_person(self, mona: Judge) -> None:
        gita = guest("Gita")
        notes.write(mona, gita, "x")
        gita.delete()
        assert not PersonNote.objects.exists()
