"""The cache of a process holds who is here, however many they are, beside what counts attempts."""

from __future__ import annotations

from django.core.cache import cache

from games.run.cache import Memory
from games.store import around

PEOPLE = range(1, 2001)


def test_two_thousand_who_are_here_are_all_known_and_push_out_no_count() -> None:
    cache.set("attempts", 4, 60)
    around.seen(PEOPLE)
    assert around.among(PEOPLE) == set(PEOPLE)
    assert cache.incr("attempts") == 5


def test_what_is_set_together_is_set_as_one_by_one() -> None:
    memory = Memory("together", {})
    memory.set_many({"a": [1], "b": None}, 60)
    memory.set("c", [1], 60)
    assert memory.get_many(["a", "b", "c", "d"]) == {"a": [1], "b": None, "c": [1]}
    assert memory.has_key("a")
    memory.set_many({"a": 1, "b": 2}, 0)
    assert memory.get_many(["a", "b"]) == {}
    memory.set_many({"a": 2}, version=2)
    assert (memory.get("a"), memory.get("a", version=2)) == (None, 2)
    memory.clear()
