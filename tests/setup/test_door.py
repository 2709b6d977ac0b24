"""Who is heard when: one new connection a turn, by a clock that the test turns."""

from __future__ import annotations

import pytest
from twisted.internet.task import Clock

from games.run.door import AGAIN, LONGEST, Door


class Caller:
    """A connection, which is read from unless it is told otherwise."""

    def __init__(self) -> None:
        self.heard = True

    def pauseProducing(self) -> None:  # noqa: N802
        self.heard = False

    def resumeProducing(self) -> None:  # noqa: N802
        self.heard = True


class Turns(Clock):  # type: ignore[misc]
    """What a turn asks for comes with the next one, as in a real loop."""

    def turn(self, seconds: float = 0, number: int = 1) -> None:
        for _ in range(number):
            self.rightNow += seconds
            due = [call for call in self.calls if call.getTime() <= self.rightNow]
            for call in due:
                self.calls.remove(call)
            for call in due:
                call.func()


class House:
    """A door with its clock; ``playing`` while a card is being stored."""

    def __init__(self) -> None:
        self.clock, self.playing = Turns(), False
        self.door = Door(lambda: self.playing, self.clock)

    def come(self, number: int) -> list[Caller]:
        callers = [Caller() for _ in range(number)]
        for caller in callers:
            self.door.knock(caller)
        return callers


@pytest.fixture
def house() -> House:
    return House()


def heard(callers: list[Caller]) -> str:
    return "".join("+" if caller.heard else "-" for caller in callers)


def test_whoever_comes_alone_is_heard_at_once(house: House) -> None:
    for _ in range(3):
        assert heard(house.come(1)) == "+"
        house.clock.turn()


def test_of_a_crowd_one_is_heard_with_each_turn_in_the_order_of_coming(house: House) -> None:
    callers = house.come(3)
    seen = [heard(callers)]
    for _ in range(2):
        house.clock.turn()
        seen.append(heard(callers))
    assert seen == ["+--", "++-", "+++"]
    house.clock.turn()
    assert heard(house.come(1)) == "+"


def test_those_who_play_are_served_first(house: House) -> None:
    house.playing = True
    callers = house.come(2)
    house.clock.turn(AGAIN)
    assert heard(callers) == "--"
    house.playing = False
    house.clock.turn(AGAIN)
    assert heard(callers) == "+-"


def test_nobody_waits_for_ever_however_much_is_played(house: House) -> None:
    house.playing = True
    callers = house.come(2)
    house.clock.turn(AGAIN, round(LONGEST / AGAIN) + 1)
    assert heard(callers) == "+-"
    house.clock.turn(AGAIN, round(LONGEST / AGAIN) + 2)
    assert heard(callers) == "++"


def test_nothing_is_left_running(house: House) -> None:
    house.come(2)
    house.clock.turn(AGAIN, 5)
    assert house.clock.getDelayedCalls() == []
