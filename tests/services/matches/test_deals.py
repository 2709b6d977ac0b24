"""Fair deals: the site is bound to a seed before it sees a player's part, and nothing counts twice."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.core import signing
from django.db import IntegrityError
from pytest_django import Settings

from games.eventlog import event_store
from games.models import Entry, Game, User
from games.operations.consistency import iterate_differences
from games.rules.record import DealVerdict, Record, read, verify_deal, write
from games.rules.shuffle import Shuffle, compute_commitment
from games.services.matches import cancellation, lobby, play, seed_tickets
from games.services.matches.seed_tickets import SeedTicket
from games.state.match_state import MatchOptions, MatchState
from tests.rules.deals import digits
from tests.services.matches.games import match_of, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
ANAS, BRAMS = digits("Ana's part"), digits("Bram's part")


@pytest.fixture
def ticket() -> SeedTicket:
    return seed_tickets.issue_ticket()


@pytest.fixture
def promised(ana: User, ticket: SeedTicket) -> Game:
    """Ana's invitation, made with a ticket and a part."""
    return lobby.create_game(ana, MatchOptions(), ticket.ticket, ANAS)


@pytest.fixture
def finished(promised: Game, ana: User, bram: User) -> Game:
    lobby.join_game(promised, bram, part=BRAMS)
    play.resign(promised, ana)
    return promised


def shuffle_of(game: Game) -> Shuffle:
    shuffle = match_of(game).shuffle
    assert shuffle is not None
    return shuffle


def record_of(game: Game) -> Record:
    return read(write(match_of(game).record()))


def next_of(game: Game) -> Shuffle:
    after = match_of(game).next
    assert after is not None
    return after


class TestTheSiteIsBound:
    def test_the_seed_shown_at_the_end_is_that_of_the_commitment(self, ticket: SeedTicket, finished: Game) -> None:
        record = record_of(finished)
        assert record.shuffle is not None
        assert compute_commitment(record.shuffle.seed) == ticket.commitment == record.shuffle.commitment
        assert record.shuffle.parts == (ANAS, BRAMS)
        assert verify_deal(record) is DealVerdict.VERIFIED

    def test_the_deal_does_not_depend_on_the_code_of_the_game(self, finished: Game) -> None:
        match = match_of(finished)
        events = map(event_store.build_event, finished.entries.order_by("number"))
        other = MatchState(match.game_id, "ABCDEFGH").fold(events)
        assert match.shuffle is not None
        assert other.shuffle == match.shuffle
        assert match.shuffle.dealt() == match.deal == other.deal

    @pytest.mark.parametrize(("lead", "seat"), [("random", None), ("creator", 0), ("other", 1)])
    def test_the_shuffle_says_who_leads(self, ana: User, bram: User, lead: str, seat: int | None) -> None:
        game = lobby.create_game(ana, MatchOptions(lead=lead))
        match = lobby.join_game(game, bram)
        assert shuffle_of(game).lead == seat
        assert match.deal == shuffle_of(game).dealt()


class TestTickets:
    def test_a_used_ticket_gives_another_seed_and_no_part(self, promised: Game, ana: User, ticket: SeedTicket) -> None:
        again = lobby.create_game(ana, MatchOptions(), ticket.ticket, digits("another"))
        assert again.commitment != promised.commitment == ticket.commitment
        assert shuffle_of(again).seed != shuffle_of(promised).seed
        assert shuffle_of(again).parts == (None, None)
        assert shuffle_of(promised).parts == (ANAS, None)

    def test_a_refused_game_does_not_use_it(self, ana: User, ticket: SeedTicket) -> None:
        waiting = [lobby.create_game(ana, MatchOptions()) for _ in range(lobby.MAX_WAITING)]
        assert refusal_code(lobby.create_game, ana, MatchOptions(), ticket.ticket, ANAS) == "too_many_waiting"
        cancellation.cancel_game(waiting[0], ana)
        assert shuffle_of(lobby.create_game(ana, MatchOptions(), ticket.ticket, ANAS)).commitment == ticket.commitment

    @pytest.mark.parametrize(
        "spoilt",
        [
            lambda text: "",
            lambda text: "ü\0",
            lambda text: text[:-1],
            lambda text: ("0" if text[0] != "0" else "1") + text[1:],
            lambda text: signing.TimestampSigner(salt="another").sign(text.split(":")[0]),
        ],
    )
    def test_a_forged_ticket_is_ignored(self, ana: User, ticket: SeedTicket, spoilt: Callable[[str], str]) -> None:
        made = shuffle_of(lobby.create_game(ana, MatchOptions(), spoilt(ticket.ticket), ANAS))
        assert made.commitment != ticket.commitment
        assert made.parts == (None, None)

    @pytest.mark.parametrize("later", [-60, 60])
    def test_it_is_valid_for_a_day(self, ticket: SeedTicket, monkeypatch: pytest.MonkeyPatch, later: int) -> None:
        then = time.time() + seed_tickets.LIFETIME.total_seconds() + later
        monkeypatch.setattr(time, "time", lambda: then)
        assert (seed_tickets.get_seed(ticket.ticket) is not None) is (later < 0)

    def test_it_hides_the_seed_and_is_invalid_under_another_key(self, ticket: SeedTicket, settings: Settings) -> None:
        seed = seed_tickets.get_seed(ticket.ticket)
        assert seed is not None
        assert seed not in ticket.ticket
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
        settings.SECRET_KEY = "another-key"
        assert seed_tickets.get_seed(ticket.ticket) is None


class TestParts:
    def test_a_part_takes_a_ticket_and_may_be_missing(self, promised: Game, ana: User, bram: User) -> None:
        assert shuffle_of(lobby.create_game(ana, MatchOptions(), part=ANAS)).parts == (None, None)
        assert lobby.join_game(promised, bram).state is not None
        assert shuffle_of(promised).parts == (ANAS, None)

    @pytest.mark.parametrize("part", ["x", "A" * 64, "a" * 65, "a" * 64 + "\n"])
    def test_a_malformed_part_is_refused(self, promised: Game, ana: User, bram: User, part: str) -> None:
        ticket = seed_tickets.issue_ticket().ticket
        assert refusal_code(lobby.create_game, ana, MatchOptions(), ticket, part) == "bad_part"
        assert refusal_code(lobby.join_game, promised, bram, None, part) == "bad_part"
        assert match_of(promised).state is None
        lobby.join_game(promised, bram)
        play.resign(promised, ana)
        version = match_of(promised).version
        assert refusal_code(lobby.answer_rematch, promised, ana, True, part) == "bad_part"
        assert match_of(promised).version == version

    def test_a_second_or_late_part_changes_nothing(self, promised: Game, bram: User) -> None:
        before = lobby.join_game(promised, bram, part=BRAMS)
        assert lobby.join_game(promised, bram, part=digits("late")) == before
        play_out(promised, 3)
        lobby.join_game(promised, bram, part=digits("later"))
        assert shuffle_of(promised).parts == (ANAS, BRAMS)
        assert match_of(promised).deal == before.deal


class TestRematch:
    def test_its_commitment_is_shown_before_the_first_yes_and_kept(self, finished: Game, ana: User, bram: User) -> None:
        told = next_of(finished)
        assert (told.parts, told.commitment == shuffle_of(finished).commitment) == ((None, None), False)
        lobby.answer_rematch(finished, bram, part=BRAMS)
        match = lobby.answer_rematch(finished, ana, part=ANAS)
        rematch = Game.objects.get(code=match.successor)
        play.resign(rematch, ana)
        record = record_of(rematch)
        assert record.shuffle is not None
        assert (record.shuffle.commitment, record.shuffle.parts) == (told.commitment, (ANAS, BRAMS))
        assert rematch.commitment == told.commitment
        assert verify_deal(record) is DealVerdict.VERIFIED
        assert match.deal is not None
        assert record.leader == record.shuffle.lead == 1 - match.deal.leader

    def test_the_part_of_the_first_yes_counts(self, finished: Game, ana: User, bram: User) -> None:
        lobby.answer_rematch(finished, ana, part=ANAS)
        lobby.answer_rematch(finished, ana, part=digits("twice"))
        lobby.answer_rematch(finished, ana, accept=False, part=digits("with a no"))
        lobby.answer_rematch(finished, ana, part=digits("again"))
        match = lobby.answer_rematch(finished, bram, part=BRAMS)
        rematch = Game.objects.get(code=match.successor)
        lobby.answer_rematch(finished, ana, part=digits("late"))
        assert shuffle_of(rematch).parts == (ANAS, BRAMS)
        assert match_of(rematch).deal == shuffle_of(rematch).dealt()


class TestOldGames:
    @pytest.fixture
    def old(self, finished: Game) -> Game:
        """A game of an older release: without seed, commitment and parts."""
        for entry in finished.entries.all():
            kept = {name: value for name, value in entry.data.items() if name not in ("shuffle", "next", "part")}
            Entry.objects.filter(pk=entry.pk).update(data=kept)
        Game.objects.filter(pk=finished.pk).update(commitment=None)
        event_store.state_cache.clear()
        return finished

    def test_neither_its_record_nor_its_rematch_has_parts(self, old: Game, ana: User, bram: User) -> None:
        record = record_of(old)
        assert verify_deal(record) is DealVerdict.NONE
        assert list(write(record)) == ["format", "seats", "leader", "hands", "deck", "plays"]
        lobby.answer_rematch(old, ana, part=ANAS)
        rematch = Game.objects.get(code=lobby.answer_rematch(old, bram, part=BRAMS).successor)
        assert shuffle_of(rematch).parts == (None, None)
        assert match_of(rematch).deal == shuffle_of(rematch).dealt()


def test_a_seed_is_unique_and_not_in_the_repr_of_a_game(finished: Game) -> None:
    with pytest.raises(IntegrityError):
        Game.objects.create(commitment=finished.commitment)
    text = repr(match_of(finished))
    assert shuffle_of(finished).seed not in text
    assert next_of(finished).seed not in text


def test_the_consistency_check_finds_a_deal_that_does_not_follow_from_its_seed(finished: Game) -> None:
    assert list(iterate_differences()) == []
    dealt = finished.entries.get(kind="dealt")
    first, *others = dealt.data["deck"]
    at = next(place for place, card in enumerate(others) if card != first)
    others[at], first = first, others[at]
    Entry.objects.filter(pk=dealt.pk).update(data={**dealt.data, "deck": [first, *others]})
    assert list(iterate_differences()) == [f"{finished.code}: its deal does not follow from its seed"]
