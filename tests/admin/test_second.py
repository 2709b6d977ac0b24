"""At the desk every look at hidden cards is told to all moderators, and acts wait there for a second one."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from games.models import Act, Game, Proposal, Report
from games.services.moderation import Judge, reveal
from games.stories.status import Status
from tests.admin.desks import do, listing, page
from tests.moderators import WHY

LOOKED = "Hidden cards were looked at"
ALONE = "Nobody else has the permission"


def shown(desk: Client, path: str) -> str:
    return desk.get(path).content.decode()


def second(kept: Proposal, step: str) -> str:
    return reverse("admin:games_game_second", args=[kept.game_id, kept.pk, step])


class TestALook:
    def test_is_told_to_the_others_on_the_first_page_and_in_the_queue(
        self, game: Game, desk: Client, other_desk: Client, mona: Judge
    ) -> None:
        reveal(mona, game, WHY)
        for path in ("/admin/", listing(Report)):
            assert LOOKED not in shown(desk, path)
            told = shown(other_desk, path)
            assert LOOKED in told
            assert game.code in told
            assert "Mona" in told

    def test_stays_in_the_story_of_the_game_for_all(
        self, game: Game, desk: Client, other_desk: Client, mona: Judge
    ) -> None:
        assert LOOKED not in shown(desk, page(game))
        reveal(mona, game, WHY)
        game.refresh_from_db()
        assert LOOKED in shown(desk, page(game))
        assert LOOKED in shown(other_desk, page(game))

    def test_is_told_to_a_moderator_who_plays_there(self, game: Game, desk: Client, mona: Judge, nils: Judge) -> None:
        reveal(nils, game, WHY)
        game.players.filter(seat=1).update(user=mona.user)
        told = shown(desk, page(game))
        assert LOOKED in told
        assert "its story is not shown" in told


class TestAnActAfterIt:
    def test_waits_and_the_game_goes_on(self, game: Game, desk: Client, nils: Judge, mona: Judge) -> None:
        reveal(mona, game, WHY)
        told = desk.post(f"/admin/games/game/{game.pk}/act/award/", _award(), follow=True).content.decode()
        game.refresh_from_db()
        assert "Nothing changes until another moderator confirms." in told
        assert (game.status, Act.objects.count(), Proposal.objects.count()) == (Status.PLAYING, 1, 1)
        assert ALONE not in told

    def test_the_other_moderator_finds_and_confirms_it(
        self, game: Game, desk: Client, other_desk: Client, mona: Judge
    ) -> None:
        kept = self.proposed(game, desk, mona)
        assert "wait for a second moderator" in shown(other_desk, "/admin/")
        assert second(kept, "confirm") in shown(other_desk, page(game))
        assert second(kept, "confirm") not in shown(desk, page(game))
        assert other_desk.get(second(kept, "confirm")).status_code == 302
        game.refresh_from_db()
        assert game.status == Status.PLAYING
        other_desk.post(second(kept, "confirm"))
        game.refresh_from_db()
        assert (game.status, game.winner) == (Status.FINISHED, 1)
        assert "wait for a second moderator" not in shown(other_desk, "/admin/")

    def test_can_be_turned_down(self, game: Game, desk: Client, other_desk: Client, mona: Judge) -> None:
        kept = self.proposed(game, desk, mona)
        other_desk.post(second(kept, "turn-down"))
        game.refresh_from_db()
        assert game.status == Status.PLAYING
        assert second(kept, "confirm") not in shown(other_desk, page(game))

    def test_who_proposed_it_cannot_confirm_it(self, game: Game, desk: Client, mona: Judge) -> None:
        kept = self.proposed(game, desk, mona)
        assert "You proposed this yourself" in desk.post(second(kept, "confirm"), follow=True).content.decode()

    def test_an_only_moderator_is_told(self, game: Game, desk: Client, mona: Judge) -> None:
        reveal(mona, game, WHY)
        told = desk.post(f"/admin/games/game/{game.pk}/act/award/", _award(), follow=True).content.decode()
        assert "nobody else has the permission for it now" in told
        assert ALONE in told

    def test_undoing_waits_too(self, game: Game, desk: Client, other_desk: Client, mona: Judge) -> None:
        do(other_desk, game, "award", winner="1")
        reveal(mona, game, WHY)
        act = Act.objects.get(what="award")
        do(desk, act, "undo")
        assert not Act.objects.filter(undoes=act).exists()
        other_desk.post(second(Proposal.objects.get(), "confirm"))
        assert Act.objects.get(undoes=act).who == mona.user

    def proposed(self, game: Game, desk: Client, mona: Judge) -> Proposal:
        reveal(mona, game, WHY)
        do(desk, game, "award", winner="1")
        return Proposal.objects.get()


def _award() -> dict[str, str]:
    return {"winner": "1", "reason": "x", "step": "do"}
