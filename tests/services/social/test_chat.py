"""Chat between players: phrases, texts between friends, muting, limits and storage."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import retention_periods
from games.admin.labels import list_chat_messages
from games.messaging import broadcast
from games.messaging.messages import Note, parse_items, serialize_items
from games.models import ChatMessage, Game, Player, Report, User
from games.realtime.matches.chat import render_note
from games.services.accounts import deletion, erasure
from games.services.accounts.data_export import export_person
from games.services.bots import bot_games
from games.services.matches import lobby, play
from games.services.moderation.games import give_back_seat
from games.services.moderation.people import mute_person
from games.services.moderation.permissions import Moderator
from games.services.reports import reports
from games.services.reports.queue import Sender
from games.services.retention import games as tidying
from games.services.social import chat, relations
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.people import guest
from tests.services.matches.games import play_next, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[Note]:
    """Notes published to the sockets of a game."""
    found: list[Note] = []
    monkeypatch.setattr(broadcast, "publish_note", found.append)
    return found


@pytest.fixture
def private(ana: User, bram: User) -> Game:
    """A private game of two friends."""
    relations.follow(ana, bram)
    relations.follow(bram, ana)
    game = lobby.create_game(ana, MatchOptions(listed=False))
    lobby.join_game(game, bram, lobby.invite_token(game))
    return game


def say(game: Game, user: User, word: str = "hello", **more: Any) -> None:
    later(game)
    chat.say_phrase(game.pk, user.pk, word, more.get("client_id", f"w{ChatMessage.objects.count()}"))


def write(game: Game, user: User, text: str) -> None:
    later(game)
    chat.write_text(game.pk, user.pk, text, f"t{ChatMessage.objects.count()}")


def agree(game: Game, *people: User) -> None:
    for one in people:
        chat.set_agreement(game.pk, one.pk, agrees=True)


def later(game: Game) -> None:
    """Let time pass, so that all players may speak."""
    Player.objects.filter(game=game).update(spoke_at=None)


def hears(game: Game, user: User) -> list[str]:
    return [one.word or one.text for one in chat.get_history(game.pk, user.pk).messages]


def reached(note: Note, audience: int | None, language: str = "en") -> Any:
    text = render_note(note, audience, language)
    return text and json.loads(text)


class TestPhrases:
    def test_each_audience_reads_it_in_its_language(self, game: Game, ana: User, notes: list[Note]) -> None:
        say(game, ana, "well_played")
        (note,) = notes
        texts = [reached(note, audience, "nl")["text"] for audience in (0, 1, None)]
        assert len(set(texts)) == 1
        assert texts[0] != reached(note, 1)["text"] == "Well played!"
        assert (reached(note, 1)["seat"], reached(note, 1)["word"]) == (0, "well_played")

    def test_a_player_says_one_phrase_in_three_seconds(self, game: Game, ana: User, bram: User) -> None:
        chat.say_phrase(game.pk, ana.pk, "hello", "a")
        assert refusal_code(chat.say_phrase, game.pk, ana.pk, "wave", "b") == "too_soon"
        chat.say_phrase(game.pk, bram.pk, "hello", "a")
        before = timezone.now() - chat.MIN_INTERVAL - timedelta(seconds=1)
        Player.objects.filter(game=game, seat=0).update(spoke_at=before)
        chat.say_phrase(game.pk, ana.pk, "wave", "b")
        assert [message.word for message in ChatMessage.objects.order_by("pk")] == ["hello", "hello", "wave"]

    def test_a_repeated_id_says_nothing_again(self, game: Game, ana: User, notes: list[Note]) -> None:
        say(game, ana, client_id="same")
        say(game, ana, client_id="same")
        assert len(notes) == ChatMessage.objects.count() == 1

    def test_refusals(self, game: Game, ana: User, cleo: User, mona: Moderator) -> None:
        assert refusal_code(chat.say_phrase, game.pk, cleo.pk, "hello", "a") == "not_seated"
        assert refusal_code(chat.say_phrase, game.pk, None, "hello", "a") == "not_seated"
        assert refusal_code(chat.say_phrase, game.pk, ana.pk, "damn", "a") == "no_such_word"
        waiting = lobby.create_game(ana, MatchOptions())
        assert refusal_code(chat.say_phrase, waiting.pk, ana.pk, "hello", "a") == "not_started"
        against = bot_games.create_game(cleo, "page")
        assert refusal_code(chat.say_phrase, against.pk, cleo.pk, "hello", "a") == "site_hears_nothing"
        mute_person(mona, ana, None, WHY)
        assert refusal_code(chat.say_phrase, game.pk, ana.pk, "hello", "a") == "muted"
        assert not chat.get_history(game.pk, ana.pk).can_post

    def test_refused_an_hour_after_the_end(self, game: Game, ana: User) -> None:
        play_next(game)
        play.resign(game, ana)
        say(game, ana, "good_game")
        Game.objects.update(changed_at=timezone.now() - timedelta(hours=2))
        assert refusal_code(chat.say_phrase, game.pk, ana.pk, "hello", "late") == "game_over"


class TestMuting:
    @pytest.mark.parametrize("relate", [relations.mute, relations.block])
    def test_a_muted_or_blocked_player_is_not_heard_and_cannot_notice(
        self, relate: Any, game: Game, ana: User, bram: User, notes: list[Note]
    ) -> None:
        say(game, bram)
        relate(ana, bram)
        say(game, bram, "goodbye")
        first, second = notes
        assert reached(first, 0) is not None
        assert reached(second, 0) is None
        assert reached(first, 1).keys() == reached(second, 1).keys()
        assert hears(game, bram) == ["hello", "goodbye"]
        assert hears(game, ana) == []

    def test_muting_holds_in_the_next_game_until_it_is_ended(self, ana: User, bram: User, game: Game) -> None:
        relations.mute(ana, bram)
        following = lobby.create_game(ana, MatchOptions())
        lobby.join_game(following, bram)
        say(following, bram)
        assert chat.get_history(following.pk, ana.pk).muted
        relations.remove_relation(ana, "mute", bram)
        say(following, bram, "goodbye")
        assert hears(following, ana) == ["goodbye"]


class TestFreeText:
    def test_friends_who_agreed_write_in_private(self, private: Game, ana: User, bram: User, notes: list[Note]) -> None:
        assert chat.get_history(private.pk, ana.pk).free == (False, False)
        assert refusal_code(chat.write_text, private.pk, ana.pk, "Hi", "a") == "not_agreed"
        agree(private, ana)
        assert chat.get_history(private.pk, bram.pk).free == (False, True)
        assert refusal_code(chat.write_text, private.pk, ana.pk, "Hi", "a") == "not_agreed"
        agree(private, bram)
        write(private, ana, "Hi <b>you</b>")
        assert hears(private, bram) == ["Hi <b>you</b>"]
        assert reached(notes[-1], 1)["text"] == "Hi <b>you</b>"
        assert reached(notes[-1], None) is None
        chat.set_agreement(private.pk, bram.pk, agrees=False)
        assert refusal_code(chat.write_text, private.pk, ana.pk, "Hi", "b") == "not_agreed"

    def test_refused_to_strangers_and_blocked_friends(self, game: Game, private: Game, ana: User, bram: User) -> None:
        assert chat.get_history(game.pk, ana.pk).free is None
        assert refusal_code(chat.set_agreement, game.pk, ana.pk, True) == "not_among_friends"
        agree(private, ana, bram)
        relations.block(ana, bram)
        assert refusal_code(chat.write_text, private.pk, bram.pk, "Hi", "a") == "not_among_friends"
        gita = guest("Gita")
        strangers = lobby.create_game(ana, MatchOptions(listed=False))
        lobby.join_game(strangers, gita, lobby.invite_token(strangers))
        assert refusal_code(chat.write_text, strangers.pk, gita.pk, "Hi", "a") == "not_among_friends"
        assert [chat.get_history(one.pk, ana.pk).may_follow for one in (game, strangers)] == [True, False]

    @pytest.mark.parametrize(
        ("text", "kept_as"),
        [
            ("  two\n lines\t here ", "two lines here"),
            ("ab\u202ecd\u200b\u0000", "abcd"),
            ("e\u0301" + "\u0301" * 30, "\xe9\u0301"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("x" * 200, "x" * 200),
        ],
    )
    def test_it_is_a_visible_line(self, private: Game, ana: User, bram: User, text: str, kept_as: str) -> None:
        agree(private, ana, bram)
        write(private, ana, text)
        assert ChatMessage.objects.get().text == kept_as

    def test_empty_and_long_texts_are_refused(self, private: Game, ana: User, bram: User) -> None:
        agree(private, ana, bram)
        assert refusal_code(chat.write_text, private.pk, ana.pk, "\u200b \n", "a") == "text_needed"
        assert refusal_code(chat.write_text, private.pk, ana.pk, "x" * 201, "a") == "text_long"

    def test_notifications_do_not_carry_it(self, private: Game, ana: User, bram: User, notes: list[Note]) -> None:
        agree(private, ana, bram)
        write(private, ana, "between us")
        by_redis, by_notify = (serialize_items([notes[-1]], entries=entries) for entries in (True, False))
        assert "between us" not in by_notify
        assert list(parse_items(by_redis)) == [notes[-1]]
        (missed,) = parse_items(by_notify)
        assert reached(missed, 1) == {"type": "hear"}  # type: ignore[arg-type]
        assert reached(missed, None) is None  # type: ignore[arg-type]

    def test_a_seat_given_back_to_another_person_has_not_agreed(
        self, private: Game, ana: User, bram: User, cleo: User, mona: Moderator
    ) -> None:
        agree(private, ana, bram)
        give_back_seat(mona, private, 1, cleo.pk, WHY)
        assert not Player.objects.get(game=private, seat=1).writes


class TestStorage:
    def test_a_report_of_a_game_without_chat_stores_none(self, game: Game, ana: User) -> None:
        assert "said" not in reports.file_report(Sender(ana), game, "1", "behaviour", "x").snapshot

    def test_a_report_stores_the_chat_with_texts_only_for_players(
        self, private: Game, ana: User, bram: User, cleo: User
    ) -> None:
        agree(private, ana, bram)
        say(private, bram, "hello")
        relations.mute(ana, bram)
        write(private, bram, "You cheat")
        mine, theirs = (
            reports.file_report(Sender(user), private, "1", "behaviour", "x").snapshot for user in (ana, cleo)
        )
        assert [message.get("word") or message["text"] for message in mine["said"]] == ["hello", "You cheat"]
        assert [message["word"] for message in theirs["said"]] == ["hello"]
        assert list(list_chat_messages(mine)) == [("Bram", "Hello!"), ("Bram", "You cheat")]

    def test_messages_go_after_their_period_and_with_their_author(self, private: Game, ana: User, bram: User) -> None:
        agree(private, ana, bram)
        write(private, ana, "I am Bram's friend")
        say(private, bram)
        reports.file_report(Sender(bram), private, "0", "behaviour", "x")
        assert [(row["word"], row["text"]) for row in export_person([ana], [])["words"]] == [("", "I am Bram's friend")]
        assert sum(tidying.delete_chat_messages()) == 0
        deletion.delete_account(bram)
        assert erasure.erase(User.objects.get(pk=bram.pk))
        assert [one.user_id for one in ChatMessage.objects.all()] == [ana.pk]
        (report,) = Report.objects.all()
        assert report.snapshot["said"][0]["text"] == "I am Player's friend"
        ChatMessage.objects.update(at=timezone.now() - retention_periods.CHAT - timedelta(days=1))
        assert sum(tidying.delete_chat_messages()) == 1
