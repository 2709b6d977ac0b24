"""Whoever saw the hidden cards of a game decides nothing about it alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Act, Game, User
from games.models import Proposal as Row
from games.services import moderation
from games.services.moderation import Judge, Why, confirm, propose, reveal, turn_down, undo
from games.services.moderation.proposals import others
from games.services.online import play
from games.stories.act_kinds import ActKind
from tests.moderators import WHY
from tests.services.plays import match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


def _resigned(game: Game) -> None:
    play.resign(game, User.objects.get(username="ana"))


DECIDING: dict[ActKind, tuple[dict[str, Any], Callable[[Game], object]]] = {
    ActKind.AWARD: ({"winner": 1}, lambda game: None),
    ActKind.CALL_OFF: ({}, lambda game: None),
    ActKind.CHANGE_RESULT: ({"winner": None}, _resigned),
    ActKind.REOPEN: ({}, _resigned),
}
"""The acts that decide a game, with their arguments and what has to happen before."""


@pytest.fixture(params=DECIDING)
def case(request: pytest.FixtureRequest, game: Game) -> tuple[ActKind, dict[str, Any]]:
    kind: ActKind = request.param
    data, before = DECIDING[kind]
    before(game)
    return kind, data


def do(kind: ActKind, by: Judge, game: Game, data: dict[str, Any]) -> Act:
    act: Act = getattr(moderation, kind.value)(by, game, **data, why=WHY)
    return act


class TestAfterLooking:
    def test_nobody_decides_alone(self, case: tuple[ActKind, Any], game: Game, mona: Judge) -> None:
        reveal(mona, game, WHY)
        before = match_of(game)
        assert refusal_code(do, case[0], mona, game, case[1]) == "second_needed"
        assert (match_of(game), Act.objects.count()) == (before, 1)

    def test_another_moderator_decides_as_before(self, case: tuple[ActKind, Any], game: Game, mona: Judge) -> None:
        assert do(case[0], mona, game, case[1]).pk

    def test_a_proposal_changes_nothing(self, case: tuple[ActKind, Any], game: Game, mona: Judge) -> None:
        reveal(mona, game, WHY)
        before = match_of(game)
        propose(mona, case[0], game, WHY, case[1])
        assert (match_of(game), Act.objects.count()) == (before, 1)

    def test_a_second_moderator_confirms_it(
        self, case: tuple[ActKind, Any], game: Game, mona: Judge, nils: Judge
    ) -> None:
        reveal(mona, game, WHY)
        kept = propose(mona, case[0], game, WHY, case[1])
        act = confirm(nils, kept)
        kept.refresh_from_db()
        assert (act.what, act.who, act.reason, act.message) == (case[0], mona.user, WHY.reason, WHY.message)
        assert (kept.state, kept.act, kept.decided_by) == ("confirmed", act, nils.user)
        assert refusal_code(confirm, nils, kept) == "already_decided"

    def test_undoing_it_takes_a_second_one_too(
        self, case: tuple[ActKind, Any], game: Game, mona: Judge, nils: Judge
    ) -> None:
        act = do(case[0], nils, game, case[1])
        reveal(mona, game, WHY)
        assert refusal_code(undo, mona, act, WHY) == "second_needed"
        undone = confirm(nils, propose(mona, ActKind.UNDO, game, WHY, {}, act))
        assert (undone.what, undone.undoes) == (ActKind.UNDO, act)


class TestWhoConfirms:
    @pytest.fixture
    def kept(self, game: Game, mona: Judge) -> Row:
        reveal(mona, game, WHY)
        return propose(mona, ActKind.AWARD, game, WHY, {"winner": 0})

    def test_not_who_proposed_it(self, kept: Row, game: Game, mona: Judge) -> None:
        assert refusal_code(confirm, mona, kept) == "same_proposer"
        assert not match_of(game).over

    def test_not_without_the_permission(self, kept: Row, nils: Judge, cleo: User) -> None:
        group = nils.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="act_award"))
        for one in (Judge(User.objects.get(pk=nils.user.pk)), Judge(cleo)):
            assert refusal_code(confirm, one, kept) == "not_permitted"

    def test_not_who_plays(self, kept: Row, bram: User, nils: Judge) -> None:
        bram.is_staff = True
        bram.save()
        bram.groups.add(nils.user.groups.get())
        assert refusal_code(confirm, Judge(User.objects.get(pk=bram.pk)), kept) == "plays_here"

    def test_not_a_game_that_ended_meanwhile_and_it_still_waits(self, kept: Row, game: Game, nils: Judge) -> None:
        _resigned(game)
        assert refusal_code(confirm, nils, kept) == "game_over"
        kept.refresh_from_db()
        assert kept.state == "open"

    def test_who_proposed_it_may_take_it_back(self, kept: Row, game: Game, mona: Judge, nils: Judge) -> None:
        turn_down(mona, kept)
        assert refusal_code(confirm, nils, kept) == "already_decided"
        assert not match_of(game).over

    def test_the_same_waits_once(self, kept: Row, game: Game, mona: Judge) -> None:
        assert refusal_code(propose, mona, ActKind.AWARD, game, WHY, {"winner": 0}) == "already_so"
        assert propose(mona, ActKind.AWARD, game, WHY, {"winner": 1}).pk != kept.pk

    def test_a_reason_is_needed(self, kept: Row, game: Game, mona: Judge) -> None:
        assert refusal_code(propose, mona, ActKind.CALL_OFF, game, Why(" "), {}) == "reason_needed"


def test_what_decides_nothing_is_done_at_once(game: Game, mona: Judge) -> None:
    reveal(mona, game, WHY)
    assert moderation.freeze(mona, game, WHY).pk


def test_who_could_confirm_has_the_permission_and_is_not_shut_out(
    mona: Judge, nils: Judge, sara: Judge, cleo: User
) -> None:
    cleo.is_staff = True
    cleo.save()
    assert others(mona, ActKind.AWARD) == 2
    moderation.suspend(sara, nils.user, timezone.now() + timedelta(days=1), WHY)
    assert others(mona, ActKind.AWARD) == 1
