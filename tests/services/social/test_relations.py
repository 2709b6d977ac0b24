"""Relations and challenges: following, blocking and challenging people."""

from __future__ import annotations

import pytest

from games import retention_periods
from games.messaging import online_users
from games.models import Challenge, Game, Relation, User
from games.queries import profiles
from games.queries import relations as known
from games.services.accounts import deletion, erasure
from games.services.accounts import preferences as showing
from games.services.accounts.data_export import export_person, list_selves
from games.services.bots import bot_games
from games.services.matches import lobby, play
from games.services.social import challenges, relations
from games.state.game_state import Status
from games.state.match_state import MatchOptions
from tests.people import guest
from tests.services.matches.games import match_of, play_next, refusal_code
from tests.services.retention.rows import MOMENT, done, older

pytestmark = pytest.mark.django_db
CHALLENGES = ("unanswered challenges", "old challenges")


def befriend(one: User, other: User) -> None:
    relations.follow(one, other)
    relations.follow(other, one)


class TestFollowing:
    def test_people_who_follow_each_other_are_friends(self, ana: User, bram: User) -> None:
        relations.follow(ana, bram)
        assert not known.are_friends(ana, bram)
        relations.follow(bram, ana)
        assert known.are_friends(ana, bram)
        assert known.list_friends(bram) == {ana.pk}
        relations.remove_relation(ana, known.FOLLOW, bram)
        assert not known.are_friends(bram, ana)

    def test_follow_refusals(self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        gita = guest("Gita")
        assert refusal_code(relations.follow, ana, ana) == "not_yourself"
        assert refusal_code(relations.follow, ana, gita) == refusal_code(relations.follow, gita, ana) == "accounts_only"
        relations.block(ana, bram)
        assert refusal_code(relations.follow, ana, bram) == "you_blocked"
        monkeypatch.setattr(relations, "MAX_RELATIONS", 0)
        assert refusal_code(relations.mute, ana, bram) == "too_many_ties"

    @pytest.mark.parametrize(("audience", "seen"), [("everybody", "bc"), ("friends", "b"), ("nobody", "")])
    def test_an_audience_sees_people_online(self, ana: User, bram: User, cleo: User, audience: str, seen: str) -> None:
        befriend(ana, bram)
        ana.here_for = audience
        assert known.list_visible_online(bram, [ana]) == set()
        online_users.mark_online([ana.pk])
        visible = [name for name, user in (("b", bram), ("c", cleo)) if known.list_visible_online(user, [ana])]
        assert "".join(visible) == seen


class TestBlocking:
    def test_it_ends_friendship_and_challenges_but_the_other_still_follows(self, ana: User, bram: User) -> None:
        befriend(ana, bram)
        sent = challenges.create_challenge(ana, bram, MatchOptions(listed=False))
        relations.block(ana, bram)
        assert not known.are_friends(bram, ana)
        assert known.has_relation(bram, known.FOLLOW, ana)
        assert not known.list_followers(ana).exists()
        assert match_of(sent.game).status == Status.CALLED_OFF

    def test_it_holds_for_the_account_of_a_blocked_guest(self, ana: User, bram: User) -> None:
        gita = guest("Gita")
        gita.account = bram
        gita.save()
        relations.block(ana, gita)
        assert known.has_blocked(ana, bram)
        assert known.list_blocked_either_way(ana) == {gita.pk, bram.pk}
        assert known.list_blocked_either_way(bram) == {ana.pk}

    def test_neither_side_joins_a_game_of_the_other(self, ana: User, bram: User, invitation: Game) -> None:
        relations.block(ana, bram)
        assert refusal_code(lobby.join_game, invitation, bram) == "not_waiting"
        theirs = lobby.create_game(bram, MatchOptions())
        assert refusal_code(lobby.join_game, theirs, ana) == "you_blocked"
        relations.remove_relation(ana, known.BLOCK, bram)
        assert lobby.join_game(invitation, bram).status == Status.PLAYING

    def test_only_the_blocked_player_sees_their_rematch_request(self, game: Game, ana: User, bram: User) -> None:
        play_next(game)
        play.resign(game, ana)
        relations.block(ana, bram)
        match = lobby.answer_rematch(game, bram)
        shown = [match.list_visible_requests(audience) for audience in (0, 1, None)]
        assert shown == [(False, False), (False, True), (False, False)]
        assert refusal_code(lobby.answer_rematch, game, ana) == "you_blocked"
        relations.remove_relation(ana, known.BLOCK, bram)
        assert lobby.answer_rematch(game, ana).successor is not None

    def test_a_block_ends_an_open_rematch_request_but_no_running_game(self, game: Game, ana: User, bram: User) -> None:
        over = lobby.create_game(ana, MatchOptions())
        lobby.join_game(over, bram)
        play.resign(over, ana)
        lobby.answer_rematch(over, ana)
        relations.block(ana, bram)
        assert lobby.answer_rematch(over, bram).successor is None
        play_next(game)
        assert len(match_of(game).plays) == 1


class TestChallenges:
    @pytest.fixture
    def sent(self, ana: User, bram: User) -> Challenge:
        return challenges.create_challenge(ana, bram, MatchOptions(listed=False, lead="other"))

    def test_it_is_an_invitation_for_a_single_person(self, sent: Challenge, bram: User, cleo: User) -> None:
        assert challenges.is_meant_for(sent.game, bram)
        assert not challenges.is_meant_for(sent.game, cleo)
        assert [one.game for one in challenges.filter_open(bram)] == [sent.game]
        lobby.join_game(sent.game, bram, lobby.invite_token(sent.game))
        assert not challenges.filter_open(bram).exists()

    def test_a_private_one_is_accepted_by_the_challenged_person_only(
        self, sent: Challenge, ana: User, bram: User, cleo: User
    ) -> None:
        token = lobby.invite_token(sent.game)
        for other in (cleo, guest("Gita")):
            assert refusal_code(lobby.join_game, sent.game, other, token) == "not_challenged"
        assert lobby.join_game(sent.game, bram, token).seat_of(bram.pk) == 1
        public = challenges.create_challenge(ana, bram, MatchOptions()).game
        assert lobby.join_game(public, cleo).seat_of(cleo.pk) == 1

    def test_the_challenger_can_play_a_bot_instead(self, sent: Challenge, ana: User) -> None:
        assert bot_games.seat_bot(sent.game, ana, "squire").status == Status.PLAYING

    def test_open_challenges_come_latest_first(self, sent: Challenge, bram: User, cleo: User) -> None:
        second = challenges.create_challenge(cleo, bram, MatchOptions())
        shown = [(challenge.by.shown, challenge.game.code) for challenge in challenges.filter_open(bram)]
        assert shown == [("Cleo", second.game.code), ("Ana", sent.game.code)]

    def test_declining_cancels_it_unless_the_game_is_public(
        self, sent: Challenge, ana: User, bram: User, cleo: User
    ) -> None:
        challenges.decline_challenge(sent.game, bram)
        sent.refresh_from_db()
        assert sent.declined_at is not None
        assert match_of(sent.game).status == Status.CALLED_OFF
        assert refusal_code(challenges.decline_challenge, sent.game, bram) == "not_waiting"
        public = challenges.create_challenge(ana, bram, MatchOptions())
        challenges.decline_challenge(public.game, bram)
        assert challenges.create_challenge(ana, bram, MatchOptions()).game != public.game
        assert lobby.join_game(public.game, cleo).status == Status.PLAYING

    def test_challenge_refusals(self, sent: Challenge, ana: User, bram: User, cleo: User) -> None:
        gita = guest("Gita")
        assert refusal_code(challenges.create_challenge, ana, bram, MatchOptions()) == "already_challenged"
        assert refusal_code(challenges.create_challenge, gita, bram, MatchOptions()) == "accounts_only"
        assert refusal_code(challenges.create_challenge, ana, ana, MatchOptions()) == "not_yourself"
        cleo.challenged_by = "friends"
        assert refusal_code(challenges.create_challenge, ana, cleo, MatchOptions()) == "no_challenges"
        befriend(ana, cleo)
        assert challenges.create_challenge(ana, cleo, MatchOptions())

    def test_a_challenge_of_a_blocked_person_is_not_delivered(self, ana: User, bram: User, notified: list[int]) -> None:
        relations.block(bram, ana)
        sent = challenges.create_challenge(ana, bram, MatchOptions(listed=False))
        assert match_of(sent.game).status == Status.WAITING
        assert not challenges.filter_open(bram).exists()
        assert not challenges.has_received(sent.game, bram)
        assert notified == []
        assert refusal_code(challenges.create_challenge, ana, bram, MatchOptions()) == "already_challenged"

    @pytest.fixture
    def notified(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """People who get a message from here on."""
        people: list[int] = []
        monkeypatch.setattr(
            "games.messaging.broadcast.notify_account", lambda user_id, code, **data: people.append(user_id)
        )
        return people

    def test_an_unanswered_challenge_ends_after_a_day(self, ana: User, bram: User, cleo: User, sent: Challenge) -> None:
        opened = challenges.create_challenge(cleo, bram, MatchOptions())
        older(Challenge.objects.all(), retention_periods.CHALLENGE + MOMENT, "at")
        assert not challenges.filter_open(bram).exists()
        assert done(*CHALLENGES) == dict(zip(CHALLENGES, (1, 2), strict=True))
        assert (match_of(sent.game).status, match_of(opened.game).status) == (Status.CALLED_OFF, Status.WAITING)
        assert done(*CHALLENGES) == dict.fromkeys(CHALLENGES, 0)


class TestExportAndErasure:
    def test_the_export_has_only_relations_made_by_the_person(self, ana: User, bram: User) -> None:
        relations.follow(ana, bram)
        relations.block(bram, ana)
        challenges.create_challenge(ana, bram, MatchOptions())
        mine, theirs = (export_person(list_selves(one), []) for one in (ana, bram))
        assert [(row["what"], row["name"]) for row in mine["ties"]] == [("follow", "Bram")]
        assert [(row["sent"], row["name"]) for row in mine["challenges"]] == [(True, "Bram")]
        assert [row["what"] for row in theirs["ties"]] == ["block"]
        assert theirs["challenges"] == []

    def test_leaving_hides_the_person_and_erasure_deletes_all_rows(self, ana: User, bram: User, cleo: User) -> None:
        befriend(ana, bram)
        relations.block(cleo, ana)
        challenges.create_challenge(ana, bram, MatchOptions())
        deletion.delete_account(ana)
        left = User.objects.get(pk=ana.pk)
        assert not known.list_followers(bram).exists()
        assert refusal_code(relations.follow, bram, left) == "no_such_person"
        assert profiles.get_by_name("ana") is None
        assert erasure.erase(left)
        assert not Relation.objects.exists()
        assert not Challenge.objects.exists()


def test_unknown_audiences_are_refused(ana: User) -> None:
    for audience, what in (("strangers", "profile_for"), ("nobody", "is_superuser")):
        assert refusal_code(showing.set_audience, ana, audience, what) == "no_choice"
