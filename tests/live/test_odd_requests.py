"""Requests that no browser sends: each is answered or ended, leaves no trace and hurts nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.wire import answer, chunk, head, status
from tests.server import Site

LAST = {"Connection": "close"}
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
UPGRADE |= {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}

pytestmark = pytest.mark.usefixtures("quiet_log")


@pytest.fixture(autouse=True)
def others_are_served(open_site: Site) -> Iterator[None]:
    """After whatever it was, a page is there for the next."""
    yield
    assert status(answer(open_site, head(open_site, "GET", **LAST))) == 200


class TestLength:
    """Two ways to tell where a request ends are a way to smuggle another one in."""

    @pytest.mark.parametrize(
        "fields",
        [
            {"Content_Length": "6", "Transfer_Encoding": "chunked"},
            {"Transfer_Encoding": "chunked", "Content_Length": "6"},
            {"Content_Length": "6", "content_length": "60"},
            {"Transfer_Encoding": "gzip, chunked"},
            {"Transfer_Encoding": "xchunked"},
            {"Content_Length": "-6"},
            {"Content_Length": "+6"},
            {"Content_Length": "0x6"},
            {"Content_Length": "6, 6"},
        ],
    )
    def test_is_told_once_and_plainly(self, open_site: Site, fields: dict[str, str]) -> None:
        smuggled = head(open_site, "GET", "/smuggled/")
        told = answer(open_site, head(open_site, **fields) + b"0\r\n\r\n" + smuggled)
        assert status(told) == 400
        assert told.count(b"HTTP/1.1") == 1

    @pytest.mark.parametrize("line", [b"zz\r\n", b"-1\r\n", b"1\r\nxx\r\n", b"1" * 2000])
    def test_chunks_that_are_none(self, open_site: Site, line: bytes) -> None:
        assert status(answer(open_site, head(open_site, Transfer_Encoding="chunked") + line)) == 400

    def test_a_number_too_long_to_be_one(self, open_site: Site) -> None:
        assert status(answer(open_site, head(open_site, Content_Length="9" * 9000))) in (400, 413)

    def test_trailers_without_an_end(self, open_site: Site) -> None:
        begun = head(open_site, Transfer_Encoding="chunked") + b"0\r\n"
        assert status(answer(open_site, begun + b"X-More: 1\r\n" * 9000)) == 400

    def test_http_1_0_knows_no_chunks_and_no_waiting(self, open_site: Site) -> None:
        assert status(answer(open_site, head(open_site, "GET", version="1.0"))) == 200
        assert status(answer(open_site, head(open_site, version="1.0", Content_Length="6") + b"name=A")) == 403
        assert status(answer(open_site, head(open_site, version="1.0", Content_Length="99999"))) == 413


class TestHeaders:
    def test_too_many(self, open_site: Site) -> None:
        many = b"".join(b"A: 1\r\n" for _ in range(600))
        assert status(answer(open_site, head(open_site)[:-2] + many + b"\r\n")) == 400

    @pytest.mark.parametrize("size", [17_000, 300_000])
    def test_too_long(self, open_site: Site, size: int) -> None:
        assert status(answer(open_site, head(open_site, Cookie="x" * size))) == 400

    @pytest.mark.parametrize("size", [17_000, 300_000])
    def test_an_address_that_is_too_long(self, open_site: Site, size: int) -> None:
        assert status(answer(open_site, head(open_site, "GET", "/" + "x" * size))) == 400

    def test_one_line_without_an_end(self, open_site: Site) -> None:
        assert status(answer(open_site, b"x" * 300_000)) == 400

    @pytest.mark.parametrize("line", [b"no colon", b": no name", b"a b: c", b"A: \x0b", b"A: \x00"])
    def test_unreadable_ones(self, open_site: Site, line: bytes) -> None:
        told = answer(open_site, head(open_site, "GET", **LAST)[:-2] + line + b"\r\n\r\n")
        assert status(told) == 400
        assert b"aphne" not in told

    @pytest.mark.parametrize("line", [b"GET", b"GET /", b"\x16\x03\x01\x02", b"GET / HTTP/9.9", b"GET  / HTTP/1.1"])
    def test_no_request_at_all(self, open_site: Site, line: bytes) -> None:
        assert status(answer(open_site, line + b"\r\nConnection: close\r\n\r\n")) in (200, 400)


class TestPipelines:
    def test_are_answered_in_their_order(self, open_site: Site) -> None:
        told = answer(open_site, head(open_site, "GET", "/nowhere/"), head(open_site, "GET", **LAST))
        assert status(told) == 404
        assert b"HTTP/1.1 200" in told

    def test_end_at_the_first_that_is_refused(self, open_site: Site) -> None:
        refused, after = head(open_site, Content_Length="99999"), head(open_site, "GET", "/nowhere/")
        told = answer(open_site, refused + after * 100)
        assert status(told) == 413
        assert told.count(b"HTTP/1.1") == 1

    def test_of_a_thousand_bad_ones(self, open_site: Site) -> None:
        told = answer(open_site, b"GET / HTTP/1.1\r\nA:\x0b\r\n\r\n" * 1000)
        assert status(told) == 400
        assert told.count(b"HTTP/1.1") == 1

    def test_after_a_body_the_next_request_begins(self, open_site: Site) -> None:
        bodies = head(open_site, Content_Length="6") + b"name=A"
        bodies += head(open_site, Transfer_Encoding="chunked") + chunk(b"name=A") + chunk(b"")
        told = answer(open_site, bodies + head(open_site, "GET", **LAST))
        assert [told.count(b"HTTP/1.1 403"), told.count(b"HTTP/1.1 200")] == [2, 1]


class TestUpgrade:
    @pytest.mark.parametrize("how", [{"Content_Length": "3"}, {"Transfer_Encoding": "chunked"}])
    def test_has_no_body(self, open_site: Site, how: dict[str, str]) -> None:
        sent = head(open_site, "GET", "/ws/m/AAAAAAAA/", Origin=open_site.url, **UPGRADE, **how)
        assert status(answer(open_site, sent + b"3\r\nabc\r\n0\r\n\r\n")) == 400
