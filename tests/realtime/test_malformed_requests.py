"""Malformed requests: each is answered or its connection closed, and no traceback is logged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.client import Person
from tests.realtime.conftest import Postgres
from tests.realtime.raw_http import answer, chunk, head, status, upgrade
from tests.site_process import Site

LAST = {"Connection": "close"}


@pytest.mark.usefixtures("quiet_log")
class TestLength:
    """Contradicting lengths would allow request smuggling."""

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
    def test_ambiguous_lengths_are_refused(self, open_site: Site, fields: dict[str, str]) -> None:
        smuggled = head(open_site, "GET", "/smuggled/")
        refusal = answer(open_site, head(open_site, **fields) + b"0\r\n\r\n" + smuggled)
        assert status(refusal) == 400
        assert refusal.count(b"HTTP/1.1") == 1

    @pytest.mark.parametrize(
        "lines", [b"zz\r\n", b"-1\r\n", b"1\r\nxx\r\n", b"1" * 2000, b"0\r\n" + b"X-More: 1\r\n" * 9000]
    )
    def test_invalid_chunks_and_endless_trailers_are_refused(self, open_site: Site, lines: bytes) -> None:
        assert status(answer(open_site, head(open_site, Transfer_Encoding="chunked") + lines)) == 400

    def test_a_length_of_thousands_of_digits_is_refused(self, open_site: Site) -> None:
        assert status(answer(open_site, head(open_site, Content_Length="9" * 9000))) in (400, 413)

    def test_requests_of_http_1_0_are_answered(self, open_site: Site) -> None:
        assert status(answer(open_site, head(open_site, "GET", version="1.0"))) == 200
        assert status(answer(open_site, head(open_site, version="1.0", Content_Length="6") + b"name=A")) == 403
        assert status(answer(open_site, head(open_site, version="1.0", Content_Length="99999"))) == 413


@pytest.mark.usefixtures("quiet_log")
class TestHeaders:
    @pytest.mark.parametrize("size", [17_000, 300_000])
    def test_long_headers_and_addresses_are_refused(self, open_site: Site, size: int) -> None:
        assert status(answer(open_site, head(open_site, Cookie="x" * size))) == 400
        assert status(answer(open_site, head(open_site, "GET", "/" + "x" * size))) == 400

    def test_too_many_headers_and_an_endless_line_are_refused(self, open_site: Site) -> None:
        assert status(answer(open_site, head(open_site)[:-2] + b"A: 1\r\n" * 600 + b"\r\n")) == 400
        assert status(answer(open_site, b"x" * 300_000)) == 400

    @pytest.mark.parametrize("line", [b"no colon", b": no name", b"a b: c", b"A: \x0b", b"A: \x00"])
    def test_unreadable_headers_are_refused_without_naming_the_server(self, open_site: Site, line: bytes) -> None:
        refusal = answer(open_site, head(open_site, "GET", **LAST)[:-2] + line + b"\r\n\r\n")
        assert status(refusal) == 400
        assert b"aphne" not in refusal

    @pytest.mark.parametrize("line", [b"GET", b"GET /", b"\x16\x03\x01\x02", b"GET / HTTP/9.9", b"GET  / HTTP/1.1"])
    def test_an_invalid_request_line_is_answered(self, open_site: Site, line: bytes) -> None:
        assert status(answer(open_site, line + b"\r\nConnection: close\r\n\r\n")) in (200, 400)


@pytest.mark.usefixtures("quiet_log")
class TestPipelines:
    def test_requests_are_answered_in_their_order(self, open_site: Site) -> None:
        bodies = head(open_site, Content_Length="6") + b"name=A"
        bodies += head(open_site, Transfer_Encoding="chunked") + chunk(b"name=A") + chunk(b"")
        last = head(open_site, "GET", **LAST)
        answers = answer(open_site, bodies, head(open_site, "GET", "/nowhere/"), last)
        assert re.findall(rb"HTTP/1\.1 (\d+)", answers) == [b"403", b"403", b"404", b"200"]

    def test_a_refusal_ends_the_connection(self, open_site: Site) -> None:
        after = head(open_site, "GET", "/nowhere/") * 100
        large = answer(open_site, head(open_site, Content_Length="99999") + after)
        bad = answer(open_site, b"GET / HTTP/1.1\r\nA:\x0b\r\n\r\n" * 1000)
        assert (status(large), status(bad)) == (413, 400)
        assert large.count(b"HTTP/1.1") == bad.count(b"HTTP/1.1") == 1


@pytest.mark.usefixtures("quiet_log")
@pytest.mark.parametrize("length", [b"Content-Length: 3", b"Transfer-Encoding: chunked"])
def test_a_handshake_with_a_body_is_refused(open_site: Site, length: bytes) -> None:
    begun = upgrade(open_site, "/ws/m/AAAAAAAA/", {})[:-2] + length + b"\r\n\r\n"
    assert status(answer(open_site, begun + b"3\r\nabc\r\n0\r\n\r\n")) == 400


def refusal_code(refusal: bytes) -> str:
    """The code of a refusal in JSON."""
    fields, body = refusal.split(b"\r\n\r\n", 1)
    assert b"application/json" in fields
    return str(json.loads(body)["code"])


@pytest.mark.usefixtures("quiet_log")
class TestForms:
    KNOWN = {"Cookie": f"csrftoken={'a' * 32}", "Connection": "close"}

    def post(self, site: Site, kind: str, body: bytes, **fields: str) -> bytes:
        begun = head(site, Content_Type=kind, Content_Length=str(len(body)), Origin=site.url, **self.KNOWN, **fields)
        return answer(site, begun + body)

    def test_two_thousand_fields_or_two_hundred_files_are_refused(self, open_site: Site) -> None:
        fields = b"&".join(b"a%d=1" % number for number in range(2000))
        part = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n'
        refusals = [
            self.post(open_site, "application/x-www-form-urlencoded", fields),
            self.post(open_site, "multipart/form-data; boundary=x", part * 200 + b"--x--\r\n"),
        ]
        assert all(refusal.startswith(b"HTTP/1.1 400 Bad Request\r\n") for refusal in refusals)

    @pytest.mark.parametrize("path", ["/leaderboard/", "/api/leaderboard"])
    def test_a_query_of_two_thousand_fields_is_refused(self, open_site: Site, path: str) -> None:
        query = "&".join(f"a{number}" for number in range(2000))
        assert status(answer(open_site, head(open_site, "GET", f"{path}?{query}", **LAST))) == 400

    @pytest.mark.parametrize("charset", ["utf-7", "hex", "unicode_escape", "idna"])
    def test_a_foreign_encoding_is_refused(self, open_site: Site, charset: str) -> None:
        body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+2AA-\\ud800\r\n--x--\r\n'
        assert status(self.post(open_site, f"multipart/form-data; boundary=x; charset={charset}", body)) == 400


@pytest.mark.usefixtures("quiet_log")
class TestApi:
    """The API refuses in JSON, also a client that accepts any type."""

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
    def test_its_own_refusals_are_json(
        self, open_site: Site, method: str, path: str, expected: tuple[bytes, str]
    ) -> None:
        refusal = answer(open_site, head(open_site, method, path, Accept="*/*", Content_Length="0", **LAST))
        assert (refusal.split(b"\r\n", 1)[0].removeprefix(b"HTTP/1.1 "), refusal_code(refusal)) == expected

    def test_a_large_body_is_refused_in_json(self, open_site: Site) -> None:
        large = answer(open_site, head(open_site, path="/api/games", Content_Length="99999"))
        assert (status(large), refusal_code(large)) == (413, "body_too_large")

    @pytest.mark.parametrize(
        "request_head",
        [
            *(b"GET /api/games\r\n", b"GET /api/games HTTP/9.9\r\n", b"GET /api/games?" + b"x" * 20_000),
            *(b"GET /api/games HTTP/1.1\r\n" + line for line in (b"no colon\r\n", b"A: \x0b\r\n", b"A: 1\r\n" * 600)),
            b"POST /api/games HTTP/1.1\r\nContent-Length: x\r\n",
            b"POST /api/games HTTP/1.1\r\nTransfer-Encoding: x\r\n",
            b"POST /api/games HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ],
    )
    def test_an_unreadable_request_is_refused_in_json(self, open_site: Site, request_head: bytes) -> None:
        refusal = answer(open_site, request_head + b"\r\n")
        assert (status(refusal), refusal_code(refusal)) == (400, "bad_request")

    def test_a_request_to_upgrade_is_an_ordinary_one(self, open_site: Site) -> None:
        refusal = answer(open_site, head(open_site, "GET", "/api/me", Upgrade="websocket", **LAST))
        assert (status(refusal), refusal_code(refusal)) == (401, "token_needed")


@pytest.mark.usefixtures("quiet_log")
def test_a_rate_limit_has_its_reason_phrase(daphne_site: Callable[..., Site]) -> None:
    site = daphne_site()
    answers = answer(site, head(site, "GET", "/api/leaderboard") * 60 + head(site, "GET", "/api/leaderboard", **LAST))
    last = answers[answers.rindex(b"HTTP/1.1 ") :]
    assert last.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
    assert refusal_code(last) == "slow_down"


SESSION = {"Cookie": f'sessionid="\\000{"a" * 31}"'}


def post_form(site: Site, path: str, body: bytes) -> bytes:
    kind = {"Content_Type": "application/x-www-form-urlencoded", "Content_Length": str(len(body))}
    token = "a" * 32
    begun = head(site, path=path, Cookie=f"csrftoken={token}", X_CSRFToken=token, Origin=site.url, **kind, **LAST)
    return answer(site, begun + body)


def test_nul_characters_are_no_error(tables_there: Postgres, daphne_site: Callable[..., Site], tmp_path: Path) -> None:
    """PostgreSQL stores none."""
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
