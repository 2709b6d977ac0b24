"""The fold of an online game: reading its log again gives the same state, whatever people did."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.eventlog import event_store
from games.eventlog.event_store import build_event
from games.inference.record import TableRecord
from games.models import Entry, Game, User
from games.rules.errors import Refusal
from games.rules.moves import legal_moves
from games.rules.rulings import Draw, LastTrick
from games.services.bots import aid
from games.services.bots.aid import HintRequest, take_back
from games.services.bots.bot_games import get_bot
from games.services.matches import cancellation, lobby, play
from games.state.dealt_state import get_last_ply
from games.state.game_state import Event, HiddenCards
from games.state.match_state import MatchOptions, MatchState
from games.state.moderation import MODERATED_KIND, ActKind
from tests.repetitions import sample_size
from tests.services.matches.games import match_of, play_next, play_out, state_of

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[Game, User], object]
ACTS: dict[str, Act] = {
    "join": lambda game, user: lobby.join_game(game, user, lobby.invite_token(game)),
    "play": lambda game, user: play_on(game, 1),
    "play on": lambda game, user: play_on(game, 10),
    "play an odd card": lambda game, user: play.play_card(game.pk, user.pk, "K7", 3, "odd"),
    "play again": lambda game, user: play.play_card(game.pk, user.pk, "G0", 0, "ply-0"),
    "resign": play.resign,
    "claim": play.claim_win,
    "call off": cancellation.cancel_game,
    "ask": lobby.answer_rematch,
    "take back": lambda game, user: back(game, user),
    "hint": lambda game, user: aid.log_hint(wish(game, user), (str(legal_moves(state_of(game))[0]), "best", "")),
    "decline": lambda game, user: lobby.answer_rematch(game, user, accept=False),
}


def back(game: Game, user: User) -> None:
    """The last card of whoever asks, or one that never was."""
    match = match_of(game)
    last = match.state and get_last_ply(match.state, 0)
    take_back(game.pk, user.pk, last or 0, match.aid.line, f"back-{match.version}")


def wish(game: Game, user: User) -> HintRequest:
    match = match_of(game)
    return HintRequest(game.pk, user.pk, state_of(game).ply, match.aid.line, f"hint-{match.version}")


def play_on(game: Game, plies: int) -> None:
    """So many cards by whoever is to play; where nobody is, a card of nobody's, which is refused."""
    for _ in range(plies):
        state = match_of(game).state
        if state is None or state.to_play is None or match_of(game).over:
            play.play_card(game.pk, 0, "G0", 0, "nobody's")
        play_next(game)


options = st.builds(
    MatchOptions,
    listed=st.booleans(),
    watch=st.booleans(),
    strict=st.booleans(),
    lead=st.sampled_from(["creator", "other"]),
    last_trick=st.sampled_from(list(LastTrick)),
    draw=st.sampled_from(list(Draw)),
)
steps = st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 2)), max_size=25)


@settings(
    deadline=None,
    database=None,
    max_examples=sample_size(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(options, st.booleans(), steps)
@example(
    MatchOptions(), False, [("play on", 0)] * 6 + [("ask", 0), ("decline", 1), ("ask", 1), ("decline", 0), ("ask", 0)]
)
@example(
    MatchOptions(strict=True), False, [("play on", 0)] * 3 + [("play an odd card", 0), ("play again", 1), ("resign", 1)]
)
@example(
    MatchOptions(), True, [("hint", 0), ("play on", 0), ("take back", 0), ("hint", 0), ("play on", 0), ("take back", 0)]
)
def test_reading_the_log_again_gives_the_same_game(
    ana: User, bram: User, cleo: User, options: MatchOptions, site: bool, steps: list[tuple[str, int]]
) -> None:
    game, across = lobby.create_game(ana, options), get_bot("squire") if site else bram
    for act, who in [("join", 1), *steps]:
        with contextlib.suppress(Refusal):
            ACTS[act](game, (ana, across, cleo)[who])
        assert_same_everywhere(game)


def assert_same_everywhere(game: Game) -> None:
    """The memory, the log and the row tell the same story."""
    remembered = event_store.state_cache.get(game.pk)
    entries = list(Entry.objects.filter(game=game).order_by("number"))
    read = MatchState(game.pk, game.code).fold(map(build_event, entries))
    game.refresh_from_db()
    assert remembered == read
    assert [entry.number for entry in entries] == list(range(1, game.version + 1))
    assert read.columns() == {name: getattr(game, name) for name in read.columns()}


def test_a_story_step_by_step_is_the_story_at_once(game: Game) -> None:
    play_out(game, 30)
    facts = [build_event(entry) for entry in game.entries.order_by("number")]
    stepwise = MatchState(game.pk, game.code)
    for fact in facts:
        stepwise = stepwise.advance(fact)
    assert stepwise == MatchState(game.pk, game.code).fold(facts) == match_of(game)
    assert {trick.blind for trick in stepwise.public().phase_one} == {None}


def test_nothing_is_known_before_the_deal(invitation: Game) -> None:
    match = match_of(invitation)
    assert (match.public(), match.hidden()) == (TableRecord(("", "")), HiddenCards())


def test_an_act_that_a_game_never_met_is_not_undone_in_it(invitation: Game) -> None:
    undone = Event(MODERATED_KIND, data={"act": 8, "what": ActKind.UNDO.value, "why": "Odd.", "undoes": 7})
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
