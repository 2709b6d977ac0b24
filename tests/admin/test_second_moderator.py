"""Looks at hidden cards are shown to all moderators, and later actions wait for a second one."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from games.models import Act, Game, Proposal, Report
from games.services.moderation.games import reveal_cards
from games.services.moderation.permissions import Moderator
from games.state.game_state import Status
from tests.admin.addresses import change_page, list_page, post_action
from tests.moderators import WHY

LOOKED = "Hidden cards viewed"
ALONE = "No other moderator can confirm"


def shown(desk: Client, path: str) -> str:
    return desk.get(path).content.decode()


def second(kept: Proposal, step: str) -> str:
    return reverse("admin:games_game_second", args=[kept.game_id, kept.pk, step])


class TestLook:
    def test_is_shown_to_other_moderators(self, game: Game, desk: Client, other_desk: Client, mona: Moderator) -> None:
        reveal_cards(mona, game, WHY)
        for path in ("/admin/", list_page(Report)):
            assert LOOKED not in shown(desk, path)
            told = shown(other_desk, path)
            assert LOOKED in told
            assert game.code in told
            assert "Mona" in told

    def test_stays_in_the_log_of_the_game(self, game: Game, desk: Client, other_desk: Client, mona: Moderator) -> None:
        assert LOOKED not in shown(desk, change_page(game))
        reveal_cards(mona, game, WHY)
        game.refresh_from_db()
        assert LOOKED in shown(desk, change_page(game))
        assert LOOKED in shown(other_desk, change_page(game))

    def test_is_shown_to_a_moderator_who_plays_there(
        self, game: Game, desk: Client, mona: Moderator, nils: Moderator
    ) -> None:
        reveal_cards(nils, game, WHY)
        game.players.filter(seat=1).update(user=mona.user)
        told = shown(desk, change_page(game))
        assert LOOKED in told
        assert "its log stays hidden" in told


class TestActionAfterLook:
    def test_waits_for_a_second_moderator(self, game: Game, desk: Client, nils: Moderator, mona: Moderator) -> None:
        reveal_cards(mona, game, WHY)
        told = desk.post(f"/admin/games/game/{game.pk}/act/award/", _award(), follow=True).content.decode()
        game.refresh_from_db()
        assert "Nothing changes until another moderator confirms." in told
        assert (game.status, Act.objects.count(), Proposal.objects.count()) == (Status.PLAYING, 1, 1)
        assert ALONE not in told

    def test_is_confirmed_by_another_moderator(
        self, game: Game, desk: Client, other_desk: Client, mona: Moderator
    ) -> None:
        kept = self.proposed(game, desk, mona)
        assert "waiting for a second moderator" in shown(other_desk, "/admin/")
        assert second(kept, "confirm") in shown(other_desk, change_page(game))
        assert second(kept, "confirm") not in shown(desk, change_page(game))
        assert other_desk.get(second(kept, "confirm")).status_code == 302
        game.refresh_from_db()
        assert game.status == Status.PLAYING
        other_desk.post(second(kept, "confirm"))
        game.refresh_from_db()
        assert (game.status, game.winner) == (Status.FINISHED, 1)
        assert "waiting for a second moderator" not in shown(other_desk, "/admin/")

    def test_is_not_confirmed_by_its_proposer(self, game: Game, desk: Client, mona: Moderator) -> None:
        kept = self.proposed(game, desk, mona)
        assert "You proposed this, so" in desk.post(second(kept, "confirm"), follow=True).content.decode()

    def test_a_single_moderator_is_warned(self, game: Game, desk: Client, mona: Moderator) -> None:
        reveal_cards(mona, game, WHY)
        told = desk.post(f"/admin/games/game/{game.pk}/act/award/", _award(), follow=True).content.decode()
        assert "no other moderator can do that now" in told
        assert ALONE in told

    def test_undoing_waits_too(self, game: Game, desk: Client, other_desk: Client, mona: Moderator) -> None:
        post_action(other_desk, game, "award", winner="1")
        reveal_cards(mona, game, WHY)
        act = Act.objects.get(what="award")
        post_action(desk, act, "undo")
        assert not Act.objects.filter(undoes=act).exists()
        other_desk.post(second(Proposal.objects.get(), "confirm"))
        assert Act.objects.get(undoes=act).who == mona.user

    def proposed(self, game: Game, desk: Client, mona: Moderator) -> Proposal:
        reveal_cards(mona, game, WHY)
        post_action(desk, game, "award", winner="1")
        return Proposal.objects.get()


def _award() -> dict[str, str]:
    return {"winner": "1", "reason": "x", "step": "do"}
