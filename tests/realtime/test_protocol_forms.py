"""The documents of HTTP agree with the code: addresses, fields and their values, refusals, limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.test import RequestFactory
from django.urls import URLPattern, resolve

from games.accounts import device_cookie, names
from games.inference import record as table_record
from games.inference.record import CARD_SPOTS
from games.models import CODE_LENGTH, JoinToken
from games.rules import record
from games.rules.cards import Faction
from games.rules.state import Phase
from games.schemas.table_commands import CommandQueue, UndoEntry
from games.services.companion import handovers, join_tokens, places, tables
from games.services.companion.places import PlaceChoice
from games.views import urls
from games.views.companion.forms import NewTableForm
from games.views.deals.forms import ANYONE, FRIEND, DealTableForm
from games.views.matches.forms import NameForm, NewGameForm
from games.views.tournaments.forms import TournamentForm
from tests.realtime.documents import DOCUMENTS, FORMS, RECORD, TABLE, Document, quoted

TEXT = "".join(document.text for document in DOCUMENTS)

CLUB_NIGHTS = "Shared deals, moved games, club nights"
HOST = "/n/<code>/host/"
"""Where the addresses of the second table under that title begin."""
POSTS: dict[str, tuple[Document, list[str]]] = {
    prefix + address: (document, row)
    for document, title, number, prefix in (
        (FORMS, "Make or join a game", 0, ""),
        (FORMS, CLUB_NIGHTS, 0, ""),
        (FORMS, CLUB_NIGHTS, 1, HOST),
        (TABLE, "All forms", 0, ""),
    )
    for row in document.tables(title)[number]
    for address in quoted(row[0])
}
"""Every documented POST with its row: address, fields, what it does, refusals."""

ADDRESSES = set(re.findall(r"GET (/[^\s`]*/)", TEXT)) | set(POSTS)

PAGES = {"lobby", "lobby_fragment", "rules", "rulings", "game", "invitation", "table", "join_table", "verify"}
PAGES |= {"privacy", "my_data", "my_data_file", "learn", "lesson", "lesson_at"}
PAGES |= {"daily_puzzle", "next_puzzle", "replay", "table_replay", "watch", "watch_tables"}
PAGES |= {"profile", "leaderboard", "engine", "components", "notifications", "manifest", "worker", "offline"}
PAGES |= {"replay_picture", "table_replay_picture"}
PAGES |= {"series", "series_picture", "shared_deal", "table_setup", "reports"}
PAGES |= {"tournaments", "tournament", "tournament_live", "tournament_round", "tournament_standings"}
PAGES |= {"tournament_boards", "tournament_records", "tournament_display", "tournament_display_live"}
PAGES |= {"tournament_host", "tournament_host_live"}
PAGES |= {"game_picture", "profile_picture", "robots", "sitemap", "favicon"}
"""Pages for people: programs find all of it in the view of the socket."""
PERSONAL_FORMS = {"puzzle", "puzzle_at", "preferences", "set_language", "my_games", "friends", "tie_listed"}
PERSONAL_FORMS |= {"erase", "tokens", "token_end", "push", "push_off", "letters_off"}
PERSONAL_FORMS |= {"report", "table_report", "appeal", "account_message"}
"""Forms on puzzles, reports and the reader's account, which the document leaves out."""

NAMES = {"name_empty", "name_long", "name_reserved"}
EVERYWHERE = {"busy", "forbidden", "not_found", "post_only", "slow_down"}
"""Refusals that are documented for all addresses at once."""


OF_THE_API = {"not_invited", "people_only", "nothing_to_review", "too_many_against_site"}
"""Refusals of the API and the review, and of no form."""


def view_at(address: str) -> Callable[..., Any]:
    for name, value in (("<code>", "K7MPX2QA"), ("<name>", "ana")):
        address = address.replace(name, value)
    found: Callable[..., Any] = resolve(re.sub(r"<\w+>", "1", address)).func
    return found


def generalize(address: str) -> str:
    """Leave out the names of the arguments of an address."""
    return re.sub(r"<.*?>", "<>", address)


def list_patterns(*left_out: str) -> list[URLPattern]:
    """Return the patterns with a name but those with these names."""
    return [one for one in urls.urlpatterns if one.name not in {None, *left_out}]


def generalize_patterns(patterns: Iterable[URLPattern]) -> set[str]:
    return {generalize(f"/{one.pattern}") for one in patterns}


def accepts_post(pattern: URLPattern) -> bool:
    """Return whether a view takes a POST, as it says when it refuses another method."""
    request = RequestFactory().options("/", headers={"accept": "application/json"})
    response = pattern.callback(request, **dict.fromkeys(pattern.pattern.converters, "1"), **pattern.default_args)
    assert response.status_code == 405, pattern.name
    return "POST" in response["Allow"]


def test_documented_addresses_are_those_for_programs() -> None:
    known = generalize_patterns(list_patterns(*PAGES, *PERSONAL_FORMS))
    assert known <= {generalize(address) for address in ADDRESSES}
    documented = set(
        re.findall(r"`(/(?:guest|new|play|seek|account/\w+|(?:[mtjn@]|deals|tournaments)/[\w<>/-]+)/)`", TEXT)
    )
    assert len(documented) > 40
    for address in documented | ADDRESSES:
        assert callable(view_at(address)), address


def test_every_form_has_a_row() -> None:
    forms = generalize_patterns(filter(accepts_post, list_patterns(*PERSONAL_FORMS)))
    assert forms == {generalize(address) for address in POSTS}


def refused(document: Document) -> set[str]:
    """Every code in the last column of a document's forms."""
    return {code for kept, row in POSTS.values() if kept is document for code in quoted(row[3])}


def codes_of(table: list[list[str]]) -> set[str]:
    return {code for row in table for code in quoted(row[0])}


def test_every_refusal_of_a_form_is_documented() -> None:
    statuses, conflicts = map(codes_of, FORMS.tables("Refusals over HTTP"))
    assert statuses >= NAMES | EVERYWHERE - {"busy"}
    assert conflicts == refused(FORMS) - statuses | OF_THE_API
    (at_tables,) = map(codes_of, TABLE.tables("Refusals over HTTP"))
    assert at_tables == refused(TABLE) | {"forbidden"}


def test_every_field_is_documented() -> None:
    documented = {
        code
        for title, number, document in (
            ("Make or join a game", 1, FORMS),
            (CLUB_NIGHTS, 2, FORMS),
            ("All forms", 1, TABLE),
        )
        for row in document.tables(title)[number]
        for code in quoted(row[0])
    }
    opened = {code for row in TABLE.rows("Open a table") for code in quoted(row[0])}
    fields = {field for _, row in POSTS.values() for field in quoted(row[1])}
    assert fields - {"code"} == documented | opened


def values(document: Document, title: str, field: str) -> set[str]:
    (cell,) = (row[1] for row in document.rows(title) if field in quoted(row[0]) and len(row) == 2)
    return set(quoted(cell))


def choices(form: Any, field: str) -> set[str]:
    return {value for value, _ in form.base_fields[field].choices}


def test_the_values_of_fields_agree() -> None:
    for field in ("who", "lead", "last_trick", "draw"):
        assert values(FORMS, "Make or join a game", field) == choices(NewGameForm, field)
    for field in ("depth", "device", "lead"):
        assert values(TABLE, "Open a table", field) == choices(NewTableForm, field)
    assert values(TABLE, "All forms", "as") == set(PlaceChoice)
    for field in ("system", "mode"):
        assert values(FORMS, CLUB_NIGHTS, field) == choices(TournamentForm, field)
    assert values(FORMS, CLUB_NIGHTS, "deck") == choices(DealTableForm, "deck")
    assert values(FORMS, CLUB_NIGHTS, "opponent") - {"link", "level"} == {FRIEND, ANYONE}


def test_the_length_of_names_agrees() -> None:
    documented = {row[0].strip("`"): row[2] for row in FORMS.tables("Refusals over HTTP")[0]}
    assert f"more than {names.MAX_LENGTH} characters" in documented["name_long"]
    raw: Any = NameForm.base_fields["name"]
    assert f"more than {raw.max_length} characters" in documented["max_length"]
    assert f"1 to {names.MAX_LENGTH} characters" in FORMS.text
    assert f"up to {names.MAX_LENGTH} characters" in TABLE.text


def test_the_limits_of_a_table_agree() -> None:
    documented = dict(TABLE.rows("Limits"))
    away = f"{places.AWAY_AFTER.seconds // 60} minutes"
    queue, undo = (model.model_json_schema()["properties"] for model in (CommandQueue, UndoEntry))
    limits = {
        "A name": f"{names.MAX_LENGTH} characters",
        "Devices at a table": str(tables.MAX_DEVICES),
        "Devices that ask at once": str(handovers.MAX_REQUESTS),
        "Life of a code that works once": f"{join_tokens.SINGLE_USE_LIFETIME.seconds // 60} minutes",
        "Life of a table's code without anything happening": f"{join_tokens.IDLE_LIMIT.seconds // 3600} hours",
        "Absence of the host until a player's device may act for it": away,
        "Absence of a device until its seat is given to another without its consent": away,
        "Entries in a frame": str(queue["items"]["maxItems"]),
    }
    assert {name: documented[name] for name in limits} == limits
    longest = documented["Characters of an entry's `id`"]
    assert undo["id"]["pattern"].endswith(f"{{1,{longest}}}$")


def test_cookie_and_codes_of_a_table_agree() -> None:
    assert f"`{device_cookie.COOKIE}`" in TABLE.text
    assert f"{len(device_cookie.create_secret())} characters" in TABLE.section("Devices and seats")
    assert device_cookie.COOKIE_AGE == 365 * 24 * 3600
    way_in = {row[0]: row[1] for row in TABLE.tables("Join a table")[0]}
    assert f"{CODE_LENGTH} letters and digits" in way_in["`code`"]
    assert set(quoted(way_in["`purpose`"])) == set(JoinToken.Purpose.values)


def test_the_fields_of_the_records_agree() -> None:
    online = {row[0].strip("`"): quoted(row[1]) for row in RECORD.rows("The record")}
    assert set(online) == set(record.Record.__dataclass_fields__) | {"format"}
    documented = {row[0].strip("`"): quoted(row[1]) for row in TABLE.rows("The record")}
    assert set(documented) == {"format", "seats"} | table_record.OPTIONAL_FIELDS
    assert set(documented["phase_one"]) == {place.value for place in CARD_SPOTS[Phase.ONE]} | {"leader"}
    assert set(documented["phase_two"]) == {place.value for place in CARD_SPOTS[Phase.TWO]}
    assert documented["piles"] == [*(faction.key for faction in Faction), "counts", "highest"]
    assert (documented["format"], online["format"]) == ([table_record.FORMAT], [record.FORMAT])
