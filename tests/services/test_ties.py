"""Who follows whom, who has nothing to do with whom, and that nobody is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import kept
from games.models import Challenge, Game, Tie, User
from games.people import profiles
from games.people import ties as known
from games.rules.errors import Refusal
from games.services.online import challenges, lobby, play
from games.services.people import erasing, leaving, showing, ties
from games.services.people.export import kept_about, selves_of
from games.store import around
from games.stories.online import Options
from games.stories.status import Status
from tests.people import guest, person
from tests.services.plays import match_of, play_next, refusal_code
from tests.services.tidied import MOMENT, done, older

pytestmark = pytest.mark.django_db


CHALLENGES = ("challenges not answered", "challenges over")


def befriend(one: User, other: User) -> None:
    ties.follow(one, other)
    ties.follow(other, one)


class TestFollowing:
    def test_two_who_follow_each_other_are_friends_until_one_stops(self, ana: User, bram: User) -> None:
        ties.follow(ana, bram)
        assert not known.are_friends(ana, bram)
        ties.follow(bram, ana)
        assert known.are_friends(ana, bram)
        assert known.friends_of(bram) == {ana.pk}
        ties.untie(ana, known.FOLLOW, bram)
        assert not known.are_friends(bram, ana)

    def test_doing_it_twice_is_harmless(self, ana: User, bram: User) -> None:
        for _ in range(2):
            ties.follow(ana, bram)
        assert Tie.objects.count() == 1

    def test_what_cannot_be(self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        gita = guest("Gita")
        assert refusal_code(ties.follow, ana, ana) == "not_yourself"
        assert refusal_code(ties.follow, ana, gita) == refusal_code(ties.follow, gita, ana) == "accounts_only"
        ties.block(ana, bram)
        assert refusal_code(ties.follow, ana, bram) == "you_blocked"
        monkeypatch.setattr(ties, "MOST", 0)
        assert refusal_code(ties.mute, ana, bram) == "too_many_ties"

    @pytest.mark.parametrize(("audience", "seen"), [("everybody", "bc"), ("friends", "b"), ("nobody", "")])
    def test_who_sees_that_somebody_is_here(self, ana: User, bram: User, cleo: User, audience: str, seen: str) -> None:
        befriend(ana, bram)
        ana.here_for = audience
        assert known.here_for(bram, [ana]) == set()
        around.seen([ana.pk])
        assert "".join(name for name, one in (("b", bram), ("c", cleo)) if known.here_for(one, [ana])) == seen

    def test_nobody_who_was_blocked_sees_it(self, ana: User, bram: User) -> None:
        ana.here_for = "everybody"
        around.seen([ana.pk])
        ties.block(ana, bram)
        assert known.here_for(bram, [ana]) == set()


class TestBlocking:
    def test_it_ends_the_friendship_and_leaves_what_the_other_sees_of_it(self, ana: User, bram: User) -> None:
        befriend(ana, bram)
        ties.block(ana, bram)
        assert not known.are_friends(bram, ana)
        assert known.has(bram, known.FOLLOW, ana)
        assert not known.followers(ana).exists()

    def test_it_holds_for_all_that_somebody_is_in_the_same_browser(self, ana: User, bram: User) -> None:
        gita = guest("Gita")
        gita.account = bram
        gita.save()
        ties.block(ana, gita)
        assert known.blocks(ana, bram)
        assert known.apart_from(ana) == {gita.pk, bram.pk}
        assert known.apart_from(bram) == {ana.pk}

    def test_whoever_is_blocked_finds_the_invitation_gone_and_the_other_way_round_is_told(
        self, ana: User, bram: User, invitation: Game
    ) -> None:
        ties.block(ana, bram)
        assert refusal_code(lobby.join, invitation, bram) == "not_waiting"
        theirs = lobby.create(bram, Options())
        assert refusal_code(lobby.join, theirs, ana) == "you_blocked"
        ties.untie(ana, known.BLOCK, bram)
        assert lobby.join(invitation, bram).status == Status.PLAYING

    def test_a_wish_for_a_rematch_is_heard_by_nobody_but_who_has_it(self, game: Game, ana: User, bram: User) -> None:
        play_next(game)
        play.resign(game, ana)
        ties.block(ana, bram)
        match = lobby.rematch(game, bram)
        assert [match.heard_asking(audience) for audience in (0, 1, None)] == [
            (False, False),
            (False, True),
            (False, False),
        ]
        assert refusal_code(lobby.rematch, game, ana) == "you_blocked"
        ties.untie(ana, known.BLOCK, bram)
        assert lobby.rematch(game, ana).successor is not None

    def test_nor_does_it_meet_one_that_stands(self, game: Game, ana: User, bram: User) -> None:
        play_next(game)
        play.resign(game, ana)
        lobby.rematch(game, ana)
        ties.block(ana, bram)
        assert lobby.rematch(game, bram).successor is None

    def test_a_game_that_goes_on_goes_on(self, game: Game, ana: User, bram: User) -> None:
        ties.block(ana, bram)
        play_next(game)
        assert len(match_of(game).plays) == 1


class TestChallenges:
    @pytest.fixture
    def sent(self, ana: User, bram: User) -> Challenge:
        return challenges.challenge(ana, bram, Options(listed=False, lead="other"))

    def test_it_is_an_invitation_that_one_person_may_take(self, sent: Challenge, bram: User, cleo: User) -> None:
        assert challenges.meant_for(sent.game, bram)
        assert not challenges.meant_for(sent.game, cleo)
        assert [one.game for one in challenges.standing(bram)] == [sent.game]
        lobby.join(sent.game, bram, lobby.invite_token(sent.game))
        assert not challenges.standing(bram).exists()

    def test_all_that_wait_come_at_once_the_latest_first(
        self, sent: Challenge, bram: User, cleo: User, django_assert_num_queries: Any
    ) -> None:
        second = challenges.challenge(cleo, bram, Options())
        waiting = challenges.standing(bram)
        with django_assert_num_queries(1):
            shown = [(one.by.shown, one.game.code) for one in waiting]
        assert shown == [("Cleo", second.game.code), ("Ana", sent.game.code)]

    def test_no_ends_it(self, sent: Challenge, ana: User, bram: User) -> None:
        challenges.decline(sent.game, bram)
        sent.refresh_from_db()
        assert sent.declined_at is not None
        assert match_of(sent.game).status == Status.CALLED_OFF
        assert refusal_code(challenges.decline, sent.game, bram) == "not_waiting"
        assert challenges.challenge(ana, bram, Options())

    def test_no_to_one_that_is_open_to_others_leaves_it_to_them(self, ana: User, bram: User, cleo: User) -> None:
        sent = challenges.challenge(ana, bram, Options())
        challenges.decline(sent.game, bram)
        assert challenges.challenge(ana, bram, Options()).game != sent.game
        assert lobby.join(sent.game, cleo).status == Status.PLAYING

    def test_what_cannot_be(self, sent: Challenge, ana: User, bram: User, cleo: User) -> None:
        gita = guest("Gita")
        assert refusal_code(challenges.challenge, ana, bram, Options()) == "already_challenged"
        assert refusal_code(challenges.challenge, gita, bram, Options()) == "accounts_only"
        assert refusal_code(challenges.challenge, ana, ana, Options()) == "not_yourself"
        cleo.challenged_by = "friends"
        assert refusal_code(challenges.challenge, ana, cleo, Options()) == "no_challenges"
        befriend(ana, cleo)
        assert challenges.challenge(ana, cleo, Options())

    def test_whoever_is_blocked_sends_one_as_always_and_it_comes_to_nothing(
        self, ana: User, bram: User, told: list[int]
    ) -> None:
        ties.block(bram, ana)
        sent = challenges.challenge(ana, bram, Options(listed=False))
        assert match_of(sent.game).status == Status.WAITING
        assert not challenges.standing(bram).exists()
        assert not challenges.received(sent.game, bram)
        assert told == []
        assert refusal_code(challenges.challenge, ana, bram, Options()) == "already_challenged"

    def test_otherwise_the_person_is_told(self, sent: Challenge, bram: User, told: list[int]) -> None:
        assert challenges.challenge(sent.by, person("Dirk"), Options())
        assert len(told) == 1

    @pytest.fixture
    def told(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Whom anything was told to from here on."""
        people: list[int] = []
        monkeypatch.setattr("games.store.personal.tell_account", lambda user_id, code, **data: people.append(user_id))
        return people

    def test_who_never_answers_is_asked_for_a_day(self, ana: User, bram: User, cleo: User, sent: Challenge) -> None:
        opened = challenges.challenge(cleo, bram, Options())
        assert done("challenges not answered", "challenges over") == {
            "challenges not answered": 0,
            "challenges over": 0,
        }
        older(Challenge.objects.all(), kept.CHALLENGE + MOMENT, "at")
        assert not challenges.standing(bram).exists()
        assert done("challenges not answered", "challenges over") == {
            "challenges not answered": 1,
            "challenges over": 2,
        }
        assert (match_of(sent.game).status, match_of(opened.game).status) == (Status.CALLED_OFF, Status.WAITING)
        assert done("challenges not answered", "challenges over") == {
            "challenges not answered": 0,
            "challenges over": 0,
        }

    def test_a_block_calls_off_what_one_sent_oneself(self, sent: Challenge, ana: User, bram: User) -> None:
        ties.block(ana, bram)
        assert match_of(sent.game).status == Status.CALLED_OFF


class TestRights:
    def test_what_one_decided_is_taken_along_and_what_others_did_is_not(self, ana: User, bram: User) -> None:
        ties.follow(ana, bram)
        ties.block(bram, ana)
        challenges.challenge(ana, bram, Options())
        mine, theirs = (kept_about(selves_of(one), []) for one in (ana, bram))
        assert [(row["what"], row["name"]) for row in mine["ties"]] == [("follow", "Bram")]
        assert [(row["sent"], row["name"]) for row in mine["challenges"]] == [(True, "Bram")]
        assert [row["what"] for row in theirs["ties"]] == ["block"]
        assert theirs["challenges"] == []

    def test_erasing_takes_all_of_it(self, ana: User, bram: User, erased: Callable[[User], None]) -> None:
        befriend(ana, bram)
        ties.block(bram, ana)
        challenges.challenge(ana, bram, Options())
        erased(ana)
        assert not Tie.objects.exists()
        assert not Challenge.objects.exists()

    @pytest.fixture
    def erased(self) -> Callable[[User], None]:
        def erase(user: User) -> None:
            leaving.leave(user)
            assert erasing.erase(User.objects.get(pk=user.pk))

        return erase

    def test_nobody_finds_who_left(self, ana: User, bram: User) -> None:
        ties.follow(ana, bram)
        leaving.leave(ana)
        assert not known.followers(bram).exists()
        assert refusal_code(ties.follow, bram, User.objects.get(pk=ana.pk)) == "no_such_person"
        assert profiles.called("ana") is None


@pytest.mark.parametrize(("audience", "what"), [("strangers", "profile_for"), ("nobody", "is_superuser")])
def test_there_is_no_other_choice_of_who_sees_what(ana: User, audience: str, what: str) -> None:
    with pytest.raises(Refusal) as refused:
        showing.show(ana, audience, what)
    assert refused.value.code == "no_choice"
