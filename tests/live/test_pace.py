"""Who sends too much is read later, and sent away only when that does not help."""

from __future__ import annotations

import pytest

from games.live.pace import FRAMES, OVERRUNS, WINDOW, Pace


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    return Pace(clock)


def sent(pace: Pace, clock: Clock, frames: int, *, quiet: bool = False) -> float:
    """The seconds that reading so many frames at once takes, or until the client is sent away."""
    begun = clock.time
    for _ in range(frames):
        clock.time += pace.frame(quiet=quiet)
        if pace.flooding:
            break
    return clock.time - begun


def test_within_the_limit_nobody_waits(pace: Pace, clock: Clock) -> None:
    assert sent(pace, clock, FRAMES) == 0


def test_one_more_waits_for_the_next_window(pace: Pace, clock: Clock) -> None:
    assert sent(pace, clock, FRAMES + 1) == WINDOW
    assert not pace.flooding


def test_who_goes_on_and_on_is_sent_away(pace: Pace, clock: Clock) -> None:
    assert sent(pace, clock, OVERRUNS * FRAMES + OVERRUNS) == OVERRUNS * WINDOW
    assert pace.flooding


def test_who_stops_for_a_window_begins_anew(pace: Pace, clock: Clock) -> None:
    for _ in range(2 * OVERRUNS):
        sent(pace, clock, FRAMES + 1)
        clock.time += 2 * WINDOW
    assert not pace.flooding


def test_answers_and_questions_send_nobody_away(pace: Pace, clock: Clock) -> None:
    sent(pace, clock, 20 * FRAMES, quiet=True)
    assert not pace.flooding
    assert clock.time - 1000 >= 19 * WINDOW - 1


def test_nor_do_they_take_from_what_a_player_may_send(pace: Pace, clock: Clock) -> None:
    assert sent(pace, clock, FRAMES, quiet=True) == 0
    assert sent(pace, clock, FRAMES) == 0
