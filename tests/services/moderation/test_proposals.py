"""Proposals: a moderator who saw hidden cards of a game decides about it only with a second moderator."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Act, Game, User
from games.models import Proposal as Row
from games.services.matches import play
from games.services.moderation.games import award_win, cancel_game, change_result, reopen_game, reveal_cards
from games.services.moderation.people import suspend_person
from games.services.moderation.permissions import Moderator
from games.services.moderation.proposals import (
    confirm_proposal,
    count_other_moderators,
    decline_proposal,
    propose_action,
)
from games.services.moderation.undo import undo_act
from games.services.reports.appeals import claim_appeal, file_appeal
from games.services.reports.queue import Sender
from games.state.moderation import ActKind
from tests.moderators import WHY
from tests.services.matches.games import match_of, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


def _resigned(game: Game) -> None:
    play.resign(game, User.objects.get(username="ana"))


DECIDING: dict[ActKind, tuple[Callable[..., Act], dict[str, Any], Callable[[Game], object]]] = {
    ActKind.AWARD: (award_win, {"winner": 1}, lambda game: None),
    ActKind.CALL_OFF: (cancel_game, {}, lambda game: None),
    ActKind.CHANGE_RESULT: (change_result, {"winner": None}, _resigned),
    ActKind.REOPEN: (reopen_game, {}, _resigned),
}
"""The acts that decide a game, with their arguments and what has to happen before."""
Case = tuple[ActKind, dict[str, Any]]


@pytest.fixture(params=DECIDING)
def case(request: pytest.FixtureRequest, game: Game) -> Case:
    _, data, before = DECIDING[request.param]
    before(game)
    return request.param, data


def do(kind: ActKind, moderator: Moderator, game: Game, data: dict[str, Any]) -> Act:
    return DECIDING[kind][0](moderator, game, **data, justification=WHY)


class TestAfterLooking:
    def test_a_proposal_replaces_the_act_and_changes_nothing(
        self, case: Case, game: Game, mona: Moderator, nils: Moderator
    ) -> None:
        reveal_cards(mona, game, WHY)
        before = match_of(game)
        assert refusal_code(do, case[0], mona, game, case[1]) == "second_needed"
        propose_action(mona, case[0], game, WHY, case[1])
        assert (match_of(game), Act.objects.count()) == (before, 1)
        assert do(case[0], nils, game, case[1]).pk

    def test_another_moderator_confirms(self, case: Case, game: Game, mona: Moderator, nils: Moderator) -> None:
        reveal_cards(mona, game, WHY)
        kept = propose_action(mona, case[0], game, WHY, case[1])
        act = confirm_proposal(nils, kept)
        kept.refresh_from_db()
        assert (act.what, act.who, act.reason, act.message) == (case[0], mona.user, WHY.reason, WHY.message)
        assert (kept.state, kept.act, kept.decided_by) == ("confirmed", act, nils.user)
        assert refusal_code(confirm_proposal, nils, kept) == "already_decided"

    def test_undoing_needs_a_second_moderator_too(
        self, case: Case, game: Game, mona: Moderator, nils: Moderator
    ) -> None:
        act = do(case[0], nils, game, case[1])
        reveal_cards(mona, game, WHY)
        assert refusal_code(undo_act, mona, act, WHY) == "second_needed"
        undone = confirm_proposal(nils, propose_action(mona, ActKind.UNDO, game, WHY, {}, act))
        assert (undone.what, undone.undoes) == (ActKind.UNDO, act)

    def test_neither_of_them_decides_the_appeal(self, game: Game, ana: User, mona: Moderator, nils: Moderator) -> None:
        reveal_cards(mona, game, WHY)
        act = confirm_proposal(nils, propose_action(mona, ActKind.AWARD, game, WHY, {"winner": 1}))
        appeal = file_appeal(act, Sender(ana), "Unfair.")
        for moderator in (mona, nils):
            assert refusal_code(claim_appeal, moderator, appeal) == "same_moderator"


class TestWhoConfirms:
    @pytest.fixture
    def kept(self, game: Game, mona: Moderator) -> Row:
        reveal_cards(mona, game, WHY)
        return propose_action(mona, ActKind.AWARD, game, WHY, {"winner": 0})

    def test_another_with_permission(self, kept: Row, game: Game, mona: Moderator, nils: Moderator, cleo: User) -> None:
        assert refusal_code(confirm_proposal, mona, kept) == "same_proposer"
        group = nils.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="act_award"))
        for user in (User.objects.get(pk=nils.user.pk), cleo):
            assert refusal_code(confirm_proposal, Moderator(user), kept) == "not_permitted"
        assert not match_of(game).over

    def test_no_player_of_the_game(self, kept: Row, bram: User, nils: Moderator) -> None:
        bram.is_staff = True
        bram.save()
        bram.groups.add(nils.user.groups.get())
        assert refusal_code(confirm_proposal, Moderator(User.objects.get(pk=bram.pk)), kept) == "plays_here"

    def test_a_refused_proposal_stays_open(self, kept: Row, game: Game, nils: Moderator) -> None:
        _resigned(game)
        assert refusal_code(confirm_proposal, nils, kept) == "game_over"
        kept.refresh_from_db()
        assert kept.state == "open"

    def test_its_author_takes_it_back_before_proposing_the_same_again(
        self, kept: Row, game: Game, mona: Moderator, nils: Moderator
    ) -> None:
        assert refusal_code(propose_action, mona, ActKind.AWARD, game, WHY, {"winner": 0}) == "already_so"
        assert propose_action(mona, ActKind.AWARD, game, WHY, {"winner": 1}).pk != kept.pk
        decline_proposal(mona, kept)
        assert refusal_code(confirm_proposal, nils, kept) == "already_decided"
        assert not match_of(game).over


def test_moderators_with_the_permission_count(mona: Moderator, nils: Moderator, sara: Moderator, cleo: User) -> None:
    cleo.is_staff = True
    cleo.save()
    assert count_other_moderators(mona, ActKind.AWARD) == 2
    suspend_person(sara, nils.user, timezone.now() + timedelta(days=1), WHY)
    assert count_other_moderators(mona, ActKind.AWARD) == 1
