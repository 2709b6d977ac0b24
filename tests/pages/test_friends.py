"""The page about the people one knows, what one does with them, and that nobody who is blocked notices."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.live.online.arrival import arrive
from games.models import Challenge, Game, Tie, User
from games.people import ties as known
from games.services.online import challenges, lobby
from games.services.people import ties
from games.store import around
from games.stories.online import Options
from tests.pages.profiles import said
from tests.people import guest
from tests.services.plays import match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"accept": "application/json"}
FORM = {"who": "private", "lead": "other", "watch": "on"}


def do(client: Client, path: str, deed: str, **more: object) -> Any:
    return client.post(path, {"do": deed, **more}, headers=JSON)


def signals(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/signals/", headers=JSON).json()["signals"]
    return found


class TestTies:
    @pytest.mark.parametrize("path", ["/@/bram/tie/", "/m/{code}/across/"])
    def test_each_deed_is_done_and_taken_back(self, path: str, game: Game, ana: User, ana_client: Client) -> None:
        for deed in (known.FOLLOW, known.BLOCK, known.MUTE):
            for prefix, there in (("", True), ("un", False)):
                assert do(ana_client, path.format(code=game.code), f"{prefix}{deed}").json()["ok"]
                assert Tie.objects.filter(by=ana, kind=deed).exists() is there

    def test_in_the_own_list(self, ana: User, bram: User, ana_client: Client, cleo_client: Client) -> None:
        ties.follow(bram, ana)
        theirs = Tie.objects.get()
        assert do(cleo_client, "/friends/tie/", "block", tie=theirs.pk).status_code == 404
        assert do(ana_client, "/friends/tie/", "follow", tie=theirs.pk).json()["ok"]
        assert known.are_friends(ana, bram)
        mine = Tie.objects.get(by=ana)
        assert do(ana_client, "/friends/tie/", "unfollow", tie=mine.pk).json()["ok"]
        assert [do(ana_client, "/friends/tie/", "follow", tie=what).status_code for what in ("x", "", 999)] == [404] * 3

    def test_what_is_no_deed_and_who_is_nobody(
        self, ana_client: Client, visitor: Client, ana: User, bram: User
    ) -> None:
        assert do(ana_client, "/@/bram/tie/", "eat").json()["code"] == "invalid"
        assert do(ana_client, "/@/nobody/tie/", "follow").status_code == 404
        assert do(visitor, "/@/bram/tie/", "follow").status_code == 403
        User.objects.filter(pk=bram.pk).update(profile_for="friends")
        assert do(ana_client, "/@/bram/tie/", "follow").status_code == 404

    def test_with_whom_one_never_sat(
        self, game: Game, cleo_client: Client, invitation: Game, ana_client: Client
    ) -> None:
        assert do(cleo_client, f"/m/{game.code}/across/", "follow").status_code == 404
        alone = lobby.create(User.objects.get(username="ana"), Options())
        assert do(ana_client, f"/m/{alone.code}/across/", "follow").json()["code"] == "no_such_person"


class TestThePage:
    def test_it_says_who_is_here_and_who_is_a_friend(
        self, ana: User, bram: User, cleo: User, ana_client: Client
    ) -> None:
        ties.follow(ana, cleo)
        ties.follow(ana, bram)
        ties.follow(bram, ana)
        around.seen([bram.pk, cleo.pk])
        assert re.search(r"Bram here now Friend: .* Cleo Does not follow you", said(ana_client, "/friends/"))

    def test_somebody_is_looked_up(self, ana_client: Client, bram: User) -> None:
        assert ana_client.get("/friends/?name=Bram")["Location"] == "/@/bram/"
        assert ana_client.get("/friends/?name=Nobody").status_code == 400

    def test_what_one_allows_is_kept(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/friends/", {"here_for": "nobody", "challenged_by": "friends"})
        ana.refresh_from_db()
        assert (ana.here_for, ana.challenged_by) == ("nobody", "friends")
        wrong = ana_client.post("/friends/", {"here_for": "cats", "challenged_by": "friends"}, headers=JSON)
        assert wrong.json()["code"] == "no_choice"

    def test_a_guest_reads_that_it_takes_an_account(self, browser_of: Any, visitor: Client) -> None:
        assert "Friends are for accounts" in said(browser_of(guest("Gita")), "/friends/")
        assert visitor.get("/friends/")["Location"].startswith("/account/login/")

    def test_as_many_queries_with_many_as_with_few(self, ana: User, bram: User, ana_client: Client) -> None:
        counts = set()
        ana_client.get("/friends/")
        for number in range(9):
            one = User.objects.create(username=f"one{number}", display_name=f"One {number}")
            ties.follow(ana, one)
            ties.follow(one, ana)
            around.seen([one.pk])
            if number in (2, 8):
                with CaptureQueriesContext(connection) as asked:
                    ana_client.get("/friends/")
                counts.add(len(asked))
        assert len(counts) == 1


class TestChallenging:
    def test_it_is_told_and_taken_where_the_person_is(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        assert "You challenged Bram" in said(ana_client, page)
        (told,) = signals(bram_client)
        assert (told["kind"], told["text"], told["url"]) == ("challenge", "Ana challenges you to a game.", page)
        assert "Challenges Ana" in said(bram_client, "/")
        assert "You lead the first trick" in said(bram_client, page) or "lead" in said(bram_client, page)
        assert bram_client.post(told["answers"]["join"], headers=JSON).json()["url"] == page
        assert signals(ana_client)[0]["kind"] == "sat"

    def test_it_is_declined_where_the_person_is(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client
    ) -> None:
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        (told,) = signals(bram_client)
        assert cleo_client.post(told["answers"]["decline"], headers=JSON).status_code == 404
        assert cleo_client.get(page).status_code == 404
        assert bram_client.post(told["answers"]["decline"], headers=JSON).json()["ok"]
        assert "Bram declined your challenge" in said(ana_client, page)
        assert signals(bram_client) == []

    def test_a_program_is_told_why_not(self, ana: User, bram: User, ana_client: Client) -> None:
        wrong = ana_client.post("/@/bram/challenge/", {**FORM, "who": "cats"}, headers=JSON)
        assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid")
        User.objects.filter(pk=bram.pk).update(challenged_by="nobody")
        assert ana_client.post("/@/bram/challenge/", FORM, headers=JSON).json()["code"] == "no_challenges"


class TestNobodyIsToldOfABlock:
    """Two worlds, one in which Ana blocked Bram: what Bram gets is what he gets for something ordinary."""

    def test_her_invitation_looks_to_him_as_a_private_one_of_somebody_else(
        self, ana: User, bram_client: Client, bram: User, invitation: Game, cleo_client: Client
    ) -> None:
        private = lobby.create(ana, Options(listed=False))
        ties.block(ana, bram)
        for game in (invitation, private):
            page = bram_client.get(f"/m/{game.code}/", headers=JSON)
            join = bram_client.post(f"/m/{game.code}/join/", headers=JSON)
            token = bram_client.get(f"/i/{game.code}/{lobby.invite_token(game)}/", headers=JSON)
            assert {one.status_code for one in (page, join, token)} == {404}
            assert refusal_code(arrive, game.code, cookies(bram_client)) == "no_such_game"
        assert invitation.code not in bram_client.get("/lobby/").content.decode()
        assert invitation.code in cleo_client.get("/lobby/").content.decode()
        assert cleo_client.get(f"/m/{invitation.code}/").status_code == 200
        assert arrive(invitation.code, cookies(cleo_client)).player_id is None

    def test_he_challenges_her_as_before(self, ana: User, bram: User, bram_client: Client, ana_client: Client) -> None:
        form = bram_client.get("/@/ana/").content
        ties.block(ana, bram)
        assert masked(bram_client.get("/@/ana/").content) == masked(form)
        page = bram_client.post("/@/ana/challenge/", FORM)["Location"]
        assert "You challenged Ana" in said(bram_client, page)
        assert signals(ana_client) == []
        assert ana_client.get(page).status_code == 404
        code = Challenge.objects.get().game.code
        assert ana_client.post(f"/m/{code}/decline/", headers=JSON).status_code == 404

    def test_she_reads_that_she_did(self, ana: User, bram: User, ana_client: Client) -> None:
        ties.block(ana, bram)
        assert "Unblock" in said(ana_client, "/@/bram/")
        assert "Bram blocked" in said(ana_client, "/friends/")
        sent = ana_client.post("/@/bram/challenge/", FORM, headers=JSON)
        assert (sent.status_code, sent.json()["code"]) == (409, "you_blocked")

    def test_an_offer_of_a_rematch_calls_nobody(
        self, game: Game, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        bram_client.post(f"/m/{game.code}/resign/")
        ties.block(ana, bram)
        assert bram_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()["ok"]
        assert match_of(game).asked == (False, True)
        assert signals(ana_client) == []


def cookies(client: Client) -> dict[str, str]:
    return {name: one.value for name, one in client.cookies.items()}


def masked(page: bytes) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page.decode())


def test_what_was_never_answered_ends_by_itself(ana: User, bram: User) -> None:
    sent = challenges.challenge(ana, bram, Options(listed=False))
    assert challenges.over(sent)
    assert match_of(sent.game).over
