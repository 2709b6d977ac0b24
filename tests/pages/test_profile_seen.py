"""Who sees the page about somebody's games, and by which name it is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import limits
from games.models import User
from games.people import profiles
from games.services import moderation
from games.services.minds import sitting
from games.services.moderation import Judge
from games.services.online import lobby, play
from games.services.people import erasing, leaving
from games.services.people.ties import block, follow
from games.stories.online import Options
from tests.moderators import WHY
from tests.pages.profiles import HERE, body, codes, played, said
from tests.people import guest
from tests.services.plays import play_at_once
from tests.services.test_results import confirm, scored

pytestmark = pytest.mark.django_db(transaction=True)


class TestWhoSeesIt:
    def test_two_worlds_with_and_without_a_private_game_look_alike_to_strangers(
        self,
        ana: User,
        bram: User,
        cleo_client: Client,
        bram_client: Client,
        ana_client: Client,
        visitor: Client,
    ) -> None:
        played(ana, bram, ana)
        before = [body(client) for client in (visitor, cleo_client)]
        private, unwatched = (played(ana, bram, bram, **{name: False}) for name in ("listed", "watch"))
        alone, *phones = scored(ana, bram, watch=False)
        confirm(alone, *phones)
        assert [body(client) for client in (visitor, cleo_client)] == before
        assert private.code not in codes(visitor, f"{HERE}?before={private.code}")
        for client in (bram_client, ana_client):
            assert {private.code, unwatched.code, alone.code} < set(codes(client))

    def test_a_table_is_counted_for_strangers_and_named_to_nobody(
        self, ana: User, bram: User, visitor: Client, bram_client: Client
    ) -> None:
        game, *phones = scored(ana, bram)
        confirm(game, *phones)
        assert "With the real deck 1 0 0" in said(visitor)
        assert codes(visitor) == []
        assert "Bram" not in said(visitor)
        assert codes(bram_client) == [game.code]

    def test_hidden_cards_are_nowhere(self, ana: User, bram: User, visitor: Client, ana_client: Client) -> None:
        game = lobby.create(ana, Options(lead="creator"))
        lobby.join(game, bram)
        play_at_once(game, 5)
        play.resign(game, bram)
        for client in (visitor, ana_client):
            assert not re.search(r"\b[GKUDP]\d\b", client.get(HERE).content.decode())

    def test_nobody_but_oneself(self, ana: User, bram: User, ana_client: Client, visitor: Client) -> None:
        played(ana, bram, bram)
        assert ana_client.post("/@/", {"seen_by": "nobody"})["Location"] == "/@/"
        assert visitor.get(HERE).status_code == 404
        assert body(visitor) == body(visitor, "/@/nana/").replace("/@/nana/", HERE)
        assert "Against people 1 0 0" in said(ana_client)
        assert "Against people 1 0 0" in said(ana_client, "/@/")
        assert 'href="/@/ana/"' not in visitor.get("/@/bram/").content.decode()
        ana_client.post("/@/", {"seen_by": "everybody"})
        assert 'href="/@/ana/"' in visitor.get("/@/bram/").content.decode()

    def test_friends_alone(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        played(ana, bram, bram)
        ana_client.post("/@/", {"seen_by": "friends"})
        follow(bram, ana)
        assert {client.get(HERE).status_code for client in (visitor, cleo_client, bram_client)} == {404}
        follow(ana, bram)
        assert "Against people" in said(bram_client)
        assert cleo_client.get(HERE).status_code == 404
        assert 'href="/@/ana/"' not in cleo_client.get("/@/bram/").content.decode()
        block(ana, bram)
        assert bram_client.get(HERE).status_code == 404

    def test_what_is_no_choice(self, ana: User, ana_client: Client, browser_of: Callable[[User], Client]) -> None:
        told = {"accept": "application/json"}
        assert ana_client.post("/@/", {"seen_by": "cats"}, headers=told).json()["code"] == "no_choice"
        gita = browser_of(guest("Gita"))
        assert gita.post("/@/", {"seen_by": "everybody"}, headers=told).json()["code"] == "no_choice"

    def test_a_guest_has_a_page_that_nobody_else_sees(
        self, ana: User, browser_of: Callable[[User], Client], visitor: Client
    ) -> None:
        gita = guest("Gita")
        played(gita, ana, ana)
        assert "Against people 1 0 0" in said(browser_of(gita), "/@/")
        assert [visitor.get(f"/@/{name}/").status_code for name in ("Gita", "guest-gita")] == [404, 404]
        assert visitor.get("/@/")["Location"].startswith("/account/login/")

    def test_not_as_fast_as_one_likes(self, ana: User, visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "hit", lambda scope, key: scope != "profile")
        assert visitor.get(HERE).status_code == 429


class TestNames:
    def muted(self, ana: User, mona: Judge) -> None:
        moderation.mute(mona, ana, None, WHY)

    def closed(self, ana: User, mona: Judge) -> None:
        moderation.close(mona, ana, WHY)

    def left(self, ana: User, mona: Judge) -> None:
        leaving.leave(ana)

    def erased(self, ana: User, mona: Judge) -> None:
        leaving.leave(ana)
        assert erasing.erase(User.objects.get(pk=ana.pk))

    @pytest.mark.parametrize("happens", [muted, closed, left, erased])
    def test_who_has_no_name_now_has_no_page_and_is_found_by_none(
        self, happens: Callable[[Any, User, Judge], None], ana: User, bram: User, mona: Judge, visitor: Client
    ) -> None:
        played(ana, bram, ana)
        happens(self, ana, mona)
        assert visitor.get(HERE).status_code == 404
        assert codes(visitor, "/@/bram/?against=ana") == []
        page = visitor.get("/@/bram/").content.decode()
        assert 'href="/@/' not in page[page.index("<main") :]
        assert happens is type(self).closed or not re.search(r"\bAna\b", page)

    def test_who_was_renamed_goes_by_the_new_name_alone(self, ana: User, bram: User, mona: Judge) -> None:
        moderation.rename(mona, ana, "Lily", WHY)
        assert profiles.called("ana") is None
        found = profiles.called("Lily")
        assert found == ana
        assert profiles.address(found) == "/@/Lily/"

    def test_of_two_with_one_name_it_is_the_one_who_logs_in_by_it(self, ana: User, bram: User, cleo: User) -> None:
        User.objects.filter(pk__in=[bram.pk, cleo.pk]).update(display_name="ana")
        assert profiles.called("ana") == ana
        User.objects.filter(pk=ana.pk).update(display_name="Other")
        assert profiles.called("ana") is None

    def test_any_name_that_an_account_may_have_is_an_address(self, visitor: Client) -> None:
        for name in ("W" * 20, "名" * 20, "Ana van Dam", "a.b+c'd", "été"):
            user = User.objects.create(username=name, display_name=name)
            assert visitor.get(profiles.address(user)).status_code == 200
        staff = User.objects.create(username="x" * 60)
        assert visitor.get(profiles.address(staff)).status_code == 200

    def test_the_site_s_own_have_no_page(self, ana: User, visitor: Client) -> None:
        game = sitting.begin(ana, "page")
        own = game.players.get(seat=1).user
        assert profiles.address(own) == ""
        assert [visitor.get(f"/@/{name}/").status_code for name in ("site/page", own.shown)] == [404, 404]

    def test_names_lead_there_where_they_stand(self, ana: User, bram: User, bram_client: Client) -> None:
        lobby.create(ana, Options())
        game = played(ana, bram, bram)
        for address in ("/", f"/m/{game.code}/replay/"):
            assert 'href="/@/ana/"' in bram_client.get(address).content.decode(), address
