"""A game is the fold of its log: whatever people did, reading the log again gives the same game."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.models import Entry, Game, User
from games.rules.errors import Refusal
from games.rules.logged.slots import TableRecord, TableTrick
from games.rules.moves import legal_moves
from games.rules.record import write
from games.rules.rulings import Draw, LastTrick
from games.rules.state import HAND
from games.services.minds import hints
from games.services.minds.hints import Wish
from games.services.minds.people import opponent
from games.services.minds.taking_back import take_back
from games.services.online import lobby, play
from games.store import log
from games.store.log import fact_of
from games.stories.act_kinds import ActKind
from games.stories.aided import last_ply
from games.stories.hidden import Hidden
from games.stories.online import Match, Options
from games.stories.story import Fact
from games.stories.verdicts import JUDGED
from tests.draws import some
from tests.live.eventful import versions
from tests.services.plays import match_of, play_next, play_out, state_of

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[Game, User], object]
ACTS: dict[str, Act] = {
    "join": lambda game, user: lobby.join(game, user, lobby.invite_token(game)),
    "play": lambda game, user: play_on(game, 1),
    "play on": lambda game, user: play_on(game, 10),
    "play an odd card": lambda game, user: play.play(game.pk, user.pk, "K7", 3, "odd"),
    "play again": lambda game, user: play.play(game.pk, user.pk, "G0", 0, "ply-0"),
    "resign": play.resign,
    "claim": play.claim,
    "call off": lobby.call_off,
    "ask": lobby.rematch,
    "take back": lambda game, user: back(game, user),
    "hint": lambda game, user: hints.told(wish(game, user), (str(legal_moves(state_of(game))[0]), "best", "")),
    "decline": lambda game, user: lobby.rematch(game, user, accept=False),
}


@pytest.mark.parametrize("seed", range(some(40)))
def test_a_row_that_follows_each_entry_by_what_may_have_changed_repeats_the_story(seed: int) -> None:
    first, *later = versions(seed)
    row, before = first.columns(), first
    for match in later:
        row |= match.columns_since(before)
        assert row == match.columns()
        before = match


def back(game: Game, user: User) -> None:
    """The last card of whoever asks, or one that never was."""
    match = match_of(game)
    last = match.state and last_ply(match.state, 0)
    take_back(game.pk, user.pk, last or 0, match.aid.line, f"back-{match.version}")


def wish(game: Game, user: User) -> Wish:
    match = match_of(game)
    return Wish(game.pk, user.pk, state_of(game).ply, match.aid.line, f"hint-{match.version}")


def play_on(game: Game, plies: int) -> None:
    """So many cards by whoever is to play; where nobody is, a card of nobody's, which is refused."""
    for _ in range(plies):
        state = match_of(game).state
        if state is None or state.to_play is None or match_of(game).over:
            play.play(game.pk, 0, "G0", 0, "nobody's")
        play_next(game)


options = st.builds(
    Options,
    listed=st.booleans(),
    watch=st.booleans(),
    strict=st.booleans(),
    lead=st.sampled_from(["creator", "other"]),
    last_trick=st.sampled_from(list(LastTrick)),
    draw=st.sampled_from(list(Draw)),
)
steps = st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 2)), max_size=25)


@settings(
    deadline=None, database=None, max_examples=some(40), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(options, st.booleans(), steps)
@example(Options(), False, [("play on", 0)] * 6 + [("ask", 0), ("decline", 1), ("ask", 1), ("decline", 0), ("ask", 0)])
@example(
    Options(strict=True), False, [("play on", 0)] * 3 + [("play an odd card", 0), ("play again", 1), ("resign", 1)]
)
@example(
    Options(), True, [("hint", 0), ("play on", 0), ("take back", 0), ("hint", 0), ("play on", 0), ("take back", 0)]
)
def test_reading_the_log_again_gives_the_same_game(
    ana: User, bram: User, cleo: User, options: Options, site: bool, steps: list[tuple[str, int]]
) -> None:
    game, across = lobby.create(ana, options), opponent("squire") if site else bram
    for act, who in [("join", 1), *steps]:
        with contextlib.suppress(Refusal):
            ACTS[act](game, (ana, across, cleo)[who])
        same_everywhere(game)


def same_everywhere(game: Game) -> None:
    """The memory, the log and the row tell the same story."""
    remembered = log.cache.get(game.pk)
    entries = list(Entry.objects.filter(game=game).order_by("number"))
    read = Match(game.pk, game.code).fold(map(fact_of, entries))
    game.refresh_from_db()
    assert remembered == read
    assert [entry.number for entry in entries] == list(range(1, game.version + 1))
    assert read.columns() == {name: getattr(game, name) for name in read.columns()}


def test_a_story_step_by_step_is_the_story_at_once(game: Game) -> None:
    play_out(game, 30)
    facts = [fact_of(entry) for entry in game.entries.order_by("number")]
    stepwise = Match(game.pk, game.code)
    for fact in facts:
        stepwise = stepwise.advance(fact)
    assert stepwise == Match(game.pk, game.code).fold(facts) == match_of(game)
    assert {trick.blind for trick in stepwise.public().phase_one} == {None}


def test_the_record_of_a_finished_game_replays_to_the_same_end(game: Game, tmp_path: Path) -> None:
    play_out(game)
    match, out = match_of(game), StringIO()
    file = tmp_path / "record.json"
    file.write_text(json.dumps(write(match.record())))
    call_command("replay", str(file), stdout=out)
    told = json.loads(out.getvalue())
    assert match.state is not None
    assert told["status"] == "finished"
    assert told["result"]["winner"] == match.winner
    assert [sorted(map(str, pile)) for pile in match.state.score] == told["score_piles"]
    assert len(told["tricks"]) == 26
    assert match.public().phase_one == tuple(
        TableTrick(one.revealed, one.lead, one.follow, one.blind) for one in match.state.tricks[:HAND]
    )


def test_before_the_deal_there_is_nothing_to_know(invitation: Game) -> None:
    match = match_of(invitation)
    assert (match.public(), match.hidden()) == (TableRecord(("", "")), Hidden())


def test_an_act_that_a_game_never_met_is_not_undone_in_it(invitation: Game) -> None:
    undone = Fact(JUDGED, data={"act": 8, "what": ActKind.UNDO.value, "why": "Odd.", "undoes": 7})
    with pytest.raises(ValueError, match=r"^an act that"):
        match_of(invitation).advance(undone)


def test_a_running_game_has_no_record(game: Game) -> None:
    play_next(game)
    with pytest.raises(ValueError, match="no record"):
        match_of(game).record()


def test_a_resigned_game_has_the_record_of_what_was_played(game: Game, ana: User) -> None:
    play_out(game, 7)
    play.resign(game, ana)
    assert len(match_of(game).record().plays) == 7
