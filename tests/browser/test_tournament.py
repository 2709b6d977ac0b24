"""A club night of sixteen in real browsers, checked against the rules and a count of its own."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.club_night import (
    Board,
    Count,
    Player,
    count_game,
    join,
    play_online,
    read_boards,
    read_standings,
    report,
)
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, eventually, play_on
from tests.browser.pad_page import scanned
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser
NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
DECK_SIZE, LAST_PLIES = 52, 8
VOTES_AND_CARDS = (((3, 2), (24, 21)), ((1, 4), (12, 30)), ((2, 2), (20, 20)), ((5, 0), (33, 9)), ((2, 3), (18, 25)))
"""Results of printed games."""


def test_club_night_of_sixteen_with_a_leaver_and_a_late_comer(arrive: Arrive, painting_browser: Browser) -> None:
    host = create_night(arrive().page())
    night = urlsplit(host.url).path
    display = arrive(by=painting_browser).page()
    display.goto(f"{night}display/")
    address = scanned(display.locator(".qr"))
    players = {name: join(arrive(viewport=PHONE), address, name) for name in NAMES}
    expect(display.locator(".night-stage")).to_contain_text(NAMES[-1])
    count, reader = Count(), players[NAMES[0]].program

    start_round(host, 1)
    boards = read_boards(reader, night, 1)
    play_in_browsers(boards[0], players)
    play_online(boards[1:], players)
    for board in boards:
        count.add(board, *count_game(players[board.first].program, board.game))
    leaver = boards[1].first
    leave(players[leaver].page)

    use_real_cards(host)
    start_round(host, 2)
    boards = read_boards(reader, night, 2)
    assert leaver not in {name for board in boards for name in (board.first, board.second)}
    *boards, bye = boards
    expect(players[bye.first].page.locator(".night-own")).to_contain_text("You have a bye")
    count.add_bye(bye.first)
    report_on_phones(boards[0], players)
    count.add(boards[0], *VOTES_AND_CARDS[0])
    report_all(night, 2, boards[1:], players, count)
    correct_and_undo(host, boards[1])

    players["Late"] = join(arrive(viewport=PHONE), address, "Late")
    start_round(host, 3)
    boards = read_boards(reader, night, 3)
    assert "Late" in {name for board in boards for name in (board.first, board.second)}
    report_all(night, 3, boards[:-1], players, count)
    set_draw(host, boards[-1])
    count.add(boards[-1], (2, 2), (0, 0))

    host.reload()
    host.get_by_role("button", name="Finish club night").first.click()
    expect(display.locator("#standings-title")).to_have_text("Final standings")
    assert read_standings(display) == count.rank(players)
    assert max(count.meetings.values()) == 1
    assert sum(count.meetings.values()) == 8 + 7 + 8


def test_players_on_the_end_of_their_board_learn_of_the_next_one(arrive: Arrive) -> None:
    host, players = start_night_of_two(arrive)
    board = read_only_board(host, players, 1)
    pages = open_board(board, players)
    assert players[board.first].program.post(f"/m/{board.game}/resign/")["status"] == 200
    for page in pages:
        expect(MatchPage(page).end).to_be_visible()
        expect(page.locator("[data-bell] .bell-count")).to_be_hidden()
    start_round(host, 2)
    board = read_only_board(host, players, 2)
    for page in pages:
        check_announcement(page, board)
    leader = players[board.first].page
    expect(leader.locator("[data-bell] .bell-count")).to_have_text("1")
    leader.locator(".notification").get_by_role("link", name="Go to game").click()
    MatchPage(leader).ready()
    expect(leader.locator(".notification")).to_have_count(0)


def test_players_of_a_cancelled_board_learn_that_it_starts_again(arrive: Arrive) -> None:
    host, players = start_night_of_two(arrive)
    board = read_only_board(host, players, 1)
    pages = open_board(board, players)
    for player in players.values():
        assert player.program.post(f"/m/{board.game}/call-off/")["status"] == 200
    for page in pages:
        expect(MatchPage(page).end).to_contain_text("This game was cancelled.")
    start_again(host, board)
    board = read_only_board(host, players, 1)
    for page in pages:
        check_announcement(page, board)


def start_night_of_two(arrive: Arrive) -> tuple[Page, dict[str, Player]]:
    """Start the first round of a night of two players; return the page of the host, and the players by name."""
    host = create_night(arrive().page())
    players = {name: join(arrive(viewport=PHONE), urlsplit(host.url).path, name) for name in NAMES[:2]}
    start_round(host, 1)
    return host, players


def read_only_board(host: Page, players: dict[str, Player], number: int) -> Board:
    night = f"/n/{urlsplit(host.url).path.split('/')[2]}/"
    (board,) = read_boards(players[NAMES[0]].program, night, number)
    return board


def open_board(board: Board, players: dict[str, Player]) -> list[Page]:
    """Play some cards of a board by programs, and open its game on the pages of both players."""
    first, second = players[board.first], players[board.second]
    Dealt(board.game, first.program, second.program).play(LAST_PLIES)
    for player in (first, second):
        player.page.goto(f"/m/{board.game}/")
        MatchPage(player.page).ready()
    return [first.page, second.page]


def check_announcement(page: Page, board: Board) -> None:
    """Check that a page, which stays where it is, says that the game of a board has started."""
    notification = page.locator(".notification")
    expect(notification).to_contain_text("Your club night game against")
    expect(notification.get_by_role("link", name="Go to game")).to_have_attribute("href", f"/m/{board.game}/")
    expect(page).to_have_title(re.compile("^● Your club night game against"))
    expect(MatchPage(page).end).to_be_visible()


def start_again(host: Page, board: Board) -> None:
    """Start a board again."""
    open_host_page(host)
    host.get_by_role("link", name=f"Edit board {board.number}", exact=True).click()
    fold = host.locator(".fold", has_text="Start board again")
    fold.locator("summary").click()
    fold.get_by_label("Reason").fill("Both cancelled")
    fold.get_by_role("button", name="Start board again").click()


def create_night(host: Page) -> Page:
    """Create a club night of three rounds as a guest, and open the page of its host from the page of the players."""
    host.goto("/tournaments/new/")
    host.get_by_label("Your name").fill("Hanna")
    host.get_by_label("Rounds").fill("3")
    host.get_by_role("button", name="Create club night").click()
    host.get_by_role("link", name="Run the club night").wait_for()
    return host


def open_host_page(host: Page) -> None:
    """Open the page of the host anew."""
    code = urlsplit(host.url).path.split("/")[2]
    host.goto(f"/n/{code}/host/")


def start_round(host: Page, number: int) -> None:
    open_host_page(host)
    host.get_by_role("button", name=f"Start round {number}").click()
    expect(host.locator(".messages")).to_contain_text(f"Round {number} has started.")


def play_in_browsers(board: Board, players: dict[str, Player]) -> None:
    """Play the last tricks of a board in the browsers of both players, who find their game on their pages."""
    first, second = players[board.first], players[board.second]
    Dealt(board.game, first.program, second.program).play(DECK_SIZE - LAST_PLIES)
    tables = []
    for player in (first, second):
        player.page.locator(".night-own").get_by_role("link", name="Play").click()
        tables.append(MatchPage(player.page).ready())
    play_on(*tables, plies=LAST_PLIES)
    for table in tables:
        eventually(partial(finished, table), "the game has no end")
        table.page.get_by_role("link", name="Back to the club night").first.click()


def finished(table: MatchPage) -> bool:
    """Go on from the last trick; return whether the page shows the end."""
    table.see_the_trick()
    return table.end.is_visible()


def leave(page: Page) -> None:
    page.get_by_role("button", name="Leave").click()
    expect(page.locator(".night-own")).to_contain_text("You've left this club night.")


def use_real_cards(host: Page) -> None:
    """Change where the next rounds are played."""
    open_host_page(host)
    host.locator("summary", has_text="Options").click()
    host.get_by_label("With real cards").check()
    host.get_by_role("button", name="Change options").click()
    expect(host.locator(".messages")).to_contain_text("The options are changed.")


def report_on_phones(board: Board, players: dict[str, Player]) -> None:
    """Report the result of a board on the phone of one player, and confirm it on that of the other."""
    (votes, cards), page, other = VOTES_AND_CARDS[0], players[board.first].page, players[board.second].page
    page.get_by_role("link", name="Report the result").click()
    page.locator(".choice", has_text=board.first).click()
    for kind, numbers in (("votes", votes), ("cards", cards)):
        for seat, number in zip(("first", "second"), numbers, strict=True):
            page.locator(f"[name={seat}_{kind}]").fill(str(number))
    page.get_by_role("button", name="Send result").click()
    other.get_by_role("button", name="Confirm").click()
    for own in (page, other):
        expect(own.locator(".night-own")).to_contain_text("the next round appears by itself")


def report_all(night: str, number: int, boards: list[Board], players: dict[str, Player], count: Count) -> None:
    """Report and confirm the results of boards by programs, and count them."""
    for board in boards:
        votes, cards = VOTES_AND_CARDS[board.number % len(VOTES_AND_CARDS)]
        report(board, players, f"{night}{number}/{board.number}/", votes, cards)
        count.add(board, votes, cards)


def correct_and_undo(host: Page, board: Board) -> None:
    """Change the result of a board by mistake, and undo that."""
    open_host_page(host)
    line = host.locator(".host-board").nth(board.number - 1)
    before = line.locator("b").inner_text()
    host.get_by_role("link", name=f"Edit board {board.number}", exact=True).click()
    host.get_by_label("Both lost").check()
    host.get_by_label("Reason").first.fill("Wrong board")
    host.get_by_role("button", name="Set result").click()
    expect(line.locator("b")).to_have_text("0–0")
    expect(host.locator(".host-log li").first).to_contain_text("Wrong board")
    host.get_by_role("button", name="Undo").first.click()
    expect(line.locator("b")).to_have_text(before)


def set_draw(host: Page, board: Board) -> None:
    """Set the result of a board whose players do not report theirs."""
    open_host_page(host)
    host.get_by_role("link", name=f"Edit board {board.number}", exact=True).click()
    host.get_by_label("Draw").check()
    for name, number in (("first_votes", 2), ("second_votes", 2), ("first_cards", 0), ("second_cards", 0)):
        host.locator(f"[name={name}]").fill(str(number))
    host.get_by_role("button", name="Set result").click()
    expect(host.locator(".messages")).to_contain_text("The result is changed.")
