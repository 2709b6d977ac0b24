"""Profiles: results, filters and pages of games, and their audience."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Result, User
from games.queries import profiles, results
from games.queries.results import Score, Streaks
from games.services.accounts import deletion, erasure
from games.services.bots import bot_games
from games.services.matches import lobby, play
from games.services.moderation.people import close_account, mute_person, rename_person
from games.services.moderation.permissions import Moderator
from games.services.social.relations import block, follow
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.people import guest, person
from tests.services.ratings.test_results import confirm, scored
from tests.views.profiles import ANAS_PROFILE, finish_game, listed_codes, main_text, make_results, without_csrf_token

pytestmark = pytest.mark.django_db(transaction=True)


class TestResults:
    def test_counts_each_kind_of_game_separately(self, ana: User, bram: User, cleo_client: Client) -> None:
        finish_game(ana, bram, bram)
        for _ in range(3):
            play.resign(bot_games.create_game(ana, "page"), ana)
        confirm(*scored(ana, bram))
        page = main_text(cleo_client)
        assert "Against people 1 0 0 Against the computer 0 3 0 With real cards 1 0 0" in page

    def test_counts_votes_by_faction(self, ana: User, bram: User, visitor: Client) -> None:
        finish_game(ana, bram)
        bot_games.create_game(ana, "page")
        row = Result.objects.get(user=ana)
        Result.objects.create(**_copy(row, game=finish_game(ana, bram), seat=2, sort="site", votes="GKUDP", lost=""))
        votes = results.count_faction_votes(results.count_results(Result.objects.filter(game=row.game, user=ana)))
        assert "".join(vote.faction for vote in votes if vote.won) == row.votes
        assert "".join(vote.faction for vote in votes if vote.lost) == row.lost
        total = results.count_faction_votes(results.count_results(ana.results.all()))
        assert sum(vote.won for vote in total) == sum(len(one.votes) for one in ana.results.exclude(sort="site"))

    @pytest.mark.parametrize(
        ("outcomes", "streaks"),
        [("", (0, 0)), ("w", (1, 1)), ("wwl", (0, 2)), ("lww", (2, 2)), ("wwwdw", (1, 3)), ("ldl", (0, 0))],
    )
    def test_streaks(self, outcomes: str, streaks: tuple[int, int], ana: User, bram: User) -> None:
        make_results(ana, bram, outcomes)
        assert results.get_streaks(ana.results.all()) == Streaks(*streaks)

    def test_head_to_head_is_sorted_by_games(self, ana: User, bram: User, cleo: User) -> None:
        make_results(ana, bram, "wl")
        make_results(ana, cleo, "wld")
        gone = person("Zeb")
        make_results(ana, gone, "wwww")
        User.objects.filter(pk=gone.pk).update(leaving_at=timezone.now())
        assert results.list_opponents(ana.results.all()) == [(cleo, Score(1, 1, 1)), (bram, Score(1, 1, 0))]

    def test_a_new_account_has_none(self, ana: User, ana_client: Client, visitor: Client) -> None:
        assert "You haven't finished a game yet." in main_text(ana_client, "/@/")
        assert "No finished games to show." in main_text(visitor)


class TestGames:
    @pytest.fixture
    def three(self, ana: User, bram: User, cleo: User) -> list[str]:
        """Codes of a game won of Bram, one lost to Cleo and one lost to a bot, the latest first."""
        alone = bot_games.create_game(ana, "herald")
        play.resign(alone, ana)
        games = [alone, finish_game(ana, cleo, ana), finish_game(ana, bram, bram)]
        for days, game in enumerate(reversed(games)):
            Result.objects.filter(game=game).update(at=timezone.now() - timedelta(days=10 * days))
        return [game.code for game in reversed(games)]

    FILTERS: ClassVar[dict[str, list[int]]] = {
        "": [0, 1, 2],
        "?sort=people": [0, 1],
        "?sort=site": [2],
        "?outcome=won": [0],
        "?outcome=lost&sort=people": [1],
        "?days=7": [0],
        "?days=30": [0, 1, 2],
        "?against=cleo": [1],
        "?against=Morvane+Sallow": [2],
        "?against=nobody": [],
        "?against=site/herald": [],
        "?sort=x&outcome=x&days=x": [0, 1, 2],
        "?days=-1": [0, 1, 2],
    }

    def test_filters(self, three: list[str], visitor: Client) -> None:
        for query, indexes in self.FILTERS.items():
            assert listed_codes(visitor, ANAS_PROFILE + query) == [three[index] for index in indexes], query
        assert "2 games: 1 won, 1 lost, 0 drawn" in main_text(visitor, f"{ANAS_PROFILE}?sort=people")
        assert "No games match this filter." in main_text(visitor, f"{ANAS_PROFILE}?outcome=draw")

    def test_pagination(self, ana: User, bram: User, visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(results, "PAGE_SIZE", 2)
        make_results(ana, bram, "wwwww")
        Result.objects.update(at=timezone.now())
        found, address = list[str](), ANAS_PROFILE
        for size in (2, 2, 1):
            some = listed_codes(visitor, address)
            assert len(some) == size
            found += some
            address = f"{ANAS_PROFILE}?before={some[-1]}"
        assert found == [game.code for game in Game.objects.order_by("-pk")]
        assert "Older games" not in main_text(visitor, address)


def _copy(row: Result, **changes: Any) -> dict[str, Any]:
    fields = {field.name: getattr(row, field.name) for field in Result._meta.concrete_fields if not field.primary_key}
    return fields | changes


class TestAudience:
    def test_a_private_game_changes_nothing_for_strangers(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        finish_game(ana, bram, ana)
        before = [without_csrf_token(client) for client in (visitor, cleo_client)]
        private, unwatched = (finish_game(ana, bram, bram, **{name: False}) for name in ("listed", "watch"))
        alone, *phones = scored(ana, bram, watch=False)
        confirm(alone, *phones)
        assert [without_csrf_token(client) for client in (visitor, cleo_client)] == before
        assert private.code not in listed_codes(visitor, f"{ANAS_PROFILE}?before={private.code}")
        for client in (bram_client, ana_client):
            assert {private.code, unwatched.code, alone.code} < set(listed_codes(client))

    def test_a_table_is_counted_without_names_for_strangers(
        self, ana: User, bram: User, visitor: Client, bram_client: Client
    ) -> None:
        game, *phones = scored(ana, bram)
        confirm(game, *phones)
        assert "With real cards 1 0 0" in main_text(visitor)
        assert listed_codes(visitor) == []
        assert "Bram" not in main_text(visitor)
        assert listed_codes(bram_client) == [game.code]

    def test_a_hidden_profile_looks_like_an_unknown_name(
        self, ana: User, bram: User, ana_client: Client, visitor: Client
    ) -> None:
        finish_game(ana, bram, bram)
        assert ana_client.post("/@/", {"seen_by": "nobody"})["Location"] == "/@/"
        assert visitor.get(ANAS_PROFILE).status_code == 404
        assert without_csrf_token(visitor) == without_csrf_token(visitor, "/@/nana/").replace("/@/nana/", ANAS_PROFILE)
        assert "Against people 1 0 0" in main_text(ana_client)
        assert "Against people 1 0 0" in main_text(ana_client, "/@/")
        assert 'href="/@/ana/"' not in visitor.get("/@/bram/").content.decode()
        ana_client.post("/@/", {"seen_by": "everybody"})
        assert 'href="/@/ana/"' in visitor.get("/@/bram/").content.decode()

    def test_a_profile_for_friends_is_for_people_whom_its_owner_follows_back(
        self, ana: User, bram: User, ana_client: Client, bram_client: Client, cleo_client: Client, visitor: Client
    ) -> None:
        finish_game(ana, bram, bram)
        ana_client.post("/@/", {"seen_by": "friends"})
        follow(bram, ana)
        assert {client.get(ANAS_PROFILE).status_code for client in (visitor, cleo_client, bram_client)} == {404}
        follow(ana, bram)
        assert "Against people" in main_text(bram_client)
        assert cleo_client.get(ANAS_PROFILE).status_code == 404
        assert 'href="/@/ana/"' not in cleo_client.get("/@/bram/").content.decode()
        block(ana, bram)
        assert bram_client.get(ANAS_PROFILE).status_code == 404

    def test_a_guest_sees_the_own_profile_alone(
        self, ana: User, browser_of: Callable[[User], Client], visitor: Client
    ) -> None:
        gita = guest("Gita")
        finish_game(gita, ana, ana)
        assert "Against people 1 0 0" in main_text(browser_of(gita), "/@/")
        assert [visitor.get(f"/@/{name}/").status_code for name in ("Gita", "guest-gita")] == [404, 404]
        assert visitor.get("/@/")["Location"].startswith("/account/login/")


def erase_account(person: User) -> None:
    deletion.delete_account(person)
    erasure.erase(User.objects.get(pk=person.pk))


GONE: dict[str, Callable[[User, Moderator], object]] = {
    "muted": lambda ana, mona: mute_person(mona, ana, None, WHY),
    "closed": lambda ana, mona: close_account(mona, ana, WHY),
    "left": lambda ana, mona: deletion.delete_account(ana),
    "erased": lambda ana, mona: erase_account(ana),
}


class TestNames:
    @pytest.mark.parametrize("how", GONE)
    def test_a_muted_closed_or_erased_account_has_no_profile(
        self, how: str, ana: User, bram: User, mona: Moderator, visitor: Client
    ) -> None:
        finish_game(ana, bram, ana)
        GONE[how](ana, mona)
        assert visitor.get(ANAS_PROFILE).status_code == 404
        assert listed_codes(visitor, "/@/bram/?against=ana") == []
        page = visitor.get("/@/bram/").content.decode()
        assert 'href="/@/' not in page[page.index("<main") :]
        assert how == "closed" or not re.search(r"\bAna\b", page)

    def test_a_renamed_account_is_found_by_its_new_name(self, ana: User, bram: User, mona: Moderator) -> None:
        rename_person(mona, ana, "Lily", WHY)
        assert profiles.get_by_name("ana") is None
        found = profiles.get_by_name("Lily")
        assert found == ana
        assert profiles.get_profile_url(found) == "/@/Lily/"

    def test_a_bot_has_no_profile(self, ana: User, visitor: Client) -> None:
        game = bot_games.create_game(ana, "page")
        own = game.players.get(seat=1).user
        assert profiles.get_profile_url(own) == ""
        assert [visitor.get(f"/@/{name}/").status_code for name in ("site/page", own.shown)] == [404, 404]

    def test_names_link_to_the_profile(self, ana: User, bram: User, bram_client: Client) -> None:
        lobby.create_game(ana, MatchOptions())
        game = finish_game(ana, bram, bram)
        for address in ("/", f"/m/{game.code}/replay/"):
            assert 'href="/@/ana/"' in bram_client.get(address).content.decode(), address
