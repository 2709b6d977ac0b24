"""The log: claimed by version, appended to, never edited, and the same wherever it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.eventlog import event_store, storage
from games.eventlog.event_store import StateCache
from games.models import Entry, Game, User
from games.services.companion import tables
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby, play
from games.services.moderation.games import cancel_game, freeze_game, strike_entry
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.state.game_state import Event
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from tests.moderators import WHY
from tests.services.companion.entries import acts, card, honest_game, item, log_tricks, two_phones
from tests.services.matches.games import code_of, match_of, play_next, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(game: Game, plies: int) -> None:
    """Let another process play: this one's memory stays as it is."""
    remembered = event_store.state_cache.get(game.pk)
    play_out(game, plies)
    event_store.state_cache.clear()
    if remembered is not None:
        event_store.state_cache.put(remembered)


class TestVersionFirst:
    def test_a_card_for_the_ply_that_another_process_played_is_stale(self, game: Game, ana: User) -> None:
        card = code_of(game)
        match_of(game)
        elsewhere(game, 1)
        assert refusal_code(play.play_card, game.pk, ana.pk, card, 0, "late") == "stale_ply"

    def test_a_card_after_what_another_process_played_is_accepted(self, game: Game) -> None:
        play_next(game)
        elsewhere(game, 1)
        stale = event_store.state_cache.get(game.pk)
        version = play_next(game)
        assert stale is not None
        assert version == stale.version + 2 == game.entries.count()

    def test_an_answer_given_by_another_process_is_given_again(self, game: Game, ana: User) -> None:
        card = code_of(game)
        remembered = match_of(game)
        version = play.play_card(game.pk, ana.pk, card, 0, "tap")
        event_store.state_cache.clear()
        event_store.state_cache.put(remembered)
        assert play.play_card(game.pk, ana.pk, card, 0, "tap") == version

    def test_whoever_is_always_second_is_told_to_try_again(
        self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(storage, "claim_versions", lambda appends: False)
        assert refusal_code(play.play_card, game.pk, ana.pk, code_of(game), 0, "a") == "busy"


class TestAppendOnly:
    def test_reading_again_gives_the_same_game(self, game: Game) -> None:
        play_out(game)
        cached = event_store.state_cache.get(game.pk)
        event_store.state_cache.clear()
        assert match_of(game) == cached

    @pytest.mark.parametrize("clash", ["number", "client_id"])
    def test_the_database_itself_refuses_two_of_one_kind(self, game: Game, clash: str) -> None:
        play_next(game)
        last = game.entries.last()
        assert last is not None
        twin = Entry(game=game, kind="played", seat=0, data={"card": "G0"}, number=99, client_id="other")
        setattr(twin, clash, getattr(last, clash))
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save()

    def test_two_games_may_use_the_same_ids(self, ana: User, bram: User) -> None:
        for _ in range(2):
            game = lobby.create_game(ana, MatchOptions(lead="creator"))
            lobby.join_game(game, bram)
            play.play_card(game.pk, ana.pk, code_of(game), 0, "tap")
        assert Entry.objects.filter(client_id="0:tap").values("game").distinct().count() == 2


class TestCache:
    def story(self, game_id: int, version: int) -> MatchState:
        return replace(MatchState(game_id, "CODE"), version=version)

    def test_an_older_story_never_replaces_a_newer_one(self) -> None:
        cache = StateCache(2)
        cache.put(self.story(1, 5))
        cache.put(self.story(1, 4))
        assert cache.get(1) == self.story(1, 5)

    def test_a_played_game_is_not_the_oldest(self) -> None:
        cache = StateCache(2)
        cache.put(self.story(1, 1))
        cache.put(self.story(2, 1))
        cache.put(self.story(1, 2))
        cache.put(self.story(3, 1))
        assert [cache.get(game_id) is not None for game_id in (1, 2, 3)] == [True, False, True]


def test_a_card_before_the_deal_is_no_story() -> None:
    with pytest.raises(ValueError, match="before the deal"):
        MatchState(1, "CODE").fold([Event(MatchEventKind.PLAYED, 0, {"card": "G0"})])


def test_a_game_whose_row_is_deleted_meanwhile_is_none_and_leaves_nothing(ana: User) -> None:
    game = lobby.create_game(ana, MatchOptions())
    row = Game.objects.get(pk=game.pk)
    event_store.state_cache.clear()
    Game.objects.filter(pk=game.pk).delete()
    assert refusal_code(event_store.get_state, MatchState, row) == "no_such_game"
    assert event_store.state_cache.get(row.pk) is None


def online(ana: User, bram: User, mona: Moderator) -> None:
    """A game played, judged, given back to the players, played on, and once more."""
    game = lobby.create_game(ana, MatchOptions(lead="creator"))
    lobby.join_game(game, bram)
    play_out(game, 5)
    undo_act(mona, freeze_game(mona, game, WHY), WHY)
    undo_act(mona, cancel_game(mona, game, WHY), WHY)
    play_out(game, 2)
    play.resign(game, ana)
    lobby.answer_rematch(game, ana)
    lobby.answer_rematch(game, bram, accept=False)
    lobby.answer_rematch(game, ana, accept=False)


def table(ana: User, bram: User, mona: Moderator) -> None:
    """A game logged with second thoughts, its people moved about, struck by a moderator, closed and begun again."""
    game, one, two = two_phones()
    log_tricks(game, (one, two), honest_game(3), 3)
    there = str(honest_game(3).tricks[0].lead)
    acts(game, one, card(1, 1, "lead", "P9", instead=there), item("undo", number=6), item("name", seat=1, name="Bo"))
    number = game.entries.filter(kind="logged").first().number  # type: ignore[union-attr]
    undo_act(mona, strike_entry(mona, game, number, WHY), WHY)
    tables.move_device(game, two.at(game), two.at(game).pk, PlaceChoice.DISPLAY)
    acts(game, one, item("close"), item("rematch"))


SEVERAL = re.compile(r"^\d+ times: ")
"""What stands before a statement that was executed for several rows."""


@pytest.mark.parametrize("happens", [online, table])
def test_entries_are_only_inserted_and_selected(
    happens: Callable[[User, User, Moderator], None], ana: User, bram: User, mona: Moderator
) -> None:
    with CaptureQueriesContext(connection) as statements:
        happens(ana, bram, mona)
    touching = [one["sql"] for one in statements.captured_queries if "games_entry" in one["sql"]]
    assert {SEVERAL.sub("", sql).split()[0] for sql in touching} == {"INSERT", "SELECT"}
    assert Game.objects.exists()
