"""Connection limits: the address with most connections loses the one that has waited longest."""

from games.server.connection_limits import ConnectionLimiter


def crowd(places: int = 100, unread: int = 100, each: int = 0) -> ConnectionLimiter[str]:
    return ConnectionLimiter(places, unread, each)


class TestOfOneAddress:
    def test_the_oldest_connection_is_closed(self) -> None:
        few = crowd(each=2)
        assert [few.add(one, "192.0.2.1") for one in "abcd"] == [None, None, "a", "b"]

    def test_other_addresses_do_not_count(self) -> None:
        few = crowd(each=2)
        assert [few.add(f"{host}", f"192.0.2.{host}") for host in range(50)] == [None] * 50

    def test_an_ipv6_network_counts_as_one_address(self) -> None:
        few = crowd(each=2)
        assert [few.add(f"{host}", f"2001:db8:0:1::{host}") for host in range(4)] == [None, None, "0", "1"]
        assert few.add("neighbour", "2001:db8:0:2::1") is None

    def test_connections_with_a_request_do_not_count(self) -> None:
        few = crowd(each=2)
        for one in "abcd":
            few.add(one, "192.0.2.1")
            few.begin_request(one)
        assert few.add("e", "192.0.2.1") is None

    def test_a_served_connection_waits_behind_the_others(self) -> None:
        few = crowd(each=2)
        few.add("a", "192.0.2.1")
        few.begin_request("a")
        few.add("b", "192.0.2.1")
        assert few.end_request("a") is None
        assert few.add("c", "192.0.2.1") == "b"
        assert few.add("d", "192.0.2.1") == "a"

    def test_closed_connections_do_not_count(self) -> None:
        few = crowd(each=2)
        for one in "abcd":
            few.add(one, "192.0.2.1")
            few.remove(one)
            few.remove(one)
        assert few.add("e", "192.0.2.1") is None
        assert few.end_request("a") is None


class TestOfAll:
    def test_the_address_with_most_connections_loses_one(self) -> None:
        few = crowd(unread=4)
        for host, one in enumerate("abc"):
            few.add(one, f"192.0.2.{host}")
        assert few.add("x", "198.51.100.1") is None
        assert few.add("y", "198.51.100.1") == "x"
        assert few.add("d", "192.0.2.7") == "a"

    def test_the_total_is_limited(self) -> None:
        few = crowd(places=3)
        for one in "abc":
            few.add(one, "192.0.2.1")
        few.begin_request("a")
        few.begin_request("b")
        assert few.add("d", "192.0.2.1") == "c"

    def test_a_new_connection_is_closed_while_all_others_are_served(self) -> None:
        few = crowd(places=2)
        for one in "ab":
            few.add(one, "192.0.2.1")
            few.begin_request(one)
        assert few.add("c", "192.0.2.2") == "c"
        few.remove("a")
        assert few.add("d", "192.0.2.2") is None
