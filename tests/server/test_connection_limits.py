"""Connection limits: the address with most connections loses the one that has waited longest."""

from games.server.connection_limits import ConnectionLimiter


def limiter(places: int = 100, unread: int = 100, each: int = 0) -> ConnectionLimiter[str]:
    return ConnectionLimiter(places, unread, each)


class TestOfOneAddress:
    def test_the_oldest_connection_is_closed(self) -> None:
        limits = limiter(each=2)
        assert [limits.add(name, "192.0.2.1") for name in "abcd"] == [None, None, "a", "b"]

    def test_other_addresses_do_not_count(self) -> None:
        limits = limiter(each=2)
        assert [limits.add(f"{host}", f"192.0.2.{host}") for host in range(50)] == [None] * 50

    def test_an_ipv6_network_counts_as_one_address(self) -> None:
        limits = limiter(each=2)
        assert [limits.add(f"{host}", f"2001:db8:0:1::{host}") for host in range(4)] == [None, None, "0", "1"]
        assert limits.add("neighbour", "2001:db8:0:2::1") is None

    def test_connections_with_a_request_do_not_count(self) -> None:
        limits = limiter(each=2)
        for name in "abcd":
            limits.add(name, "192.0.2.1")
            limits.begin_request(name)
        assert limits.add("e", "192.0.2.1") is None

    def test_a_served_connection_waits_behind_the_others(self) -> None:
        limits = limiter(each=2)
        limits.add("a", "192.0.2.1")
        limits.begin_request("a")
        limits.add("b", "192.0.2.1")
        assert limits.end_request("a") is None
        assert limits.add("c", "192.0.2.1") == "b"
        assert limits.add("d", "192.0.2.1") == "a"

    def test_closed_connections_do_not_count(self) -> None:
        limits = limiter(each=2)
        for name in "abcd":
            limits.add(name, "192.0.2.1")
            limits.remove(name)
            limits.remove(name)
        assert limits.add("e", "192.0.2.1") is None
        assert limits.end_request("a") is None


class TestOfAll:
    def test_the_address_with_most_connections_loses_one(self) -> None:
        limits = limiter(unread=4)
        for host, name in enumerate("abc"):
            limits.add(name, f"192.0.2.{host}")
        assert limits.add("x", "198.51.100.1") is None
        assert limits.add("y", "198.51.100.1") == "x"
        assert limits.add("d", "192.0.2.7") == "a"

    def test_the_total_is_limited(self) -> None:
        limits = limiter(places=3)
        for name in "abc":
            limits.add(name, "192.0.2.1")
        limits.begin_request("a")
        limits.begin_request("b")
        assert limits.add("d", "192.0.2.1") == "c"

    def test_a_new_connection_is_closed_while_all_others_are_served(self) -> None:
        limits = limiter(places=2)
        for name in "ab":
            limits.add(name, "192.0.2.1")
            limits.begin_request(name)
        assert limits.add("c", "192.0.2.2") == "c"
        limits.remove("a")
        assert limits.add("d", "192.0.2.2") is None
