"""Requests that no browser sends: each is answered or ended, leaves no trace and hurts nobody."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.client import Person
from tests.realtime.conftest import Postgres
from tests.realtime.raw_http import answer, chunk, head, status
from tests.site_process import Site

LAST = {"Connection": "close"}
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
UPGRADE |= {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}


@pytest.mark.usefixtures("quiet_log")
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


@pytest.mark.usefixtures("quiet_log")
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


@pytest.mark.usefixtures("quiet_log")
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


@pytest.mark.usefixtures("quiet_log")
class TestUpgrade:
    @pytest.mark.parametrize("how", [{"Content_Length": "3"}, {"Transfer_Encoding": "chunked"}])
    def test_has_no_body(self, open_site: Site, how: dict[str, str]) -> None:
        sent = head(open_site, "GET", "/ws/m/AAAAAAAA/", Origin=open_site.url, **UPGRADE, **how)
        assert status(answer(open_site, sent + b"3\r\nabc\r\n0\r\n\r\n")) == 400


def problem(told: bytes) -> str:
    """The code of an answer that is JSON."""
    fields, body = told.split(b"\r\n\r\n", 1)
    assert b"application/json" in fields
    return str(json.loads(body)["code"])


@pytest.mark.usefixtures("quiet_log")
class TestForms:
    """More than a form may hold, and in another encoding than ours."""

    KNOWN = {"Cookie": f"csrftoken={'a' * 32}", "Connection": "close"}

    def post(self, site: Site, kind: str, body: bytes, **fields: str) -> bytes:
        begun = head(site, Content_Type=kind, Content_Length=str(len(body)), Origin=site.url, **self.KNOWN, **fields)
        return answer(site, begun + body)

    def test_two_thousand_fields(self, open_site: Site) -> None:
        body = b"&".join(b"a%d=1" % number for number in range(2000))
        told = self.post(open_site, "application/x-www-form-urlencoded", body)
        assert told.startswith(b"HTTP/1.1 400 Bad Request\r\n")

    def test_two_hundred_files(self, open_site: Site) -> None:
        part = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n'
        told = self.post(open_site, "multipart/form-data; boundary=x", part * 200 + b"--x--\r\n")
        assert told.startswith(b"HTTP/1.1 400 Bad Request\r\n")

    def test_two_thousand_fields_of_a_query(self, open_site: Site) -> None:
        query = "&".join(f"a{number}" for number in range(2000))
        for path in ("/leaderboard/", "/api/leaderboard"):
            assert status(answer(open_site, head(open_site, "GET", f"{path}?{query}", **LAST))) == 400

    @pytest.mark.parametrize("charset", ["utf-7", "hex", "unicode_escape", "idna"])
    def test_another_encoding(self, open_site: Site, charset: str) -> None:
        body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+2AA-\\ud800\r\n--x--\r\n'
        told = self.post(open_site, f"multipart/form-data; boundary=x; charset={charset}", body)
        assert status(told) == 400


@pytest.mark.usefixtures("quiet_log")
class TestTheApi:
    """Whatever it is asked, it answers JSON, to those who take anything too."""

    @pytest.mark.parametrize(
        ("method", "path", "expected"),
        [
            ("GET", "/api/nothing", (b"404 Not Found", "not_found")),
            ("POST", "/api/nothing/", (b"404 Not Found", "not_found")),
            ("DELETE", "/api/watch", (b"405 Method Not Allowed", "method_not_allowed")),
            ("GET", "/api/people/a/games?since=0001-01-01T00:00:00%2B14:00", (b"400 Bad Request", "invalid")),
            ("GET", "/api/people/a/games?until=9999-12-31T23:59:59-14:00", (b"400 Bad Request", "invalid")),
            ("GET", "/api/leaderboard?month=2026-13", (b"400 Bad Request", "invalid")),
            ("GET", "/api/people/%00/games", (b"400 Bad Request", "bad_request")),
            ("GET", "/api/people/%ED%A0%80", (b"404 Not Found", "no_such_person")),
        ],
    )
    def test_in_an_answer_of_its_own(
        self, open_site: Site, method: str, path: str, expected: tuple[bytes, str]
    ) -> None:
        told = answer(open_site, head(open_site, method, path, Accept="*/*", Content_Length="0", **LAST))
        assert (told.split(b"\r\n", 1)[0].removeprefix(b"HTTP/1.1 "), problem(told)) == expected

    def test_in_what_never_reaches_it(self, open_site: Site) -> None:
        large = answer(open_site, head(open_site, path="/api/games", Content_Length="99999"))
        unreadable = answer(open_site, head(open_site, "GET", "/api/games")[:-2] + b"A: \x0b\r\n\r\n")
        assert (status(large), problem(large)) == (413, "body_too_large")
        assert (status(unreadable), problem(unreadable)) == (400, "bad_request")


@pytest.mark.usefixtures("quiet_log")
def test_too_often_has_its_reason_phrase(daphne_site: Callable[..., Site]) -> None:
    site = daphne_site()
    asked = head(site, "GET", "/api/leaderboard")
    told = answer(site, asked * 60 + head(site, "GET", "/api/leaderboard", **LAST))
    last = told[told.rindex(b"HTTP/1.1 ") :]
    assert last.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
    assert problem(last) == "slow_down"


SESSION = {"Cookie": f'sessionid="\\000{"a" * 31}"'}
PROOF = "a" * 32


def post_form(site: Site, path: str, body: bytes) -> bytes:
    kind = {"Content_Type": "application/x-www-form-urlencoded", "Content_Length": str(len(body))}
    begun = head(site, path=path, Cookie=f"csrftoken={PROOF}", X_CSRFToken=PROOF, Origin=site.url, **kind, **LAST)
    return answer(site, begun + body)


def test_it_is_no_fault_of_the_site(tables_there: Postgres, daphne_site: Callable[..., Site], tmp_path: Path) -> None:
    with tables_there(tmp_path / "postgres") as url:
        site = daphne_site(DATABASE_URL=url, RATE_LIMITS="off")
        for path in ("/@/a%00/", "/api/people/%00", "/letters/off/%00/"):
            assert status(answer(site, head(site, "GET", path, **LAST))) == 400
        for path in ("/@/?before=%00", "/friends/?name=%0%000", "/api/people/a?before=%00"):
            assert status(answer(site, head(site, "GET", path, **LAST))) in (200, 302, 404)
        for path in ("/", "/@/", "/api/games", "/account/login/", "/ws/"):
            assert status(answer(site, head(site, "GET", path, **SESSION, **LAST))) in (200, 302, 404)
        for path in ("/guest/", "/account/login/", "/account/signup/", "/j/look/", "/t/new/", "/preferences/"):
            body = b"&".join(name + b"=a%00" for name in (b"name", b"login", b"username", b"token", b"code", b"first"))
            assert status(post_form(site, path, body)) in (200, 302, 400, 409)
        ana = Person(site.url, "Ana")
        assert ana.get("/@/?before=a%00&sort=%0%000")[0] == 200
        assert ana.post("/push/off/", endpoint="\0")["status"] == 200
        site.stop()
        assert "Traceback" not in site.text()
