"""What stays for ever is not looked through again and again."""

import gc
from collections.abc import Iterator

import pytest

from games.run import garbage


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


class Circle:
    """Reaches itself, so only a look finds that nobody else does."""

    def __init__(self) -> None:
        self.me = self


def test_what_is_there_when_the_site_begins_is_left_alone() -> None:
    staying = Circle()
    garbage.settle()
    assert gc.get_freeze_count() > 0
    assert not any(each is staying for each in gc.get_objects())


def test_what_comes_later_is_still_found() -> None:
    garbage.settle()
    Circle()
    assert gc.collect() > 0


def test_python_looks_seldom() -> None:
    garbage.settle()
    assert gc.isenabled()
    assert gc.get_threshold()[0] >= 50_000


class TestUnsought:
    def test_nothing_is_looked_for_meanwhile_and_it_is_again_afterwards(self) -> None:
        with garbage.unsought():
            assert not gc.isenabled()
        assert gc.isenabled()

    def test_so_it_is_after_a_failure(self) -> None:
        with pytest.raises(ZeroDivisionError), garbage.unsought():
            _ = 1 / 0
        assert gc.isenabled()

    def test_it_leaves_off_what_was_off(self) -> None:
        with garbage.unsought():
            with garbage.unsought():
                pass
            assert not gc.isenabled()
        assert gc.isenabled()
        gc.disable()
        try:
            with garbage.unsought():
                pass
            assert not gc.isenabled()
        finally:
            gc.enable()
