"""Tests of request bodies: little, whole and soon, or refused before they fill any memory."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

import pytest

from tests.client import Person
from tests.realtime.raw_http import answer, chunk, dial, head, memory, pour, rest, status
from tests.site_process import Site

pytestmark = pytest.mark.faults
MEGABYTE = 2**20
LARGEST = 65536
FORM = {"Content_Type": "application/x-www-form-urlencoded"}
LAST = {"Connection": "close"}


@pytest.fixture(scope="module")
def warm_site(daphne_site: Callable[..., Site]) -> Site:
    """A site of which only these tests raise the memory, and which has answered before."""
    site = daphne_site()
    Person(site.url, "Ana")
    return site


class TestSize:
    def test_a_length_that_is_too_large_is_refused_before_a_byte_of_it_is_sent(self, open_site: Site) -> None:
        told = answer(open_site, head(open_site, Content_Length=str(LARGEST + 1)))
        assert status(told) == 413
        assert b"\r\nConnection: close\r\n" in told

    def test_nobody_is_asked_to_continue_with_what_is_refused(self, open_site: Site) -> None:
        expecting = {"Content_Length": str(300 * MEGABYTE), "Expect": "100-continue"}
        assert status(answer(open_site, head(open_site, **expecting))) == 413

    def test_a_little_body_is_asked_for(self, open_site: Site) -> None:
        expecting = {"Content_Length": "6", "Expect": "100-continue", **LAST}
        with dial(open_site) as connection:
            connection.sendall(head(open_site, **expecting))
            assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            connection.sendall(b"name=A")
            assert status(rest(connection)) == 403

    @pytest.mark.parametrize(("length", "expected"), [(LARGEST, 403), (LARGEST + 1, 413)])
    def test_the_largest_body_is_read_and_one_more_byte_is_not(
        self, open_site: Site, length: int, expected: int
    ) -> None:
        body = b"x" * length
        whole = head(open_site, Content_Length=str(length), **FORM, **LAST) + body
        pieces = head(open_site, Transfer_Encoding="chunked", **FORM, **LAST)
        pieces += chunk(body[:9000]) + chunk(body[9000:]) + chunk(b"")
        assert status(answer(open_site, whole)) == expected
        assert status(answer(open_site, pieces)) == expected

    def test_a_chunked_body_without_an_end_is_refused_on_the_way(self, open_site: Site) -> None:
        with dial(open_site) as connection:
            connection.sendall(head(open_site, Transfer_Encoding="chunked"))
            connection.sendall(chunk(b"x" * LARGEST) + chunk(b"x"))
            assert status(rest(connection)) == 413

    @pytest.mark.parametrize("how", [{"Content_Length": str(40 * MEGABYTE)}, {"Transfer_Encoding": "chunked"}])
    def test_forty_megabytes_fill_no_memory_and_hold_nobody_up(self, warm_site: Site, how: dict[str, str]) -> None:
        site = warm_site
        before = memory(site)
        piece = b"x" * MEGABYTE
        with dial(site) as connection:
            connection.sendall(head(site, **FORM, **how, **LAST))
            pour(connection, piece if "Content_Length" in how else chunk(piece), 20)
            assert status(answer(site, head(site, "GET", "/guest/", **LAST))) == 200
            pour(connection, piece if "Content_Length" in how else chunk(piece), 20)
            pour(connection, chunk(b""), 1)
            assert status(rest(connection)) == 413
        assert memory(site) - before < 8 * MEGABYTE

    def test_ten_at_once_neither(self, warm_site: Site) -> None:
        site = warm_site
        before = memory(site)
        answers: list[int] = []
        posts = [threading.Thread(target=lambda: answers.append(self.post(site, 4))) for _ in range(10)]
        for post in posts:
            post.start()
        assert status(answer(site, head(site, "GET", "/guest/", **LAST))) == 200
        for post in posts:
            post.join()
        assert answers == [413] * 10
        assert memory(site) - before < 8 * MEGABYTE

    def post(self, site: Site, megabytes: int) -> int:
        with dial(site) as connection:
            connection.sendall(head(site, Content_Length=str(megabytes * MEGABYTE), **FORM, **LAST))
            pour(connection, b"x" * MEGABYTE, megabytes)
            return status(rest(connection))


class TestWords:
    def refused(self, site: Site, **fields: str) -> bytes:
        return answer(site, head(site, Content_Length="99999", **fields))

    def test_a_person_reads_it_in_a_language_of_theirs(self, open_site: Site) -> None:
        assert b'<html lang="en">' in self.refused(open_site)
        assert b'<html lang="nl">' in self.refused(open_site, Accept_Language="nl-NL,nl;q=0.9")
        assert b'<html lang="id">' in self.refused(open_site, Cookie="django_language=id", Accept_Language="nl")

    def test_a_program_reads_a_code(self, open_site: Site) -> None:
        told = json.loads(self.refused(open_site, Accept="application/json").split(b"\r\n\r\n", 1)[1])
        assert told["code"] == "body_too_large"
        assert "64" in told["message"]


class TestTime:
    """These wait for the site to lose patience, all at the same time."""

    def test_what_comes_a_byte_now_and_then_is_ended(self, open_site: Site) -> None:
        beginnings = {
            "headers": (head(open_site)[:-2] + b"X: ", 408),
            "body": (head(open_site, Content_Length="60000"), 408),
            "chunks": (head(open_site, Transfer_Encoding="chunked") + b"ffff\r\n", 408),
            "handshake": (head(open_site, "GET", "/ws/m/AAAAAAAA/", Upgrade="websocket")[:-2] + b"X: ", 408),
            "nothing": (b"", 0),
        }
        endings: dict[str, int] = {}
        trickles = [
            threading.Thread(target=lambda n=name, b=begun: endings.update({n: self.trickle(open_site, b)}))
            for name, (begun, _) in beginnings.items()
        ]
        for one in trickles:
            one.start()
        for one in trickles:
            one.join()
        assert endings == {name: expected for name, (_, expected) in beginnings.items()}

    def trickle(self, site: Site, begun: bytes) -> int:
        """Begin, and then send a byte whenever the site said nothing for a second; the status of its answer."""
        with dial(site) as connection:
            connection.sendall(begun)
            connection.settimeout(1)
            for _ in range(40):
                try:
                    return status(connection.recv(65536))
                except TimeoutError:
                    if begun:
                        connection.sendall(b"x")
        pytest.fail("the site waits for ever")
