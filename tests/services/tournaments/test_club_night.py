"""A club night by its services: entries, rounds, the end, exports and erasure."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.device_cookie import create_secret
from games.accounts.signup import guest_signed_up
from games.models import Entrant, SharedDeal, Tournament, User
from games.queries.tournament_export import RecordReader, export_boards, export_records, export_standings
from games.queries.tournaments import find_tournament, list_acts, list_tournaments
from games.services.accounts import deletion, erasure
from games.services.companion.shared_deals import create_deal_table
from games.services.matches import shared_deals
from games.services.tournaments import boards, corrections, rounds
from games.services.tournaments.entrants import MAX_ENTRANTS, join_tournament, leave_tournament
from games.services.tournaments.tournaments import (
    TournamentOptions,
    change_options,
    create_tournament,
    finish_tournament,
    reopen_tournament,
)
from games.state.erasure import ERASED_NAME
from games.state.game_state import Mode
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.state.tournament.kinds import System, TournamentPhase
from games.texts.opponents import OPPONENTS
from tests.people import guest
from tests.services.matches.games import match_of, play_at_once, refusal_code
from tests.services.tournaments.nights import boards_of, enter, entrant_of, game_of, play_round, sheet_of

pytestmark = pytest.mark.django_db(transaction=True)
VISITOR = RecordReader()
SIXTEEN = [f"Player {number}" for number in range(1, 17)]


def test_night_of_sixteen_with_a_leaver_and_a_late_comer(night: Tournament, host: User) -> None:
    people = enter(night, *SIXTEEN)
    for number in range(1, 5):
        rounds.start_round(night, host)
        play_round(night)
        if number == 1:
            leave_tournament(night, people[3])
        if number == 2:
            (late,) = enter(night, "Late")
    finish_tournament(night, host)
    sheet = sheet_of(night)
    assert [len(each.boards) for each in sheet.rounds] == [8, 8, 8, 8]
    meetings = Counter(frozenset((board.first_id, board.second_id)) for each in sheet.rounds for board in each.boards)
    assert set(meetings.values()) == {1}
    seated = [{pk for board in each.boards for pk in (board.first_id, board.second_id)} for each in sheet.rounds]
    assert [entrant_of(night, people[3]).pk in each for each in seated] == [True, False, False, False]
    assert [entrant_of(night, late).pk in each for each in seated] == [False, False, True, True]
    assert [None in each for each in seated] == [False, True, False, False]
    standings = sheet.compute_standings()
    assert len(standings) == 17
    assert sum(row.standing.half_points for row in standings) == 2 * 32


def test_next_round_waits_for_all_results(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    assert refusal_code(rounds.start_round, night, host) == "round_not_over"
    assert corrections.settle_open_boards(night, host, BoardOutcome.NOBODY) == 2
    rounds.start_round(night, host)
    assert sheet_of(night).current is not None


def test_only_the_host_acts(night: Tournament, host: User, ana: User) -> None:
    enter(night, "Bram", "Cleo")
    assert refusal_code(rounds.start_round, night, ana) == "not_tournament_host"
    assert refusal_code(finish_tournament, night, ana) == "not_tournament_host"
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    assert refusal_code(corrections.set_result, board, ana, None) == "not_tournament_host"
    assert refusal_code(boards.set_mode, board, ana, Mode.TABLE) == "not_your_board"


def test_host_who_plays_as_a_guest_is_still_the_host(night: Tournament, host: User) -> None:
    as_guest = guest("Hanna here")
    as_guest.account = host
    as_guest.save()
    join_tournament(night, as_guest)
    assert join_tournament(night, host) == entrant_of(night, as_guest)
    enter(night, "Bram")
    rounds.start_round(night, as_guest)
    assert len(boards_of(night)) == 1


def test_entries_are_limited_and_end_with_the_night(night: Tournament, host: User) -> None:
    Entrant.objects.bulk_create(
        Entrant(tournament=night, name=f"P{number}", number=number) for number in range(1, MAX_ENTRANTS + 1)
    )
    ana = guest("Ana")
    assert refusal_code(join_tournament, night, ana) == "tournament_full"
    corrections.remove_entrant(Entrant.objects.get(number=5), host)
    assert join_tournament(night, ana).number == MAX_ENTRANTS + 1
    finish_tournament(night, host)
    assert refusal_code(join_tournament, night, guest("Bram")) == "tournament_over"
    assert refusal_code(leave_tournament, night, ana) == "tournament_over"


def test_a_leaver_returns_and_a_removed_person_does_not(night: Tournament, host: User) -> None:
    ana, bram = enter(night, "Ana", "Bram")
    leave_tournament(night, ana)
    assert not entrant_of(night, ana).is_active
    join_tournament(night, ana)
    assert entrant_of(night, ana).is_active
    act = corrections.remove_entrant(entrant_of(night, bram), host)
    assert refusal_code(join_tournament, night, bram) == "removed_by_host"
    corrections.restore_entrant(act, host)
    assert entrant_of(night, bram).is_active


def test_all_boards_of_a_round_share_a_deal_that_opens_with_its_end(host: User) -> None:
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, *SIXTEEN[:4])
    rounds.start_round(night, host)
    one, other = boards_of(night)
    deal = SharedDeal.objects.get()
    assert game_of(one).shared_deal == game_of(other).shared_deal == deal
    assert match_of(game_of(one)).deal == match_of(game_of(other)).deal
    play_at_once(game_of(one))
    assert list(export_records(sheet_of(night), VISITOR)) == []
    play_at_once(game_of(other))
    rounds.start_round(night, host)
    deal.refresh_from_db()
    assert deal.closed_at is not None
    assert len(list(export_records(sheet_of(night), VISITOR))) == 2
    assert SharedDeal.objects.count() == 2


def test_nobody_plays_the_deal_of_a_round_outside_of_it(host: User) -> None:
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    deal, stranger = SharedDeal.objects.get(), guest("Ana again")
    level = next(iter(OPPONENTS))
    assert refusal_code(shared_deals.play_with_bot, deal, stranger, level) == "deal_closed"
    assert refusal_code(create_deal_table, deal, stranger, create_secret(), "every", True) == "deal_closed"


def test_round_robin_ends_when_all_have_met(host: User) -> None:
    night = create_tournament(host, "League", TournamentOptions(system=System.ROUND_ROBIN))
    enter(night, "Ana", "Bram", "Cleo")
    for _ in range(3):
        rounds.start_round(night, host)
        play_round(night)
    assert refusal_code(rounds.start_round, night, host) == "nobody_left_to_meet"
    met = {frozenset((board.first_id, board.second_id)) for each in sheet_of(night).rounds for board in each.boards}
    assert {frozenset(pair) for pair in combinations(sheet_of(night).entrants, 2)} <= met
    finish_tournament(night, host)
    assert reopen_tournament(night, host).phase == TournamentPhase.RUNNING


def test_exports_have_standings_boards_and_records(night: Tournament, host: User) -> None:
    enter(night, "=Ana", "Bram", "Cleo")
    rounds.start_round(night, host)
    play_round(night)
    sheet = sheet_of(night)
    standings = list(csv.DictReader(export_standings(sheet)))
    assert {row["player"] for row in standings} == {"'=Ana", "Bram", "Cleo"}
    assert {row["points"] for row in standings} <= {"0", "0.5", "1"}
    rows = list(csv.DictReader(export_boards(sheet)))
    assert [row["result"] for row in rows][-1] == "bye"
    (record,) = map(json.loads, export_records(sheet, VISITOR))
    assert record["format"] == "claim-record/1"
    assert len(record["plays"]) == 52


def test_sheet_takes_as_many_queries_for_sixty_four_as_for_four(night: Tournament, host: User) -> None:
    enter(night, *SIXTEEN[:4])
    rounds.start_round(night, host)
    few = count_queries(night)
    for number in range(60):
        corrections.add_entrant(night, host, f"Guest {number}")
    corrections.settle_open_boards(night, host, BoardOutcome.DRAW)
    rounds.start_round(night, host)
    assert len(boards_of(night)) == 32
    assert count_queries(night) == few


def count_queries(night: Tournament) -> int:
    with CaptureQueriesContext(connection) as queries:
        found = find_tournament(night.code.lower())
        assert found is not None
        sheet = sheet_of(found)
        for row in sheet.compute_standings():
            sheet.find_board(row.entrant)
        assert sheet.rounds_expected == 0
    return len(queries)


def test_names_of_a_deleted_guest_are_erased(night: Tournament, host: User) -> None:
    ana, bram = enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    corrections.set_result(boards_of(night)[0], host, BoardResult(BoardOutcome.DRAW), "Annabel says so")
    corrections.rename_entrant(entrant_of(night, ana), host, "Annabel")
    entrant = entrant_of(night, ana)
    deletion.delete_account(ana)
    assert erasure.erase(User.objects.get(pk=ana.pk))
    entrant.refresh_from_db()
    assert (entrant.name, entrant.user, entrant.is_active) == (ERASED_NAME, None, False)
    assert "Annabel" not in str([(act.before, act.after, act.reason) for act in list_acts(night)])
    assert entrant_of(night, bram).is_active
    assert list(list_tournaments(bram)) == [night]


def test_guest_who_signs_up_keeps_the_entry_under_the_new_name(night: Tournament) -> None:
    (ana,) = enter(night, "Ana")
    ana.display_name = "Ana Lucia"
    ana.save()
    guest_signed_up.send(sender=User, user=ana, old="Ana")
    assert entrant_of(night, ana).name == "Ana Lucia"


def test_muted_host_goes_on_but_names_nothing(night: Tournament, host: User) -> None:
    enter(night, "Ana", "Bram")
    host.muted_for_good = True
    host.save()
    ana = Entrant.objects.get(tournament=night, name="Ana")
    assert refusal_code(create_tournament, host, "Loud", TournamentOptions()) == "muted"
    assert refusal_code(change_options, night, host, "Loud", TournamentOptions()) == "muted"
    assert refusal_code(corrections.add_entrant, night, host, "Loud") == "muted"
    assert refusal_code(corrections.rename_entrant, ana, host, "Loud") == "muted"
    assert change_options(night, host, night.name, TournamentOptions(rounds=1)).rounds_planned == 1
    assert rounds.start_round(night, host).number == 1
