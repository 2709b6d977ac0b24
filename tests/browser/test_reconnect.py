"""Lost connections and killed servers: the page comes back by itself, and a card is played once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import click, play_on
from tests.browser.programs import Dealt, deal
from tests.browser.tcp_proxy import TcpProxy
from tests.browser.visitor import SMALLEST, inspect
from tests.realtime.sockets import stored
from tests.site_process import Site

pytestmark = [pytest.mark.faults, pytest.mark.browser]


@dataclass
class Line:
    """A site behind a proxy, which is also reached directly."""

    site: Site
    wire: TcpProxy

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.wire.port}"


@pytest.fixture(scope="module")
def line(daphne_site: Callable[..., Site]) -> Iterator[Line]:
    wire = TcpProxy()
    site = daphne_site(RATE_LIMITS="0", EXTRA_ORIGINS=f"http://127.0.0.1:{wire.port}")
    wire.lead_to(site.port)
    yield Line(site, wire)
    wire.close()


@pytest.fixture
def far_game(line: Line) -> Dealt:
    """A game on the site behind the proxy."""
    line.wire.mend()
    return deal(line.url)


def played(line: Line, code: str) -> list[str]:
    return [entry["data"]["card"] for entry in stored(line.site, code) if entry["kind"] == "played"]


def test_a_card_played_while_the_line_is_cut_is_played_once_when_it_is_back(
    arrive: Arrive, line: Line, far_game: Dealt
) -> None:
    phone, other = arrive(far_game.ana, url=line.url), arrive(far_game.bram, url=line.site.url)
    phone.expect_cut_line()
    ana, bram = phone.at(far_game.code), other.at(far_game.code)
    line.wire.cut()
    expect(ana.wire).to_contain_text("Reconnecting")
    expect(ana.page.locator(".near .disk.gone")).to_have_count(1)
    inspect(ana.page, SMALLEST)
    code = ana.codes(legal=True)[0]
    click(ana, code)
    ana.tells("Sending")
    expect(ana.page.locator(".slot.sending")).to_have_count(1)
    assert played(line, far_game.code) == []
    line.wire.mend()
    ana.back()
    ana.sent(13)
    expect(bram.laid).to_have_count(1)
    ana.tells("You led")
    assert played(line, far_game.code) == [code]


def test_a_card_whose_answer_got_lost_is_not_played_twice(arrive: Arrive, line: Line, far_game: Dealt) -> None:
    phone, other = arrive(far_game.ana, url=line.url), arrive(far_game.bram, url=line.site.url)
    phone.expect_cut_line()
    ana, bram = phone.at(far_game.code), other.at(far_game.code)
    line.wire.deafen()
    code = ana.codes(legal=True)[0]
    click(ana, code)
    expect(bram.laid).to_have_count(1)
    expect(ana.page.locator(".slot.sending")).to_have_count(1)
    line.wire.cut()
    line.wire.mend()
    ana.sent(13)
    ana.tells("You led")
    assert played(line, far_game.code) == [code]


def test_a_card_played_offline_is_refused_with_a_note_if_the_player_went_on_elsewhere(
    arrive: Arrive, line: Line, far_game: Dealt
) -> None:
    phone, desk = arrive(far_game.ana, url=line.url), arrive(far_game.ana, url=line.site.url)
    phone.expect_cut_line()
    ana, again = phone.at(far_game.code), desk.at(far_game.code)
    line.wire.cut()
    expect(ana.wire).to_have_count(1)
    first, second = ana.codes(legal=True)[0], ana.codes(legal=True)[-1]
    click(ana, first)
    click(again, second)
    again.sent(13)
    line.wire.mend()
    ana.back()
    expect(ana.note).to_be_visible()
    assert sorted(ana.codes()) == sorted(again.codes())
    assert played(line, far_game.code) == [second]


def test_both_pages_come_back_after_the_server_was_killed(arrive: Arrive, line: Line, far_game: Dealt) -> None:
    far_game.play(9)
    people = [arrive(person, url=line.site.url) for person in far_game.people]
    tables = [person.at(far_game.code) for person in people]
    before = [table.shown() for table in tables]
    for person in people:
        person.expect_cut_line()
    line.site.kill()
    for table in tables:
        expect(table.wire).to_contain_text("Reconnecting")
    line.site.start()
    for table in tables:
        table.back()
    assert [table.shown() for table in tables] == before
    play_on(*tables, plies=3)
    assert len(played(line, far_game.code)) == 12


def test_a_server_told_to_stop_says_goodbye_and_pages_come_back(arrive: Arrive, line: Line, far_game: Dealt) -> None:
    person = arrive(far_game.ana, url=line.site.url)
    person.expect_cut_line()
    ana = person.at(far_game.code)
    before = len(played(line, far_game.code))
    line.site.restart()
    ana.back()
    play_on(ana, plies=1)
    assert len(played(line, far_game.code)) == before + 1
