"""Request bodies: bodies that are too large are refused before they fill any memory."""

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
    def test_a_length_above_the_limit_is_refused_before_a_byte_of_the_body_is_sent(self, open_site: Site) -> None:
        refusal = answer(open_site, head(open_site, Content_Length=str(LARGEST + 1)))
        assert status(refusal) == 413
        assert b"\r\nConnection: close\r\n" in refusal

    def test_only_a_small_body_is_continued(self, open_site: Site) -> None:
        large = {"Content_Length": str(300 * MEGABYTE), "Expect": "100-continue"}
        assert status(answer(open_site, head(open_site, **large))) == 413
        with dial(open_site) as connection:
            connection.sendall(head(open_site, Content_Length="6", Expect="100-continue", **LAST))
            assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            connection.sendall(b"name=A")
            assert status(rest(connection)) == 403

    @pytest.mark.parametrize(("length", "expected"), [(LARGEST, 403), (LARGEST + 1, 413)])
    def test_the_largest_body_is_read_and_a_larger_body_is_refused(
        self, open_site: Site, length: int, expected: int
    ) -> None:
        body = b"x" * length
        whole = head(open_site, Content_Length=str(length), **FORM, **LAST) + body
        pieces = head(open_site, Transfer_Encoding="chunked", **FORM, **LAST)
        pieces += chunk(body[:9000]) + chunk(body[9000:]) + chunk(b"")
        assert status(answer(open_site, whole)) == expected
        assert status(answer(open_site, pieces)) == expected

    def test_an_endless_chunked_body_is_refused_on_the_way(self, open_site: Site) -> None:
        with dial(open_site) as connection:
            connection.sendall(head(open_site, Transfer_Encoding="chunked"))
            connection.sendall(chunk(b"x" * LARGEST) + chunk(b"x"))
            assert status(rest(connection)) == 413

    @pytest.mark.parametrize("how", [{"Content_Length": str(40 * MEGABYTE)}, {"Transfer_Encoding": "chunked"}])
    def test_forty_megabytes_fill_no_memory_and_delay_no_other_request(
        self, warm_site: Site, how: dict[str, str]
    ) -> None:
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

    def test_ten_large_bodies_at_once_fill_no_memory(self, warm_site: Site) -> None:
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


class TestRefusal:
    def refused(self, site: Site, **fields: str) -> bytes:
        return answer(site, head(site, Content_Length="99999", **fields))

    def test_a_browser_gets_a_page_in_the_language_of_the_reader(self, open_site: Site) -> None:
        assert b'<html lang="en">' in self.refused(open_site)
        assert b'<html lang="nl">' in self.refused(open_site, Accept_Language="nl-NL,nl;q=0.9")
        assert b'<html lang="id">' in self.refused(open_site, Cookie="django_language=id", Accept_Language="nl")

    def test_a_program_gets_a_code(self, open_site: Site) -> None:
        refusal = json.loads(self.refused(open_site, Accept="application/json").split(b"\r\n\r\n", 1)[1])
        assert refusal["code"] == "body_too_large"
        assert "64" in refusal["message"]
