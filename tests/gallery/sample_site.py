"""Sample data: people and games on a real site, such that every page has something to show."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cached_property
from tempfile import gettempdir
from typing import Any
from urllib.parse import urlencode

from django.core import signing

from tests.admin.staff import Staff
from tests.browser.programs import Dealt
from tests.client import Person, Seat, code_of
from tests.realtime.phones import Phone, entry, pads, taps
from tests.rules.random_games import random_game
from tests.site_process import Site

SETTINGS = {
    "RATE_LIMITS": "0",
    "STAFF_SECOND_FACTOR": "0",
    "EMAIL_URL": f"filemail://{gettempdir()}/claim-gallery-mail",
}
"""Settings of a sample site: e-mails go to a folder, among others."""
LANGUAGES = ("en", "nl", "id", "zh-hant")
SEED = 8
PASSWORD = "three blind mice"
ADDRESS = "somebody@claim.example"
LONGEST = ("W" * 20, "名" * 20)

REPORT = {"target": "0", "category": "cheating", "text": "She looks at my cards."}
FREEZE = {"reason": "To look at it.", "message": "We look at it; go on tomorrow."}


class SampleSite:
    """What scenes are about. Everything is made when it is first asked for, by programs, over HTTP and sockets.

    `hurt` is a second site, which has limits, and is broken on the way.
    """

    def __init__(self, site: Site, hurt: Site) -> None:
        self.site, self.hurt = site, hurt

    @cached_property
    def ana(self) -> Person:
        return Person(self.site.url, "Ana")

    @cached_property
    def bram(self) -> Person:
        return Person(self.site.url, "Bram")

    @cached_property
    def dora(self) -> Person:
        """Somebody with an account."""
        return self.account("Dora")

    def account(self, name: str) -> Person:
        who = Person(self.site.url, name)
        who.get("/account/signup/")
        form = {"username": name, "email": ADDRESS, "password1": PASSWORD}
        status, text = who._request("POST", "/account/signup/", urlencode(form))
        assert status in (200, 302), text
        return who

    @cached_property
    def rated(self) -> Person:
        """Somebody with a rating, after three games for it."""
        ana, bram = self.account("Ana"), self.account("Bram")
        for loser in (bram, bram, ana):
            code = ana.open_game(rated="on")
            bram.join(code)
            loser.post(f"/m/{code}/resign/")
        return ana

    @cached_property
    def looking(self) -> str:
        """The code of the invitation at which Dora looks for somebody to play a rated game."""
        return code_of(self.dora.post("/seek/", rated="on")["url"])

    @cached_property
    def friend(self) -> Person:
        """A friend of Dora's, who challenges her; she follows and blocks others besides."""
        friend, longest = self.account("Emil"), self.account(LONGEST[0])
        for one, deed, other in ((friend, "follow", self.dora), (self.dora, "follow", friend)):
            assert one.post(f"/@/{other.name}/tie/", do=deed)["status"] == 200
        for deed in ("follow", "mute"):
            assert self.dora.post(f"/@/{longest.name}/tie/", do=deed)["status"] == 200
        assert longest.post("/@/Dora/tie/", do="follow")["status"] == 200
        sent = friend.post("/@/Dora/challenge/", who="private", lead="random", watch="on")
        assert sent["status"] == 200, sent
        return friend

    @cached_property
    def talk(self) -> Dealt:
        """A private game of two friends, one of whom waves."""
        assert self.friend
        code = code_of(self.dora.post("/@/Emil/challenge/", who="private", lead="creator", watch="on")["url"])
        assert self.friend.join(code)["status"] == 200
        _apart(_greeted(self.friend, code))
        return Dealt(code, self.dora, self.friend)

    @cached_property
    def letters_off(self) -> str:
        """The path that stands in a letter of the site's, for whoever has none of them left by now."""
        key = (self.site.folder / "var" / "secret_key").read_text()
        signer = signing.Signer(key=key, salt="games.notices.off", fallback_keys=[])
        return f"/letters/off/{signer.sign_object([0, 'letters'])}/"

    @cached_property
    def known(self) -> Person:
        """Dora, after a game to its end with somebody of the longest name there is, and one against the site."""
        self.game(52, (self.dora, self.long.people[0]))
        code = code_of(self.dora.post("/play/", level="herald")["url"])
        self.dora.post(f"/m/{code}/resign/")
        return self.dora

    @cached_property
    def mona(self) -> Staff:
        return Staff(self.site, "Mona")

    def game(self, plies: int = 0, people: tuple[Person, Person] | None = None, **options: object) -> Dealt:
        """A game of Ana and Bram, or of two others, after so many cards."""
        ana, bram = people or (self.ana, self.bram)
        code = ana.open_game(**{"lead": "creator", **options})
        bram.join(code)
        dealt = Dealt(code, ana, bram)
        dealt.play(plies)
        return dealt

    @cached_property
    def is_offered(self) -> Dealt:
        """A game that Bram offers to cancel."""
        dealt = self.game(3)
        self.bram.post(f"/m/{dealt.code}/call-off/")
        return dealt

    @cached_property
    def against(self) -> str:
        """The code of a game of Ana against one of the site's own."""
        return code_of(self.ana.post("/play/", level="herald")["url"])

    @cached_property
    def helped(self) -> str:
        """The code of a game against one of the site's own that Ana gave up after a hint and a card taken back."""
        code = code_of(self.ana.post("/play/", level="squire")["url"])
        _apart(_helped(self.ana, code))
        self.ana.post(f"/m/{code}/resign/")
        return code

    @cached_property
    def fresh(self) -> Dealt:
        return self.game()

    @cached_property
    def phase_one(self) -> Dealt:
        return self.game(14)

    @cached_property
    def timed(self) -> Dealt:
        """One in real time, in which both clocks run."""
        return self.game(15, clock="15+15")

    @cached_property
    def phase_two(self) -> Dealt:
        return self.game(34)

    @cached_property
    def held(self) -> Dealt:
        """One in which tricks are finished while somebody looks."""
        return self.game(6)

    @cached_property
    def over(self) -> Dealt:
        return self.game(52)

    @cached_property
    def long(self) -> Dealt:
        """One of people whose names are as long as names may be."""
        one, other = LONGEST
        return self.game(14, (Person(self.site.url, one), Person(self.site.url, other)))

    @cached_property
    def long_over(self) -> Dealt:
        """One of the same people that was resigned."""
        one, other = self.long.people
        game = self.game(9, (one, other))
        one.post(f"/m/{game.code}/resign/")
        return game

    @cached_property
    def barred(self) -> tuple[Dealt, Person]:
        """One in which somebody holds cards that may not be played, and who."""
        dealt = self.game()
        return dealt, dealt.people[dealt.bar()]

    def winner(self, won: bool) -> Person:
        """Who won the game that is over, or who lost it; whoever led where nobody did."""
        boards = self.over.boards()
        ahead = sum(1 if vote["ahead"] == 0 else -1 for vote in boards[0]["tally"] if vote["ahead"] is not None)
        return self.over.people[(ahead < 0) == won]

    @cached_property
    def open_invitation(self) -> str:
        return self.ana.open_game()

    @cached_property
    def private_invitation(self) -> str:
        """The path of its link."""
        answer = self.ana.post("/new/", who="private", lead="random", watch="on")
        status, page = self.ana.get(answer["url"])
        assert status == 200
        start = page.index("/i/") if "/i/" in page else -1
        return page[start : page.index('"', start)]

    @cached_property
    def unwatched(self) -> Dealt:
        return self.game(watch="")

    @cached_property
    def judged(self) -> Dealt:
        """One that Bram reported and a moderator stopped."""
        dealt = self.game(7)
        dealt.bram._request("POST", f"/m/{dealt.code}/report/", urlencode(REPORT))
        number = self.number("game", "code", dealt.code)
        assert self.mona.form(f"/admin/games/game/{number}/act/freeze/", step="do", **FREEZE) in (200, 302)
        return dealt

    def number(self, table: str, column: str, value: str) -> int:
        """The number of a row, as addresses of the desk have it."""
        with closing(sqlite3.connect(self.site.folder / "var" / "db.sqlite3")) as database:
            query = f"SELECT id FROM games_{table} WHERE {column} = ? ORDER BY id DESC"
            return int(database.execute(query, [value]).fetchone()[0])

    def table(self, depth: str, device: str = "both", tricks: int = 0, **options: object) -> Phone:
        """A phone that opened a table and logged so many tricks there."""
        phone = Phone(self.site.url)
        phone.open_table(depth=depth, device=device, **options)
        if tricks:
            _apart(_logged(phone, tricks))
        return phone

    @cached_property
    def pads(self) -> dict[str, Phone]:
        """A pad of each depth, and of the deepest one in each stage."""
        return {
            "piles": self.table("piles"),
            "scoring": self.table("scoring"),
            "every": self.table("every"),
            "one": self.table("every", tricks=4),
            "two": self.table("every", tricks=17),
            "end": self.table("every", tricks=26),
            "long": self.table("every", tricks=4, first=LONGEST[0], second=LONGEST[1]),
        }

    @cached_property
    def display(self) -> Phone:
        return self.table("every", "display")

    @cached_property
    def asked(self) -> tuple[Phone, Phone]:
        """A phone with a seat, and one that asks for it."""
        phone, other = self.table("every", tricks=4), Phone(self.site.url)
        other.post(f"/t/{phone.code}/ask/", seat="0", token=phone.token())
        return phone, other

    @cached_property
    def handed_over(self) -> tuple[Phone, Phone]:
        """A phone that had a seat of which a blind card is logged, and the one that has it now."""
        phone, other = self.table("every", "0", first="Ana", second="Bram"), Phone(self.site.url)
        _apart(_took_blind(phone))
        other.take(phone.token(0), "0", phone.code)
        return phone, other


def _apart(work: Any) -> None:
    """Run it in a thread of its own: Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def _helped(person: Person, code: str) -> None:
    async with person.socket(code) as socket:
        seat = Seat(socket)
        while not (seat.view.get("board") and seat.view["board"]["legal"]):
            await seat.receive()
        ply = seat.view["board"]["ply"]
        await seat.send(type="hint", ply=ply, line=0, id="hint")
        assert (await seat.until("accepted", "refused"))["type"] == "accepted"
        await seat.play_any()
        await seat.send(type="take_back", ply=ply, line=0, id="back")
        assert (await seat.until("accepted", "refused"))["type"] == "accepted"


async def _greeted(person: Person, code: str) -> None:
    async with person.socket(code) as socket:
        seat = Seat(socket)
        await seat.send(type="say", word="wave", id="hello")
        assert (await seat.until("accepted", "refused"))["type"] == "accepted"


async def _logged(phone: Phone, tricks: int) -> None:
    state = random_game(SEED)[-1]
    entries: list[dict[str, Any]] = [entry(type="lead", seat=state.tricks[0].leader)]
    entries += [tap for trick in state.tricks[:tricks] for _, tap in taps(trick)]
    async with pads(phone) as (pad,):
        for some in _portions(entries):
            assert {answer["type"] for answer in await pad.queue(some)} == {"accepted"}


async def _took_blind(phone: Phone) -> None:
    """A trick of which the first seat takes the blind card."""
    trick = (("revealed", "U5"), ("lead", "G9"), ("follow", "K4"), ("blind", "D3"))
    taps = [entry(type="log", phase=1, trick=1, place=place, card=card) for place, card in trick]
    async with pads(phone) as (pad,):
        answers = await pad.queue([entry(type="lead", seat=0), *taps])
        assert {answer["type"] for answer in answers} == {"accepted"}


def _portions(entries: Sequence[dict[str, Any]], most: int = 20) -> list[list[dict[str, Any]]]:
    return [list(entries[at : at + most]) for at in range(0, len(entries), most)]
