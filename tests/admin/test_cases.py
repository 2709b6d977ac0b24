"""Cases of reports and appeals: the page, the verdict in at most six steps, and notes about people."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from games.models import Act, Appeal, Game, PersonNote, Proposal, Report, User
from games.models.moderation import Category
from games.services.matches import lobby, play
from games.services.moderation import people
from games.services.moderation.games import award_win, reveal_cards
from games.services.moderation.people import warn_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.proposals import confirm_proposal
from games.services.reports import appeals, cases, reports
from games.services.reports.queue import Sender
from games.state.match_state import MatchOptions
from games.texts.moderation import GAMES_GIVEN_AWAY, REASONS
from tests.admin.addresses import change_page, list_page, queue_page
from tests.moderators import WHY
from tests.people import person
from tests.services.matches.games import play_out
from tests.services.ratings.test_ratings import won

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(game: Game, ana: User) -> Report:
    play_out(game, 3)
    return reports.file_report(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")


def decide(desk: Client, row: Report | Appeal, outcome: str, **fields: str) -> str:
    answer = desk.post(queue_page(row, "decide"), {"outcome": outcome, "reason": "No.", **fields}, follow=True)
    row.refresh_from_db()
    return answer.content.decode()


def text(desk: Client, row: object) -> str:
    return desk.get(change_page(row)).content.decode()  # type: ignore[arg-type]


def queue(desk: Client, **query: str) -> list[int]:
    return [row.pk for row in desk.get(list_page(Report), query).context["cl"].result_list]


class TestQueue:
    def test_is_sorted_by_running_game_reporters_and_age(self, ana: User, bram: User, desk: Client) -> None:
        games = [lobby.create_game(ana, MatchOptions()) for _ in range(4)]
        for game in games:
            lobby.join_game(game, bram)
        over, old, many, late = [
            reports.file_report(Sender(person(f"P{at}")), game, "1", Category.OTHER, "x")
            for at, game in enumerate(games)
        ]
        reports.file_report(Sender(person("Q")), games[2], "1", Category.OTHER, "x")
        for name in ("R", "S"):
            reports.file_report(Sender(person(name)), games[0], "1", Category.OTHER, "x")
        play.resign(games[0], ana)
        assert queue(desk) == [many.pk, old.pk, late.pk, over.pk]

    def test_a_case_is_one_row_and_a_search_finds_each(self, report: Report, game: Game, desk: Client) -> None:
        second = reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        assert queue(desk) == [report.pk]
        assert queue(desk, q="Me too") == [second.pk]

    def test_unread_until_opened_by_each_moderator(
        self, report: Report, game: Game, desk: Client, other_desk: Client
    ) -> None:
        def fresh(client: Client) -> bool:
            return "new-badge" in client.get(list_page(Report)).content.decode()

        assert fresh(desk)
        desk.get(change_page(report))
        assert (fresh(desk), fresh(other_desk)) == (False, True)
        reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        assert fresh(desk)


class TestPage:
    def test_shows_the_game_and_the_reported_moment(self, report: Report, game: Game, desk: Client) -> None:
        play_out(game, 2)
        told = text(desk, report)
        assert 'class="card-list"' in told
        assert told.count("reported here") == 1

    def test_hides_the_game_from_a_moderator_who_plays_in_it(
        self, report: Report, game: Game, mona: Moderator, desk: Client
    ) -> None:
        game.players.filter(seat=1).update(user=mona.user)
        told = text(desk, report)
        assert 'class="card-list"' not in told
        assert "another moderator" in told
        assert 'name="outcome"' not in told

    def test_shows_both_people_with_their_history(
        self, report: Report, ana: User, bram: User, mona: Moderator, nils: Moderator, desk: Client
    ) -> None:
        other = lobby.create_game(ana, MatchOptions())
        lobby.join_game(other, bram)
        before = reports.file_report(Sender(person("Dirk")), other, "1", Category.NAME, "His name.")
        cases.settle_case(mona, before, lambda: warn_person(mona, bram, Justification("Name.", "No.")), "acted")
        cases.settle_case(
            mona, reports.file_report(Sender(ana), other, "game", Category.OTHER, "x"), lambda: None, "acted"
        )
        people.write_note(nils, bram, "Was told twice.")
        told = text(desk, report)
        for part in ("His name.", "Warn", "Was told twice.", "reports sent: 1 upheld, 0 dismissed"):
            assert part in told, part

    def test_shows_all_reports_of_the_case(self, report: Report, game: Game, desk: Client) -> None:
        reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        told = text(desk, report)
        assert "2 reports in this case" in told
        assert "Me too." in told

    def test_reports_decided_together_stay_one_case(self, report: Report, game: Game, desk: Client) -> None:
        second = reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        decide(desk, report, "warn", newest=str(second.pk))
        later = reports.file_report(Sender(person("Evi")), game, "1", Category.OTHER, "Once more.")
        for row in (report, second):
            told = text(desk, row)
            assert "2 reports in this case" in told
            earlier = told.partition("Earlier reports about this user")[2].partition("<h3>")[0]
            shown = [change_page(about) in earlier for about in (report, second, later)]
            assert shown == [False, False, True]

    def test_the_outcome_links_to_the_action(self, report: Report, game: Game, desk: Client) -> None:
        second = reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        decide(desk, report, "warn", newest=str(second.pk))
        act = Act.objects.get()
        for row in (report, second):
            outcome = text(desk, row).partition('class="field-result"')[2].partition("</div>")[0]
            assert f'<a href="{change_page(act)}"><bdi>{act.pk} Warn</bdi></a>' in outcome


class TestVerdict:
    def test_answers_every_reporter(self, report: Report, game: Game, bram: User, desk: Client) -> None:
        second = reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        told = decide(desk, report, "warn", newest=str(second.pk), note="We told him.")
        second.refresh_from_db()
        assert "Logged as action" in told
        assert [(row.outcome, row.note) for row in (report, second)] == [("acted", "We told him.")] * 2
        assert Act.objects.get().person == bram

    def test_is_refused_while_another_moderator_has_claimed_it(
        self, report: Report, nils: Moderator, desk: Client
    ) -> None:
        cases.claim_case(nils, report)
        assert "Another moderator has claimed this" in decide(desk, report, "warn")
        assert (report.status, Act.objects.count()) == ("claimed", 0)

    def test_takes_the_permission_of_the_act(self, report: Report, mona: Moderator, desk: Client) -> None:
        group = mona.user.groups.get()
        group.permissions.remove(*group.permissions.filter(codename__in=["act_warn", "act_close"]))
        told = text(desk, report)
        assert 'value="warn"' not in told
        assert 'value="suspend:permanent"' not in told
        decide(desk, report, "warn")
        assert (report.status, Act.objects.count()) == ("open", 0)

    def test_after_a_look_at_hidden_cards_waits_for_a_second_moderator(
        self, report: Report, game: Game, desk: Client, mona: Moderator, nils: Moderator
    ) -> None:
        reveal_cards(mona, game, WHY)
        assert "until another moderator confirms" in decide(desk, report, "award:0")
        assert (report.status, report.claimed_by, Act.objects.count()) == ("claimed", mona.user, 1)
        act = confirm_proposal(nils, Proposal.objects.get(report=report))
        assert act.report == report
        decide(desk, report, "acted")
        assert report.outcome == "acted"


class TestAppeal:
    @pytest.fixture
    def appeal(self, game: Game, ana: User, bram: User, nils: Moderator) -> Appeal:
        return appeals.file_appeal(award_win(nils, game, 0, WHY), Sender(bram), "No.")

    def test_is_granted_and_undone_in_one_step(self, appeal: Appeal, game: Game, desk: Client) -> None:
        decide(desk, appeal, "undo")
        game.refresh_from_db()
        assert (appeal.outcome, game.status) == ("granted", "playing")
        assert Act.objects.get(undoes=appeal.act).reason == "The appeal against this decision was granted."

    def test_after_a_look_at_hidden_cards_waits_for_a_second_moderator(
        self, appeal: Appeal, game: Game, mona: Moderator, nils: Moderator, desk: Client
    ) -> None:
        reveal_cards(mona, game, WHY)
        assert "until another moderator confirms" in decide(desk, appeal, "undo")
        game.refresh_from_db()
        assert (appeal.status, game.status) == ("claimed", "finished")
        assert confirm_proposal(nils, Proposal.objects.get()).undoes == appeal.act


class TestNotes:
    def write(self, desk: Client, who: User, **fields: object) -> str:
        address = f"/admin/games/user/{who.pk}/note/"
        return desk.post(address, {"text": "Was told twice.", **fields}).get("Location", "")

    def test_are_written_on_a_report_and_read_there(self, report: Report, bram: User, desk: Client) -> None:
        assert self.write(desk, bram, report=report.pk) == change_page(report)
        assert "Was told twice." in text(desk, report)
        assert "Was told twice." in text(desk, bram)

    def test_reach_neither_the_person_nor_other_pages(self, bram: User, bram_client: Client, desk: Client) -> None:
        self.write(desk, bram)
        for address in ("/", "/account/message/", "/reports/"):
            assert b"told twice" not in bram_client.get(address).content
        assert b"told twice" not in desk.get(f"/admin/games/user/{bram.pk}/history/").content

    def test_are_hidden_from_the_moderator_they_are_about(
        self, nils: Moderator, mona: Moderator, desk: Client, other_desk: Client
    ) -> None:
        self.write(other_desk, mona.user)
        assert PersonNote.objects.count() == 1
        assert "Was told twice." not in text(desk, mona.user)
        assert "Was told twice." in text(other_desk, mona.user)
        self.write(desk, mona.user)
        assert PersonNote.objects.count() == 1


def test_a_permanent_mute_is_confirmed_in_words(bram: User, desk: Client) -> None:
    words = {"reason": REASONS["behaviour"], "length": "permanent"}
    told = desk.post(f"/admin/games/user/{bram.pk}/act/mute/", {**words, "step": "look"}).content.decode()
    assert "permanent" in told
    assert "9999" not in told
    desk.post(f"/admin/games/user/{bram.pk}/act/mute/", {**words, "step": "do"})
    bram.refresh_from_db()
    assert (bram.muted_for_good, bram.muted_until) == (True, None)
    assert bram.moderation_message.startswith("Unfair or hostile")


MOST_STEPS = 6


class Page(HTMLParser):
    """The links of a page, and its forms with what they would send as they come."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[dict[str, Any]] = []
        self.choices: set[tuple[str, str]] = set()
        self._textarea = ""
        self.feed(text)

    def handle_data(self, data: str) -> None:
        if self._textarea and self.forms:
            self.forms[-1][self._textarea] = data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(has.get("href", ""))
        elif tag == "form":
            self.forms.append({"action": has.get("action", "")})
        elif tag == "textarea":
            self._textarea = has.get("name", "")
        elif tag == "input" and has.get("type") == "radio" and "checked" not in has:
            self.choices.add((has["name"], has["value"]))
        elif tag == "input" and has.get("name") and self.forms:
            self.forms[-1][has["name"]] = has.get("value", "")


class ModeratorSession:
    """A moderator whose page loads, clicks, choices and forms are counted."""

    def __init__(self, client: Client, start: str) -> None:
        self.client, self.steps = client, 0
        self.load(start)

    def load(self, address: str) -> None:
        self.steps += 1
        answer = self.client.get(address)
        assert answer.status_code == 200, address
        self.page = Page(answer.content.decode())

    def click(self, part: str) -> None:
        """Follow a link."""
        self.steps += 1
        self.load(next(link for link in self.page.links if part in link))

    def choose(self, name: str, value: str) -> None:
        self.steps += 1
        assert (name, value) in self.page.choices
        self.chosen = {name: value}

    def send(self, part: str) -> None:
        """Send a form and load the next page."""
        self.steps += 1
        form = next(form for form in self.page.forms if part in form["action"])
        answer = self.client.post(form.pop("action"), {**form, **self.chosen})
        assert answer.status_code == 302
        self.load(answer["Location"])


def decide_in_browser(desk: Client, report: Report, verdict: str) -> ModeratorSession:
    moderator = ModeratorSession(desk, list_page(Report))
    moderator.click(f"/report/{report.pk}/change/")
    moderator.choose("outcome", verdict)
    moderator.send("/queue/decide/")
    report.refresh_from_db()
    return moderator


@pytest.mark.parametrize(
    ("verdict", "what", "outcome"),
    [
        ("warn", "warn", "acted"),
        ("mute:day", "mute", "acted"),
        ("suspend:permanent", "close", "acted"),
        ("award:0", "award", "acted"),
        ("unfounded", None, "unfounded"),
    ],
)
def test_common_verdicts_take_six_steps(
    desk: Client, report: Report, verdict: str, what: str | None, outcome: str
) -> None:
    moderator = decide_in_browser(desk, report, verdict)
    assert moderator.steps <= MOST_STEPS
    assert (report.status, report.outcome) == ("decided", outcome)
    act = Act.objects.first()
    assert (act and act.what) == what
    if act is not None:
        assert act.report == report
        assert act.reason.startswith("Using cards or information")
        assert act.message == act.reason


@pytest.mark.django_db(transaction=True)
def test_games_lost_on_purpose_become_a_case(ana: User, bram: User, mona: Moderator, browser_of: Any) -> None:
    for _ in range(3):
        won(ana, bram)
    report = Report.objects.get()
    desk: Client = browser_of(mona.user)
    for address in ("/admin/games/report/", f"/admin/games/report/{report.pk}/change/"):
        page = desk.get(address, headers={"accept-language": "nl"}).content.decode()
        with override("nl"):
            assert gettext(GAMES_GIVEN_AWAY)[:20] in page
    cases.claim_case(mona, report)
    cases.decide_case(mona, report, "unfounded")
    report.refresh_from_db()
    assert report.status == "decided"
