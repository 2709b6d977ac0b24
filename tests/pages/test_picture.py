"""The picture of a table's result: for those who may see the table, and of nothing but what everybody may know."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.live.table.view import view
from games.models import Game
from games.pages.table.picture import drawing, fonts
from games.pages.table.picture.poster import Poster, Row, poster_of
from games.services.table import companion
from tests.pages.tables import JSON, device, opened, table_of
from tests.services.companion_acts import item

NAMES = [
    ("", ""),
    ("Ana", "Bram"),
    ("W" * 20, "i" * 20),
    ("名" * 20, "變形者"),
    ("Ö" * 20, "Мария Ивановна"),
    ("김민수", "🂡" * 20),
]
ROWS = tuple(Row(letter, "Doppelgängers", (14, 0), 0, "Doppelgänger 9") for letter in "GKUDP")


def counted(client: Client, game: Game) -> None:
    """All piles counted: Ana wins."""
    items = [item("pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"]
    companion.act(game.pk, device(client, game).pk, items)


class TestTheAddress:
    @pytest.fixture
    def host(self, db: None) -> Client:
        return Client()

    @pytest.fixture
    def table(self, host: Client) -> Game:
        return opened(host, "both", depth="piles", watch="")

    def test_a_png_once_it_is_over(self, host: Client, table: Game) -> None:
        early = host.get(f"/t/{table.code}/picture/", headers=JSON)
        assert (early.status_code, early.json()["code"]) == (409, "not_over")
        counted(host, table)
        answer = host.get(f"/t/{table.code}/picture/")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        assert Image.open(BytesIO(answer.content)).width == drawing.WIDTH
        assert answer["Content-Disposition"] == f'inline; filename="claim-table-{table.code}.png"'
        again = host.get(f"/t/{table.code}/picture/", headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "private" in answer["Cache-Control"]

    def test_for_those_who_may_see_the_table_alone(self, host: Client, table: Game) -> None:
        counted(host, table)
        assert Client().get(f"/t/{table.code}/picture/").status_code == 403

    def test_in_the_language_of_whoever_asks(self, host: Client, table: Game) -> None:
        counted(host, table)
        url, languages = f"/t/{table.code}/picture/", ("en", "nl", "id", "zh-hant")
        assert len({host.get(url, headers={"Accept-Language": one})["ETag"] for one in languages}) == len(languages)

    def test_it_says_what_a_watcher_sees(self, host: Client, table: Game) -> None:
        counted(host, table)
        shown = view(table_of(table), None)
        poster = poster_of(shown, "Five Votes")
        assert shown.result is not None
        assert (poster.outcome, poster.names, poster.story) == (shown.result.text, shown.names, shown.recap)
        assert [(row.counts, row.vote) for row in poster.rows] == [((3, 2), 0)] * 5


class TestTheDrawing:
    @pytest.mark.parametrize("names", NAMES)
    def test_every_line_is_as_narrow_as_it_must_be_and_nothing_is_lost(self, names: tuple[str, str]) -> None:
        for text, size, width in [(name, drawing.NAME, drawing.NAME_WIDTH) for name in names] + [
            (f"{names[0]} wins by 3 votes to 2; {names[1]} has none.", drawing.STORY, drawing.WIDTH - 2 * drawing.EDGE)
        ]:
            told = fonts.lines(text, size, width)
            assert "".join(told).replace(" ", "") == text.replace(" ", "")
            assert all(fonts.font(size).getlength(line) <= width for line in told)

    def test_it_is_as_high_as_its_texts_need(self) -> None:
        short = Poster("Five Votes", ("Ana", "Bram"), "A draw.", ROWS, ())
        long = Poster("Five Votes", ("W" * 20, "名" * 20), "W" * 20, ROWS, ("名" * 300,) * 5)
        heights = [Image.open(BytesIO(drawing.png(one))).height for one in (short, long)]
        assert heights[0] < heights[1]

    def test_a_mark_stays_with_its_letter_and_a_stop_with_what_it_ends(self) -> None:
        assert fonts.lines("名字。" * 9, 30, 95) == ["名字。"] * 9
        assert fonts.lines("e\u0301" * 9, 30, 35) == ["e\u0301" * 2] * 4 + ["e\u0301"]

    def test_a_line_goes_on_with_chinese_characters_as_long_as_there_is_room(self) -> None:
        room = int(fonts.font(30).getlength("Ana 名字")) + 1
        assert fonts.lines("Ana 名字名字", 30, room) == ["Ana 名字", "名字"]

    @pytest.mark.parametrize("size", [12, 30])
    def test_letters_are_as_large_as_asked(self, size: int) -> None:
        assert fonts.font(size).size == size

    @pytest.mark.parametrize("letter", "aZéőßжΩ變龍名あ한")
    def test_the_font_that_comes_with_the_site_has_the_letters_of_its_languages(self, letter: str) -> None:
        none = bytes(fonts.font(30).getmask("\U0010ffff"))
        assert bytes(fonts.font(30).getmask(letter)) != none

    def test_the_same_poster_is_drawn_once(self) -> None:
        poster = Poster("Five Votes", ("Ana", "Bram"), "A draw.", ROWS, ())
        assert drawing.png(poster) is drawing.png(Poster("Five Votes", ("Ana", "Bram"), "A draw.", ROWS, ()))
