"""The page of a report: evidence, people, notes and verdict on it; the queue in its order, with what is unread."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Act, Appeal, Game, PersonNote, Proposal, Report, User
from games.models.moderation import Category
from games.rules.cards import Card, hand_order
from games.services import moderation
from games.services.moderation import Judge, Why, confirm, reveal
from games.services.online import lobby, play
from games.services.people import notes
from games.services.reports import appeals, cases, reports
from games.services.reports.senders import Sender
from games.stories.online import Options
from tests.admin.desks import do, listing, page, queue_page
from tests.moderators import WHY
from tests.people import guest, person
from tests.services.plays import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(game: Game, ana: User) -> Report:
    play_out(game, 3)
    return reports.file(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")


def decide(desk: Client, row: Report | Appeal, outcome: str, **fields: str) -> str:
    answer = desk.post(queue_page(row, "decide"), {"outcome": outcome, "canned": "other", **fields}, follow=True)
    row.refresh_from_db()
    return answer.content.decode()


def text(desk: Client, row: object) -> str:
    return desk.get(page(row)).content.decode()  # type: ignore[arg-type]


def queue(desk: Client, **query: str) -> list[int]:
    return [row.pk for row in desk.get(listing(Report), query).context["cl"].result_list]


class TestTheQueue:
    def test_running_games_then_several_people_then_the_oldest(self, ana: User, bram: User, desk: Client) -> None:
        games = [lobby.create(ana, Options()) for _ in range(4)]
        for game in games:
            lobby.join(game, bram)
        over, old, many, late = [
            reports.file(Sender(person(f"P{at}")), game, "1", Category.OTHER, "x") for at, game in enumerate(games)
        ]
        reports.file(Sender(person("Q")), games[2], "1", Category.OTHER, "x")
        for name in ("R", "S"):
            reports.file(Sender(person(name)), games[0], "1", Category.OTHER, "x")
        play.resign(games[0], ana)
        assert queue(desk) == [many.pk, old.pk, late.pk, over.pk]

    def test_a_case_is_one_row_and_a_search_finds_each(self, report: Report, game: Game, desk: Client) -> None:
        second = reports.file(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        assert queue(desk) == [report.pk]
        assert queue(desk, q="Me too") == [second.pk]

    def test_unread_until_opened_by_each_moderator(
        self, report: Report, game: Game, desk: Client, other_desk: Client
    ) -> None:
        def fresh(client: Client) -> bool:
            return "desk-fresh" in client.get(listing(Report)).content.decode()

        assert fresh(desk)
        desk.get(page(report))
        assert (fresh(desk), fresh(other_desk)) == (False, True)
        reports.file(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        assert fresh(desk)

    def test_appeals_too(self, report: Report, game: Game, bram: User, mona: Judge, other_desk: Client) -> None:
        appeal = appeals.lodge(moderation.freeze(mona, game, WHY), Sender(bram), "No.")
        assert "desk-fresh" in other_desk.get(listing(Appeal)).content.decode()
        other_desk.get(page(appeal))
        assert "desk-fresh" not in other_desk.get(listing(Appeal)).content.decode()


class TestThePage:
    def test_shows_the_story_and_where_it_was_told(self, report: Report, game: Game, desk: Client) -> None:
        play_out(game, 2)
        told = text(desk, report)
        assert 'class="desk-cards"' in told
        assert told.count("reported here") == 1

    def test_tells_no_story_to_who_plays_there(self, report: Report, game: Game, mona: Judge, desk: Client) -> None:
        game.players.filter(seat=1).update(user=mona.user)
        told = text(desk, report)
        assert 'class="desk-cards"' not in told
        assert "another moderator" in told
        assert 'name="outcome"' not in told

    def test_shows_both_people_with_what_was_before(
        self, report: Report, ana: User, bram: User, mona: Judge, nils: Judge, desk: Client
    ) -> None:
        other = lobby.create(ana, Options())
        lobby.join(other, bram)
        before = reports.file(Sender(person("Dirk")), other, "1", Category.NAME, "His name.")
        cases.settle(mona, before, lambda: moderation.warn(mona, bram, Why("Name.", "No.")), "acted")
        cases.settle(mona, reports.file(Sender(ana), other, "game", Category.OTHER, "x"), lambda: None, "acted")
        notes.write(nils, bram, "Was told twice.")
        told = text(desk, report)
        for part in ("His name.", "warn a person", "Was told twice.", "own reports: 1 upheld, 0 dismissed"):
            assert part in told, part

    def test_two_people_who_tell_the_same_stand_together(self, report: Report, game: Game, desk: Client) -> None:
        reports.file(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        told = text(desk, report)
        assert "2 reports in this case" in told
        assert "Me too." in told

    def test_calls_people_by_name(self, game: Game, desk: Client) -> None:
        gita = guest("Gita")
        told = text(desk, reports.file(Sender(gita), game, "0", Category.OTHER, "x"))
        assert "Gita (guest)" in told
        assert gita.username not in told

    def test_changes_name_the_moderator(self, report: Report, mona: Judge, desk: Client) -> None:
        cases.claim(mona, report)
        assert "<ins><bdi>Mona</bdi></ins>" in text(desk, report)


class TestTheVerdict:
    def test_answers_everybody_once(self, report: Report, game: Game, bram: User, desk: Client) -> None:
        second = reports.file(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
        told = decide(desk, report, "warn", newest=str(second.pk), note="We told him.")
        second.refresh_from_db()
        assert "on record as act" in told
        assert [(row.outcome, row.note) for row in (report, second)] == [("acted", "We told him.")] * 2
        assert Act.objects.get().person == bram

    def test_own_words_come_before_ours(self, report: Report, desk: Client) -> None:
        decide(desk, report, "mute:week", words="Two warnings were enough.")
        act = Act.objects.get()
        assert (act.reason, act.message) == ("Two warnings were enough.",) * 2
        until = User.objects.get(username="bram").muted_until
        assert until is not None
        assert timedelta(days=6) < until - timezone.now() <= timedelta(days=7)

    def test_is_refused_while_another_has_it(self, report: Report, nils: Judge, desk: Client) -> None:
        cases.claim(nils, report)
        assert "Another moderator is dealing" in decide(desk, report, "warn")
        assert (report.status, Act.objects.count()) == ("claimed", 0)

    def test_takes_the_permission_of_the_act(self, report: Report, mona: Judge, desk: Client) -> None:
        group = mona.user.groups.get()
        group.permissions.remove(*group.permissions.filter(codename__in=["act_warn", "act_close"]))
        told = text(desk, report)
        assert 'value="warn"' not in told
        assert 'value="suspend:good"' not in told
        decide(desk, report, "warn")
        assert (report.status, Act.objects.count()) == ("open", 0)

    def test_of_who_looked_waits_for_another(
        self, report: Report, game: Game, desk: Client, mona: Judge, nils: Judge
    ) -> None:
        reveal(mona, game, WHY)
        assert "until another moderator confirms" in decide(desk, report, "award:0")
        assert (report.status, report.claimed_by, Act.objects.count()) == ("claimed", mona.user, 1)
        act = confirm(nils, Proposal.objects.get(report=report))
        assert act.report == report
        decide(desk, report, "acted")
        assert report.outcome == "acted"


class TestAnAppeal:
    @pytest.fixture
    def appeal(self, game: Game, ana: User, bram: User, nils: Judge) -> Appeal:
        return appeals.lodge(moderation.award(nils, game, 0, WHY), Sender(bram), "No.")

    def test_is_granted_and_undone_in_one_step(self, appeal: Appeal, game: Game, desk: Client) -> None:
        decide(desk, appeal, "undo")
        game.refresh_from_db()
        assert (appeal.outcome, game.status) == ("granted", "playing")
        assert Act.objects.get(undoes=appeal.act).reason == "The appeal against this decision was granted."

    def test_nothing_is_granted_when_the_act_cannot_be_undone(
        self, appeal: Appeal, game: Game, nils: Judge, desk: Client
    ) -> None:
        moderation.change_result(nils, game, 1, WHY)
        assert "cannot be undone any more" in decide(desk, appeal, "undo")
        assert (appeal.status, appeal.outcome) == ("open", "")

    def test_waits_for_another_where_one_looked(
        self, appeal: Appeal, game: Game, mona: Judge, nils: Judge, desk: Client
    ) -> None:
        reveal(mona, game, WHY)
        assert "until another moderator confirms" in decide(desk, appeal, "undo")
        game.refresh_from_db()
        assert (appeal.status, game.status) == ("claimed", "finished")
        assert confirm(nils, Proposal.objects.get()).undoes == appeal.act


class TestNotes:
    def write(self, desk: Client, who: User, **fields: object) -> str:
        address = f"/admin/games/user/{who.pk}/note/"
        return desk.post(address, {"text": "Was told twice.", **fields}).get("Location", "")

    def test_are_written_on_a_report_and_read_there(self, report: Report, bram: User, desk: Client) -> None:
        assert self.write(desk, bram, report=report.pk) == page(report)
        assert "Was told twice." in text(desk, report)
        assert "Was told twice." in text(desk, bram)

    def test_reach_neither_the_person_nor_other_pages(self, bram: User, bram_client: Client, desk: Client) -> None:
        self.write(desk, bram)
        for address in ("/", "/account/message/", "/reports/"):
            assert b"told twice" not in bram_client.get(address).content
        assert b"told twice" not in desk.get(f"/admin/games/user/{bram.pk}/history/").content

    def test_are_not_for_who_they_are_about(self, nils: Judge, mona: Judge, desk: Client, other_desk: Client) -> None:
        self.write(other_desk, mona.user)
        assert PersonNote.objects.count() == 1
        assert "Was told twice." not in text(desk, mona.user)
        assert "Was told twice." in text(other_desk, mona.user)
        self.write(desk, mona.user)
        assert PersonNote.objects.count() == 1

    def test_by_post_and_with_the_permission_alone(self, bram: User, mona: Judge, desk: Client) -> None:
        desk.get(f"/admin/games/user/{bram.pk}/note/", {"text": "x"})
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="write_personnote"))
        self.write(desk, bram)
        assert not PersonNote.objects.exists()


class TestSecond:
    def test_who_confirmed_stands_on_the_page_and_in_the_export(
        self, game: Game, mona: Judge, nils: Judge, desk: Client
    ) -> None:
        reveal(mona, game, WHY)
        do(desk, game, "award", winner="1")
        act = confirm(nils, Proposal.objects.get())
        told = text(desk, act)
        assert "field-second" in told
        assert "Nils" in told
        assert (act.row()["confirmed"], Act.objects.get(what="reveal").row()["confirmed"]) == ("nils", None)


def test_revealed_hands_are_sorted(game: Game, mona: Judge) -> None:
    shown = reveal(mona, game, WHY)
    for pile in (*shown.hands, *shown.followers):
        assert list(pile) == sorted(pile, key=lambda code: hand_order(Card.parse(code)))


def test_for_good_is_offered_and_confirmed_in_words(bram: User, desk: Client) -> None:
    words = {"canned": "behaviour", "length": "good"}
    told = desk.post(f"/admin/games/user/{bram.pk}/act/mute/", {**words, "step": "look"}).content.decode()
    assert "for good" in told
    assert "9999" not in told
    desk.post(f"/admin/games/user/{bram.pk}/act/mute/", {**words, "step": "do"})
    bram.refresh_from_db()
    assert (bram.muted_for_good, bram.muted_until) == (True, None)
    assert bram.moderation_message.startswith("Unfair or hostile")
