"""Friends: follow, block, mute and challenge, without a sign for blocked people."""

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
from tests.views.profiles import main_text, without_csrf_token

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"accept": "application/json"}
FORM = {"who": "private", "lead": "other", "watch": "on"}


def do(client: Client, path: str, action: str, **more: object) -> Any:
    return client.post(path, {"do": action, **more}, headers=JSON)


def notifications(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/notifications/", headers=JSON).json()["notifications"]
    return found


class TestRelations:
    @pytest.mark.parametrize("path", ["/@/bram/tie/", "/m/{code}/across/"])
    def test_following_blocking_and_muting_are_undone(
        self, path: str, game: Game, ana: User, ana_client: Client
    ) -> None:
        for kind in (known.FOLLOW, known.BLOCK, known.MUTE):
            for prefix, exists in (("", True), ("un", False)):
                assert do(ana_client, path.format(code=game.code), f"{prefix}{kind}").json()["ok"]
                assert Relation.objects.filter(by=ana, kind=kind).exists() is exists

    def test_buttons_of_the_list_are_for_its_owner(
        self, ana: User, bram: User, ana_client: Client, cleo_client: Client
    ) -> None:
        relations.follow(bram, ana)
        theirs = Relation.objects.get()
        assert do(cleo_client, "/friends/tie/", "block", tie=theirs.pk).status_code == 404
        assert do(ana_client, "/friends/tie/", "follow", tie=theirs.pk).json()["ok"]
        assert known.are_friends(ana, bram)
        mine = Relation.objects.get(by=ana)
        assert do(ana_client, "/friends/tie/", "unfollow", tie=mine.pk).json()["ok"]
        assert [do(ana_client, "/friends/tie/", "follow", tie=tie).status_code for tie in ("x", "", 999)] == [404] * 3

    def test_invalid_requests_are_refused(
        self, game: Game, ana: User, bram: User, ana_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        assert do(ana_client, "/@/bram/tie/", "eat").json()["code"] == "invalid"
        assert do(ana_client, "/@/nobody/tie/", "follow").status_code == 404
        assert do(visitor, "/@/bram/tie/", "follow").status_code == 403
        assert do(cleo_client, f"/m/{game.code}/across/", "follow").status_code == 404
        alone = lobby.create_game(ana, MatchOptions())
        assert do(ana_client, f"/m/{alone.code}/across/", "follow").json()["code"] == "no_such_person"
        User.objects.filter(pk=bram.pk).update(profile_for="friends")
        assert do(ana_client, "/@/bram/tie/", "follow").status_code == 404


class TestPage:
    def test_shows_friends_and_who_is_online(self, ana: User, bram: User, cleo: User, ana_client: Client) -> None:
        relations.follow(ana, cleo)
        relations.follow(ana, bram)
        relations.follow(bram, ana)
        online_users.mark_online([bram.pk, cleo.pk])
        assert re.search(r"Bram online Friend: .* Cleo Doesn't follow you", main_text(ana_client, "/friends/"))

    def test_finds_a_user_by_name(self, ana_client: Client, bram: User) -> None:
        assert ana_client.get("/friends/?name=Bram")["Location"] == "/@/bram/"
        assert ana_client.get("/friends/?name=Nobody").status_code == 400

    def test_stores_who_may_challenge(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/friends/", {"here_for": "nobody", "challenged_by": "friends"})
        ana.refresh_from_db()
        assert (ana.here_for, ana.challenged_by) == ("nobody", "friends")

    def test_asks_a_guest_to_sign_up(self, browser_of: Any, visitor: Client) -> None:
        assert "Friends need an account" in main_text(browser_of(guest("Gita")), "/friends/")
        assert visitor.get("/friends/")["Location"].startswith("/account/login/")


class TestChallenge:
    def test_is_notified_and_accepted(self, ana: User, bram: User, ana_client: Client, bram_client: Client) -> None:
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        assert "You challenged Bram" in main_text(ana_client, page)
        (notification,) = notifications(bram_client)
        assert (notification["kind"], notification["text"], notification["url"]) == (
            "challenge",
            "Ana challenges you to a game.",
            page,
        )
        assert "Challenges Ana" in main_text(bram_client, "/")
        assert bram_client.post(notification["answers"]["join"], headers=JSON).json()["url"] == page
        assert notifications(ana_client)[0]["kind"] == "start"

    def test_only_the_challenged_player_gets_in_by_the_link(
        self, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        assert "Only Bram" in main_text(ana_client, "/@/bram/challenge/")
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        assert "Only Bram can accept, on" in main_text(ana_client, page)
        link = urlsplit(ana_client.get(page, headers=JSON).json()["invitation"]).path
        people, join = User.objects.count(), {"token": link.split("/")[3], "name": "Gita"}
        for other in (cleo_client, visitor):
            assert "Only Bram can accept this challenge." in main_text(other, link)
            assert f"{page}join/" not in other.get(link).content.decode()
            assert other.post(f"{page}join/", join, headers=JSON).json()["code"] == "not_challenged"
        assert "Are you Bram ? Log in to accept it." in main_text(visitor, link)
        assert User.objects.count() == people, "no guest was made"
        assert "Join game" in main_text(bram_client, link)
        assert bram_client.post(f"{page}join/", join, headers=JSON).json()["url"] == page

    def test_is_declined(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client
    ) -> None:
        page = ana_client.post("/@/bram/challenge/", FORM)["Location"]
        decline = notifications(bram_client)[0]["answers"]["decline"]
        assert cleo_client.post(decline, headers=JSON).status_code == 404
        assert cleo_client.get(page).status_code == 404
        assert bram_client.post(decline, headers=JSON).json()["ok"]
        assert "Bram declined your challenge" in main_text(ana_client, page)
        assert notifications(bram_client) == []


class TestBlocked:
    """Bram, whom Ana has blocked, gets the answers that he gets without a block."""

    def test_an_invitation_looks_like_a_private_one(
        self, ana: User, bram_client: Client, bram: User, invitation: Game, cleo_client: Client
    ) -> None:
        private = lobby.create_game(ana, MatchOptions(listed=False))
        relations.block(ana, bram)
        for game in (invitation, private):
            page = bram_client.get(f"/m/{game.code}/", headers=JSON)
            join = bram_client.post(f"/m/{game.code}/join/", headers=JSON)
            token = bram_client.get(f"/i/{game.code}/{lobby.invite_token(game)}/", headers=JSON)
            assert {answer.status_code for answer in (page, join, token)} == {404}
            assert refusal_code(admit_to_match, game.code, cookies(bram_client)) == "no_such_game"
        assert invitation.code not in bram_client.get("/lobby/").content.decode()
        assert invitation.code in cleo_client.get("/lobby/").content.decode()
        assert cleo_client.get(f"/m/{invitation.code}/").status_code == 200
        assert admit_to_match(invitation.code, cookies(cleo_client)).player_id is None

    def test_a_challenge_looks_as_before_and_is_not_delivered(
        self, ana: User, bram: User, bram_client: Client, ana_client: Client
    ) -> None:
        profile = without_csrf_token(bram_client)
        relations.block(ana, bram)
        assert without_csrf_token(bram_client) == profile
        page = bram_client.post("/@/ana/challenge/", FORM)["Location"]
        assert "You challenged Ana" in main_text(bram_client, page)
        assert notifications(ana_client) == []
        assert ana_client.get(page).status_code == 404
        code = Challenge.objects.get().game.code
        assert ana_client.post(f"/m/{code}/decline/", headers=JSON).status_code == 404

    def test_an_offered_rematch_is_not_notified(
        self, game: Game, ana: User, bram: User, ana_client: Client, bram_client: Client
    ) -> None:
        bram_client.post(f"/m/{game.code}/resign/")
        relations.block(ana, bram)
        assert bram_client.post(f"/m/{game.code}/rematch/", headers=JSON).json()["ok"]
        assert match_of(game).asked == (False, True)
        assert notifications(ana_client) == []


def cookies(client: Client) -> dict[str, str]:
    return {name: cookie.value for name, cookie in client.cookies.items()}
