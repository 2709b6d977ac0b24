"""Several reports of one game and person are one case: one queue's row, one claim, one verdict for all."""

from __future__ import annotations

import pytest

from games.models import Game, ReadMark, Report, User
from games.models.moderation import Desk
from games.rules.errors import Refusal
from games.services import moderation
from games.services.moderation import Judge
from games.services.reports import cases, marks, reports
from games.services.reports.senders import Sender
from tests.moderators import WHY
from tests.people import person
from tests.services.plays import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


def filed(sender: User, game: Game, target: str = "1") -> Report:
    return reports.file(Sender(sender), game, target, "other", "Look.")


@pytest.fixture
def case(game: Game, ana: User) -> list[Report]:
    """Three people tell of Bram; one of them of the game too, which is another case."""
    told = [filed(one, game) for one in (ana, person("Dirk"), person("Edda"))]
    filed(ana, game, "game")
    return told


def now(rows: list[Report]) -> list[tuple[str, str]]:
    return [(row.status, row.outcome) for row in Report.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")]


def test_the_oldest_stands_for_it(case: list[Report]) -> None:
    heads = list(cases.heads(Report.objects.order_by("pk")))
    assert [row.pk for row in heads] == [case[0].pk, case[-1].pk + 1]
    assert cases.numbers(heads)[case[0].pk] == [row.pk for row in case]


def test_one_claim_and_one_verdict_for_all(case: list[Report], mona: Judge, nils: Judge) -> None:
    cases.claim(mona, case[1])
    assert refusal_code(cases.claim, nils, case[2]) == "claimed_by_other"
    cases.decide(mona, case[1], "acted", "Thank you.")
    assert now(case) == [("decided", "acted")] * 3
    assert {row.note for row in Report.objects.filter(status=Desk.DECIDED)} == {"Thank you."}
    assert Report.objects.filter(status=Desk.OPEN).count() == 1


def test_given_back_together(case: list[Report], mona: Judge) -> None:
    cases.claim(mona, case[0])
    cases.release(mona, case[2])
    assert now(case) == [("open", "")] * 3


def test_what_came_in_later_was_not_read_and_stays(case: list[Report], mona: Judge, game: Game) -> None:
    late = filed(person("Finn"), game)
    cases.settle(mona, case[0], lambda: None, "unfounded", newest=case[-1].pk)
    assert now(case) == [("decided", "unfounded")] * 3
    late.refresh_from_db()
    assert late.outcome == ""


def test_a_refused_act_decides_nothing(case: list[Report], mona: Judge, bram: User) -> None:
    def refuses() -> object:
        moderation.warn(mona, bram, WHY)
        raise Refusal("game_over")

    assert refusal_code(cases.settle, mona, case[0], refuses, "acted") == "game_over"
    bram.refresh_from_db()
    assert (now(case), bram.warned_at) == ([("open", "")] * 3, None)


def test_not_by_who_sent_one_of_them(case: list[Report], mona: Judge, game: Game) -> None:
    filed(mona.user, game)
    assert refusal_code(cases.claim, mona, case[0]) == "own_account"
    assert now(case) == [("open", "")] * 3


def test_how_the_reports_of_a_sender_ended(case: list[Report], mona: Judge, ana: User, game: Game) -> None:
    cases.settle(mona, case[0], lambda: None, "acted")
    cases.settle(mona, filed(ana, game), lambda: None, "unfounded")
    assert reports.records([f"user:{ana.pk}"])[f"user:{ana.pk}"] == {"acted": 1, "unfounded": 1}


def test_a_mark_is_one_moderators_and_goes_with_the_verdict(case: list[Report], mona: Judge, nils: Judge) -> None:
    numbers = [row.pk for row in case]
    for _ in range(2):
        marks.see(mona.user, "report", numbers[:2])
    assert marks.unread(mona.user, "report", numbers) == {numbers[2]}
    assert marks.unread(nils.user, "report", numbers) == set(numbers)
    cases.settle(mona, case[0], lambda: None, "acted")
    assert not ReadMark.objects.exists()
