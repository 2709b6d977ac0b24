"""Everybody who may knock at a door of the site, and the games that the doors lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.test import Client

from games.models import Entry, Tie, User
from games.people.devices import COOKIE
from games.services.moderation import Judge, Why, freeze, propose
from games.services.online import challenges, lobby
from games.services.people import ties
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.services.table.places import Choice
from games.stories.act_kinds import ActKind
from games.stories.online import Options
from tests.people import guest, person
from tests.services.at_tables import browser, code_of, join, opened
from tests.services.plays import play_out

BACKEND = "django.contrib.auth.backends.ModelBackend"
ROLES = ("visitor", "guest", "ana", "bram", "watcher", "host", "mona", "sara")
"""Somebody without a session; a guest; both players; somebody with an account who only watches; the device that opened
the table; a moderator; the superuser."""


def known(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


class House:
    """A game that is played, a challenge, an open invitation of Ana's, a table, something in every list of the desk."""

    def __init__(self, ana: User, bram: User, cleo: User, mona: Judge, sara: Judge) -> None:
        self.game = lobby.create(ana, Options(lead="creator"))
        lobby.join(self.game, bram)
        play_out(self.game, 3)
        self.waiting = lobby.create(ana, Options())
        self.private = lobby.create(ana, Options(listed=False))
        self.challenged = challenges.challenge(ana, bram, Options(listed=False)).game
        ties.follow(bram, ana)
        self.tie = Tie.objects.get().pk
        self.judged = lobby.create(ana, Options())
        lobby.join(self.judged, bram)
        phone, other = browser(), browser()
        self.table = opened(phone)
        join(other, self.table, Choice.SECOND)
        self.device, self.token = other.at(self.table).pk, code_of(self.table)
        self.report = reports.file(Sender(bram), self.judged, "game", "other", "x")
        self.act = freeze(mona, self.judged, Why("x"))
        self.appeal = appeals.lodge(self.act, Sender(ana), "x")
        self.proposal = propose(mona, ActKind.AWARD, self.game, Why("x"), {"winner": 0})
        self.person = person("Dirk")
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
        self.clients = {"visitor": Client(), "host": host} | {name: known(user) for name, user in people.items()}

    def rows(self) -> Mapping[str, Any]:
        """The row of each kind that the addresses of the desk lead to."""
        entry = Entry.objects.filter(game=self.game).first()
        seen = {"game": self.game, "user": self.person, "entry": entry}
        return {**seen, "act": self.act, "appeal": self.appeal, "report": self.report}
