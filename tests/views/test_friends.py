"""Friends: following, blocking, muting and challenging, and blocked people learn nothing."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.messaging import online_users
from games.models import Challenge, Game, Relation, User
from games.queries import relations as known
from games.realtime.matches.admission import admit_to_match
from games.services.matches import lobby
from games.services.social import relations
from games.state.match_state import MatchOptions
from tests.people import guest
from tests.services.matches.games import match_of, refusal_code
from tests.views.profiles import main_text

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"accept": "application/json"}
FORM = {"who": "private", "lead": "other", "watch": "on"}


def do(client: Client, path: str, deed: str, **more: object) -> Any:
    return client.post(path, {"do": deed, **more}, headers=JSON)


def signals(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/signals/", headers=JSON).json()["signals"]
    return found


class TestRelations:
    @pytest.mark.parametrize("path", ["/@/bram/tie/", "/m/{code}/across/"])
    def test_following_blocking_and_muting_are_undone(
        self, path: str, game: Game, ana: User, ana_client: Client
    ) -> None:
        for deed in (known.FOLLOW, known.BLOCK, known.MUTE):
            for prefix, there in (("", True), ("un", False)):
                assert do(ana_client, path.format(code=game.code), f"{prefix}{deed}").json()["ok"]
                assert Relation.objects.filter(by=ana, kind=deed).exists() is there

    def test_the_own_list_follows_and_unfollows(
        self, ana: User, bram: User, ana_client: Client, cleo_client: Client
    ) -> None:
        relations.follow(bram, ana)
        theirs = Relation.objects.get()
        assert do(cleo_client, "/friends/tie/", "block", tie=theirs.pk).status_code == 404
        assert do(ana_client, "/friends/tie/", "follow", tie=theirs.pk).json()["ok"]
        assert known.are_friends(ana, bram)
        mine = Relation.objects.get(by=ana)
        assert do(ana_client, "/friends/tie/", "unfollow", tie=mine.pk).json()["ok"]
        assert [do(ana_client, "/friends/tie/", "follow", tie=what).status_code for what in ("x", "", 999)] == [404] * 3

    def test_invalid_requests_are_refused(self, ana_client: Client, visitor: Client, ana: User, bram: User) -> None:
        assert do(ana_client, "/@/bram/tie/", "eat").json()["code"] == "invalid"
        assert do(ana_client, "/@/nobody/tie/", "follow").status_code == 404
        assert do(visitor, "/@/bram/tie/", "follow").status_code == 403
        User.objects.filter(pk=bram.pk).update(profile_for="friends")
        assert do(ana_client, "/@/bram/tie/", "follow").status_code == 404

    def test_takes_a_game_with_an_opponent(
        self, game: Game, cleo_client: Client, invitation: Game, ana_client: Client
    ) -> None:
        assert do(cleo_client, f"/m/{game.code}/across/", "follow").status_code == 404
        alone = lobby.create_game(User.objects.get(username="ana"), MatchOptions())
        assert do(ana_client, f"/m/{alone.code}/across/", "follow").json()["code"] == "no_such_person"


class TestPage:
    def test_shows_friends_and_who_is_online(self, ana: User, bram: User, cleo: User, ana_client: Client) -> None:
        relations.follow(ana, cleo)
        relations.follow(ana, bram)
        relations.follow(bram, ana)
        online_users.mark_online([bram.pk, cleo.pk])
        assert re.search(r"Bram here now Friend: .* Cleo Does not follow you", main_text(ana_client, "/friends/"))

    def test_finds_a_user_by_name(self, ana_client: Client, bram: User) -> None:
        assert ana_client.get("/friends/?name=Bram")["Location"] == "/@/bram/"
        assert ana_client.get("/friends/?name=Nobody").status_code == 400

    def test_stores_who_may_challenge(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/friends/", {"here_for": "nobody", "challenged_by": "friends"})
        ana.refresh_from_db()
        assert (ana.here_for, ana.challenged_by) == ("nobody", "friends")
        wrong = ana_client.post("/friends/", {"here_for": "cats", "challenged_by": "friends"}, headers=JSON)
        assert wrong.json()["code"] == "no_choice"

    def test_asks_a_guest_to_sign_up(self, browser_of: Any, visitor: Client) -> None:
        assert "Friends are for accounts" in main_text(browser_of(guest("Gita")), "/friends/")
        assert visitor.get("/friends/")["Location"].startswith("/account/login/")


class TestChallenges:
    def test_is_notified_and_accepted(self, ana: User, bram: User, ana_client: Client, bram_client: Client) -> None:
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        assert "You challenged Bram" in main_text(ana_client, page)
        (told,) = signals(bram_client)
        assert (told["kind"], told["text"], told["url"]) == ("challenge", "Ana challenges you to a game.", page)
        assert "Challenges Ana" in main_text(bram_client, "/")
        assert "You lead the first trick" in main_text(bram_client, page) or "lead" in main_text(bram_client, page)
        assert bram_client.post(told["answers"]["join"], headers=JSON).json()["url"] == page
        assert signals(ana_client)[0]["kind"] == "sat"

    def test_only_the_challenged_player_gets_in_by_the_link(
        self, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        assert "Only Bram" in main_text(ana_client, "/@/bram/challenge/")
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        assert "Only Bram can accept it" in main_text(ana_client, page)
        link = urlsplit(ana_client.get(page, headers=JSON).json()["invitation"]).path
        people, join = User.objects.count(), {"token": link.split("/")[3], "name": "Gita"}
        for other in (cleo_client, visitor):
            assert "This challenge is for Bram . Nobody else can accept it." in main_text(other, link)
            assert f"{page}join/" not in other.get(link).content.decode()
            assert other.post(f"{page}join/", join, headers=JSON).json()["code"] == "not_challenged"
        assert "Are you Bram ? Log in to accept it." in main_text(visitor, link)
        assert User.objects.count() == people, "no guest was made"
        assert "Take the seat" in main_text(bram_client, link)
        assert bram_client.post(f"{page}join/", join, headers=JSON).json()["url"] == page

    def test_is_declined(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client
    ) -> None:
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        (told,) = signals(bram_client)
        assert cleo_client.post(told["answers"]["decline"], headers=JSON).status_code == 404
        assert cleo_client.get(page).status_code == 404
        assert bram_client.post(told["answers"]["decline"], headers=JSON).json()["ok"]
        assert "Bram declined your challenge" in main_text(ana_client, page)
        assert signals(bram_client) == []


class TestBlocked:
    """Two worlds, one in which Ana blocked Bram: what Bram gets is what he gets for something ordinary."""

    def test_an_invitation_looks_like_a_private_one(
        self, ana: User, bram_client: Client, bram: User, invitation: Game, cleo_client: Client
    ) -> None:
        private = lobby.create_game(ana, MatchOptions(listed=False))
        relations.block(ana, bram)
        for game in (invitation, private):
            page = bram_client.get(f"/m/{game.code}/", headers=JSON)
            join = bram_client.post(f"/m/{game.code}/join/", headers=JSON)
            token = bram_client.get(f"/i/{game.code}/{lobby.invite_token(game)}/", headers=JSON)
            assert {one.status_code for one in (page, join, token)} == {404}
            assert refusal_code(admit_to_match, game.code, cookies(bram_client)) == "no_such_game"
        assert invitation.code not in bram_client.get("/lobby/").content.decode()
        assert invitation.code in cleo_client.get("/lobby/").content.decode()
        assert cleo_client.get(f"/m/{invitation.code}/").status_code == 200
        assert admit_to_match(invitation.code, cookies(cleo_client)).player_id is None

    def test_a_challenge_looks_as_before_and_notifies_nobody(
        self, ana: User, bram: User, bram_client: Client, ana_client: Client
    ) -> None:
        form = bram_client.get("/@/ana/").content
        relations.block(ana, bram)
        assert masked(bram_client.get("/@/ana/").content) == masked(form)
        page = bram_client.post("/@/ana/challenge/", FORM)["Location"]
        assert "You challenged Ana" in main_text(bram_client, page)
        assert signals(ana_client) == []
        assert ana_client.get(page).status_code == 404
        code = Challenge.objects.get().game.code
        assert ana_client.post(f"/m/{code}/decline/", headers=JSON).status_code == 404

    def test_an_offered_rematch_notifies_nobody(
        self, game: Game, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        bram_client.post(f"/m/{game.code}/resign/")
        relations.block(ana, bram)
        assert bram_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()["ok"]
        assert match_of(game).asked == (False, True)
        assert signals(ana_client) == []


def cookies(client: Client) -> dict[str, str]:
    return {name: one.value for name, one in client.cookies.items()}


def masked(page: bytes) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page.decode())
