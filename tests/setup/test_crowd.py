"""Who makes room: of the address that has most, the one who has waited longest."""

from games.run.crowd import Crowd


def crowd(places: int = 100, unread: int = 100, each: int = 0) -> Crowd[str]:
    return Crowd(places, unread, each)


class TestOfOneAddress:
    def test_the_oldest_goes(self) -> None:
        few = crowd(each=2)
        assert [few.come(one, "192.0.2.1") for one in "abcd"] == [None, None, "a", "b"]

    def test_others_do_not_count(self) -> None:
        few = crowd(each=2)
        assert [few.come(f"{host}", f"192.0.2.{host}") for host in range(50)] == [None] * 50

    def test_a_household_with_ipv6_is_one(self) -> None:
        few = crowd(each=2)
        assert [few.come(f"{host}", f"2001:db8:0:1::{host}") for host in range(4)] == [None, None, "0", "1"]
        assert few.come("neighbour", "2001:db8:0:2::1") is None

    def test_whoever_has_asked_keeps_nobody_waiting(self) -> None:
        few = crowd(each=2)
        for one in "abcd":
            few.come(one, "192.0.2.1")
            few.ask(one)
        assert few.come("e", "192.0.2.1") is None

    def test_and_waits_again_behind_the_others(self) -> None:
        few = crowd(each=2)
        few.come("a", "192.0.2.1")
        few.ask("a")
        few.come("b", "192.0.2.1")
        assert few.wait("a") is None
        assert few.come("c", "192.0.2.1") == "b"
        assert few.come("d", "192.0.2.1") == "a"

    def test_who_left_has_left(self) -> None:
        few = crowd(each=2)
        for one in "abcd":
            few.come(one, "192.0.2.1")
            few.leave(one)
            few.leave(one)
        assert few.come("e", "192.0.2.1") is None
        assert few.wait("a") is None


class TestOfAll:
    def test_the_address_that_has_most_makes_room(self) -> None:
        few = crowd(unread=4)
        for host, one in enumerate("abc"):
            few.come(one, f"192.0.2.{host}")
        assert few.come("x", "198.51.100.1") is None
        assert few.come("y", "198.51.100.1") == "x"
        assert few.come("d", "192.0.2.7") == "a"

    def test_places_are_never_more_than_there_are(self) -> None:
        few = crowd(places=3)
        for one in "abc":
            few.come(one, "192.0.2.1")
        few.ask("a")
        few.ask("b")
        assert few.come("d", "192.0.2.1") == "c"

    def test_where_all_are_served_the_newcomer_goes(self) -> None:
        few = crowd(places=2)
        for one in "ab":
            few.come(one, "192.0.2.1")
            few.ask(one)
        assert few.come("c", "192.0.2.2") == "c"
        few.leave("a")
        assert few.come("d", "192.0.2.2") is None
