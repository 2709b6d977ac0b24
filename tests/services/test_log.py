"""The log: claimed by version, appended to, never edited, and the same wherever it is read."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from games.models import Entry, Game, User
from games.rules.moves import legal_moves
from games.services.online import lobby, play
from games.store import broadcast, log, prepared
from games.store.known import Cache
from games.store.listeners import Commit
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from tests.services.plays import code_of, match_of, play_next, play_out, refusal_code, state_of

pytestmark = pytest.mark.django_db(transaction=True)
HERE = Path(__file__).resolve().parents[2]


def elsewhere(game: Game, plies: int) -> None:
    """Let another process play: this one's memory stays as it is."""
    remembered = log.cache.get(game.pk)
    play_out(game, plies)
    log.cache.clear()
    if remembered is not None:
        log.cache.put(remembered)


class TestVersionFirst:
    def test_the_first_statement_of_a_write_claims_the_version(self, game: Game, ana: User) -> None:
        card = code_of(game)
        with CaptureQueriesContext(connection) as statements:
            play.play(game.pk, ana.pk, card, 0, "a")
        kinds = [query["sql"].split()[0] for query in statements.captured_queries]
        assert kinds == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
        assert re.search(r'WHERE .*"version" = 4', statements.captured_queries[1]["sql"])

    def test_a_card_for_the_ply_that_another_process_played_is_stale(self, game: Game, ana: User) -> None:
        card = code_of(game)
        match_of(game)
        elsewhere(game, 1)
        assert refusal_code(play.play, game.pk, ana.pk, card, 0, "late") == "stale_ply"

    def test_a_card_after_what_another_process_played_is_accepted(self, game: Game) -> None:
        play_next(game)
        elsewhere(game, 1)
        stale = log.cache.get(game.pk)
        version = play_next(game)
        assert stale is not None
        assert version == stale.version + 2 == game.entries.count()

    def test_nothing_is_refused_for_what_only_this_process_does_not_know(self, game: Game) -> None:
        remembered = match_of(game)
        play_out(game, 2)
        state = state_of(game)
        sitter = match_of(game).sitters[state.to_play or 0]
        log.cache.clear()
        log.cache.put(remembered)
        assert sitter is not None
        play.play(game.pk, sitter.user_id, str(legal_moves(state)[0]), 2, "third")
        assert state_of(game).ply == 3

    def test_an_answer_given_by_another_process_is_given_again(self, game: Game, ana: User) -> None:
        card = code_of(game)
        remembered = match_of(game)
        version = play.play(game.pk, ana.pk, card, 0, "tap")
        log.cache.clear()
        log.cache.put(remembered)
        assert play.play(game.pk, ana.pk, card, 0, "tap") == version

    def test_whoever_is_always_second_is_told_to_try_again(
        self, game: Game, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(prepared, "update", lambda model, where, values: 0)
        assert refusal_code(play.play, game.pk, ana.pk, code_of(game), 0, "a") == "busy"

    def test_nothing_to_say_writes_nothing(self, game: Game) -> None:
        with CaptureQueriesContext(connection) as statements:
            log.append(Match, game.pk, lambda match: ())
        assert statements.captured_queries == []


class TestAppendOnly:
    def test_reading_again_gives_the_same_game(self, game: Game) -> None:
        play_out(game)
        cached = log.cache.get(game.pk)
        log.cache.clear()
        assert match_of(game) == cached

    def test_a_whole_game_with_rematch_only_ever_adds(self, ana: User, bram: User, cleo: User) -> None:
        with CaptureQueriesContext(connection) as statements:
            game = lobby.create(ana, Options(lead="creator"))
            lobby.join(game, bram)
            play_out(game)
            lobby.rematch(game, ana)
            lobby.rematch(game, bram)
        touching = [q["sql"].split()[0] for q in statements.captured_queries if '"games_entry"' in q["sql"]]
        assert set(touching) <= {"INSERT", "SELECT"}

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
            game = lobby.create(ana, Options(lead="creator"))
            lobby.join(game, bram)
            play.play(game.pk, ana.pk, code_of(game), 0, "tap")
        assert Entry.objects.filter(client_id="0:tap").values("game").distinct().count() == 2


class TestAfterCommit:
    @pytest.fixture
    def told(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
        heard: list[tuple[int, bool]] = []

        def hear(commit: Commit) -> None:
            heard.append((commit.story.version, connection.in_atomic_block))

        monkeypatch.setattr(broadcast, "publish", hear)
        return heard

    def test_everybody_is_told_after_the_commit(self, game: Game, told: list[tuple[int, bool]]) -> None:
        version = play_next(game)
        assert told == [(version, False)]

    def test_nobody_hears_of_what_was_not_stored(self, game: Game, ana: User, told: list[tuple[int, bool]]) -> None:
        card, before = code_of(game), match_of(game)
        with transaction.atomic():
            play.play(game.pk, ana.pk, card, 0, "a")
            transaction.set_rollback(True)
        log_cached = log.cache.get(game.pk)
        assert (told, log_cached, match_of(game)) == ([], before, before)

    def test_a_listener_that_fails_does_not_undo_the_move(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(commit: Commit) -> None:
            raise RuntimeError("nobody there")

        monkeypatch.setattr(broadcast, "publish", fail)
        play_next(game)
        assert state_of(game).ply == 1


class TestCache:
    def story(self, game_id: int, version: int) -> Match:
        return replace(Match(game_id, "CODE"), version=version)

    def test_an_older_story_never_replaces_a_newer_one(self) -> None:
        cache = Cache(2)
        cache.put(self.story(1, 5))
        cache.put(self.story(1, 4))
        assert cache.get(1) == self.story(1, 5)

    def test_it_holds_so_many_and_forgets_the_oldest(self) -> None:
        cache = Cache(2)
        for game_id in (1, 2, 3):
            cache.put(self.story(game_id, 1))
        assert [cache.get(game_id) is not None for game_id in (1, 2, 3)] == [False, True, True]

    def test_a_played_game_is_not_the_oldest(self) -> None:
        cache = Cache(2)
        cache.put(self.story(1, 1))
        cache.put(self.story(2, 1))
        cache.put(self.story(1, 2))
        cache.put(self.story(3, 1))
        assert [cache.get(game_id) is not None for game_id in (1, 2, 3)] == [True, False, True]


def test_a_card_before_the_deal_is_no_story() -> None:
    with pytest.raises(ValueError, match="before the deal"):
        Match(1, "CODE").fold([Fact(Kind.PLAYED, 0, {"card": "G0"})])


@pytest.mark.parametrize(
    ("of", "index"),
    [
        ({"game": 1}, "(game_id=?)"),
        ({"game": 1, "number__gt": 5}, "(game_id=? AND number>?)"),
        ({"actor": 1}, "entry_actor"),
    ],
    ids=str,
)
def test_entries_are_found_by_an_index(of: dict[str, int], index: str) -> None:
    assert index in Entry.objects.filter(**of).explain()


def test_no_card_is_put_into_the_index_of_actors() -> None:
    (index,) = Entry._meta.indexes
    assert index.condition == Q(actor__isnull=False)


def test_a_game_whose_row_is_deleted_meanwhile_is_none_and_leaves_nothing(ana: User) -> None:
    game = lobby.create(ana, Options())
    row = Game.objects.get(pk=game.pk)
    log.cache.clear()
    Game.objects.filter(pk=game.pk).delete()
    assert refusal_code(log.known_as, Match, row) == "no_such_game"
    assert log.cache.get(row.pk) is None
