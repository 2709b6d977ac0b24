"""Sample data of a whole site: a row for every kind of address, and a client for every role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.test import Client

from games.accounts.device_cookie import COOKIE
from games.models import Entrant, Entry, Pairing, Relation, Tournament, TournamentAct, User
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby, shared_deals
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.proposals import propose_action
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.services.social import challenges, relations
from games.services.tournaments.corrections import rename_entrant
from games.services.tournaments.entrants import join_tournament
from games.services.tournaments.results import report_result
from games.services.tournaments.rounds import start_round
from games.services.tournaments.tournaments import TournamentOptions, create_tournament
from games.state.game_state import Mode
from games.state.match_state import MatchOptions
from games.state.moderation import ActKind
from games.state.tournament.boards import BoardResult
from tests.people import guest, person
from tests.services.companion.devices import browser, code_of, join, opened
from tests.services.matches.games import play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def start_night(host: User, *players: User) -> Tournament:
    """A club night with printed cards in its first round, with one correction of its host."""
    night = create_tournament(host, "Friday", TournamentOptions(mode=Mode.TABLE))
    for player in players:
        join_tournament(night, player)
    start_round(night, host)
    rename_entrant(Entrant.objects.get(tournament=night, number=1), host, "Lily")
    return night


class SampleData:
    """A running game, a challenge, invitations, a table, and a row in every list of the admin."""

    def __init__(self, ana: User, bram: User, cleo: User, mona: Moderator, sara: Moderator) -> None:
        self.game = lobby.create_game(ana, MatchOptions(lead="creator"))
        lobby.join_game(self.game, bram)
        play_out(self.game, 1)
        self.waiting = lobby.create_game(ana, MatchOptions())
        self.private = lobby.create_game(ana, MatchOptions(listed=False))
        self.challenged = challenges.create_challenge(ana, bram, MatchOptions(listed=False)).game
        relations.follow(bram, ana)
        self.tie = Relation.objects.get().pk
        self.judged = lobby.create_game(ana, MatchOptions())
        lobby.join_game(self.judged, bram)
        phone, other = browser(), browser()
        self.table = opened(phone)
        join(other, self.table, PlaceChoice.SECOND)
        self.device, self.token = other.at(self.table).pk, code_of(self.table)
        self.report = reports.file_report(Sender(bram), self.judged, "game", "other", "x")
        self.act = freeze_game(mona, self.judged, Justification("x"))
        self.appeal = appeals.file_appeal(self.act, Sender(ana), "x")
        self.proposal = propose_action(mona, ActKind.AWARD, self.game, Justification("x"), {"winner": 0})
        self.deal = shared_deals.create_deal(ana)
        self.person = person("Dirk")
        self.night = start_night(ana, bram, cleo)
        self.board = Pairing.objects.get(round__tournament=self.night)
        report_result(self.board, cleo, BoardResult.of_winner(0))
        self.correction = TournamentAct.objects.get()
        host = Client()
        host.cookies[COOKIE] = phone.secret
        people = {
            "guest": guest("Gita"),
            "ana": ana,
            "bram": bram,
            "watcher": cleo,
            "mona": mona.user,
            "sara": sara.user,
        }
        self.clients = {"visitor": Client(), "host": host} | {name: logged_in(user) for name, user in people.items()}

    def rows(self) -> Mapping[str, Any]:
        """Return the row of each model that addresses of the admin lead to."""
        entry = Entry.objects.filter(game=self.game).first()
        seen = {"game": self.game, "user": self.person, "entry": entry, "tournament": self.night}
        return {**seen, "act": self.act, "appeal": self.appeal, "report": self.report}
