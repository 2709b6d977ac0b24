"""Sample data: people and games on a real site, so that every page has something to show."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from tempfile import gettempdir
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlencode

from django.core import signing
from websockets.exceptions import ConnectionClosed

from tests.admin.staff import Staff
from tests.browser.programs import LONGEST, Dealt, account, run_apart
from tests.client import Person, Seat, code_of
from tests.realtime.phones import Phone, entry, pads, taps
from tests.rules.random_games import random_game
from tests.site_process import Site, copy_var

SETTINGS = {
    "RATE_LIMITS": "0",
    "STAFF_SECOND_FACTOR": "0",
    "EMAIL_URL": f"filemail:///{gettempdir()}/claim-gallery-mail",
}
"""Settings of a sample site: e-mails go to a folder, among others."""
LANGUAGES = ("en", "nl", "id", "zh-hant")
SEED = 8
ADDRESS = "somebody@claim.example"

REPORT = {"target": "0", "category": "cheating", "text": "She looks at my cards."}
FREEZE = {"reason": "We look at it; go on tomorrow."}


@contextmanager
def start_sample_site(var: Path, folder: Path) -> Iterator[SampleSite]:
    """Start the sites of a sample site with copies of the prepared folder `var` in `folder`."""
    with ExitStack() as stack:
        sites = [
            Site(copy_var(var, folder / name), settings) for name, settings in (("sample", SETTINGS), ("hurt", {}))
        ]
        for site in sites:
            stack.callback(site.close)
            site.start()
        yield SampleSite(*sites)


class SampleSite:
    """People and games, each made when a scene first asks for it, by programs over HTTP and sockets.

    `hurt` is a second site, which has rate limits and is broken on the way.
    """

    def __init__(self, site: Site, hurt: Site) -> None:
        self.site, self.hurt = site, hurt

    ana = cached_property[Person](lambda self: Person(self.site.url, "Ana"))
    bram = cached_property[Person](lambda self: Person(self.site.url, "Bram"))
    dora = cached_property[Person](lambda self: self.account("Dora"))
    """A person with an account."""

    def account(self, name: str) -> Person:
        return account(self.site.url, name, ADDRESS)

    @cached_property
    def rated(self) -> Person:
        """A person with a rating, after three rated games."""
        ana, bram = self.account("Ana"), self.account("Bram")
        for loser in (bram, bram, ana):
            code = ana.open_game(rated="on")
            bram.join(code)
            loser.post(f"/m/{code}/resign/")
        return ana

    @cached_property
    def looking(self) -> str:
        """The code of the game for which Dora looks for an opponent."""
        return code_of(self.dora.post("/seek/", rated="on")["url"])

    @cached_property
    def friend(self) -> Person:
        """A friend who challenges Dora; she follows and mutes another person."""
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
        run_apart(_greeted(self.friend, code))
        return Dealt(code, self.dora, self.friend)

    @cached_property
    def letters_off(self) -> str:
        """The path in an e-mail that unsubscribes."""
        key = (self.site.folder / "var" / "secret_key").read_text()
        signer = signing.Signer(key=key, salt="games.notices.off", fallback_keys=[])
        return f"/letters/off/{signer.sign_object([0, 'letters'])}/"

    @cached_property
    def known(self) -> Person:
        """Dora, after a complete game with a player of the longest name, and one against a bot."""
        self.game(52, (self.dora, self.long.people[0]))
        code = code_of(self.dora.post("/play/", level="herald")["url"])
        self.dora.post(f"/m/{code}/resign/")
        return self.dora

    mona = cached_property[Staff](lambda self: Staff(self.site, "Mona"))

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
    def transfer_offered(self) -> Dealt:
        """A game that Bram offers to finish with the printed deck."""
        dealt = self.game(9)
        self.bram.post(f"/m/{dealt.code}/transfer/")
        return dealt

    @cached_property
    def transferred(self) -> dict[int, str]:
        """The codes of tables at which games of phase one and of phase two are finished."""
        return {phase: self._move(self.game(plies)) for phase, plies in ((1, 9), (2, 41))}

    def _move(self, dealt: Dealt) -> str:
        for person in dealt.people:
            person.post(f"/m/{dealt.code}/transfer/")
        with closing(sqlite3.connect(self.site.folder / "var" / "db.sqlite3")) as database:
            query = "SELECT code FROM games_game WHERE origin_id = (SELECT id FROM games_game WHERE code = ?)"
            return str(database.execute(query, [dealt.code]).fetchone()[0])

    @cached_property
    def against(self) -> str:
        """The code of a game of Ana against a bot."""
        return code_of(self.ana.post("/play/", level="herald")["url"])

    @cached_property
    def helped(self) -> str:
        """The code of a game against a bot that Ana resigned after a hint and a card taken back."""
        code = code_of(self.ana.post("/play/", level="squire")["url"])
        run_apart(_helped(self.ana, code))
        self.ana.post(f"/m/{code}/resign/")
        return code

    fresh = cached_property[Dealt](lambda self: self.game())
    phase_one = cached_property[Dealt](lambda self: self.game(14))
    timed = cached_property[Dealt](lambda self: self.game(15, clock="15+15"))
    """A game in real time."""
    phase_two = cached_property[Dealt](lambda self: self.game(34))
    held = cached_property[Dealt](lambda self: self.game(6))
    """A game in which tricks are finished while its page is open."""
    over = cached_property[Dealt](lambda self: self.game(52))

    @cached_property
    def series(self) -> Dealt:
        """The last game of a best of three that Ana has won against Bram."""
        game = self.game(52, best_of=3)
        for loser in (game.bram, game.ana, game.bram):
            for person in game.people:
                address = person.post(f"/m/{game.code}/rematch/")["url"]
            game = replace(game, code=code_of(address))
            loser.post(f"/m/{game.code}/resign/")
            if self.get_score(game.ana, f"/m/{game.code}/")["winner"]:
                break
        return game

    def get_score(self, person: Person, address: str) -> dict[str, Any]:
        """The score of the series of a game."""
        score: dict[str, Any] = json.loads(person.get(f"{address}series/")[1])
        return score

    @cached_property
    def deal(self) -> str:
        """The path of a shared deal that nobody has played."""
        return str(self.dora.post("/deals/")["url"])

    @cached_property
    def organized_deal(self) -> str:
        """The path of the cards of a shared deal that Dora organizes."""
        path = f"{self.dora.post('/deals/')['url']}cards/"
        assert self.dora.post(path)["status"] == 200
        return path

    @cached_property
    def played_deal(self) -> tuple[str, Dealt]:
        """The path of a shared deal that three pairs have played, and the first of their games."""
        path = str(self.dora.post("/deals/")["url"])
        one, other = LONGEST
        pairs = [(self.ana, self.bram), (Person(self.site.url, "Cleo"), Person(self.site.url, "Emil"))]
        pairs.append((Person(self.site.url, one), Person(self.site.url, other)))
        games = [self._sit(path, *pair) for pair in pairs]
        for game in games[:2]:
            game.play(52)
        games[2].play(20)
        assert games[2].ana.post(f"/m/{games[2].code}/resign/")["status"] == 200
        return path, games[0]

    @cached_property
    def deal_table(self) -> tuple[Phone, Phone]:
        """Phones of a table of a shared deal, which set up the deck."""
        phone, other = Phone(self.site.url), Phone(self.site.url)
        made = phone.post(f"{self.dora.post('/deals/')['url']}table/", deck="phones", depth="every", name="Ana")
        phone.code = made["url"].split("/")[2]
        other.take(phone.token(), "1", phone.code)
        return phone, other

    def _sit(self, path: str, ana: Person, bram: Person) -> Dealt:
        made = ana.post(f"{path}play/", opponent="friend")
        token = str(made["link"]).split("/")[-2]
        code = code_of(made["url"])
        assert bram.post(f"/m/{code}/join/", token=token)["status"] == 200
        return Dealt(code, ana, bram)

    @cached_property
    def table_series(self) -> Phone:
        """A phone at the second game of a series, of which all piles are counted."""
        phone = self.table("piles", best_of=5)
        for again in (True, False):
            phone.code = run_apart(_counted(phone, again=again))
        return phone

    @cached_property
    def long(self) -> Dealt:
        """A game of players with the longest names."""
        one, other = LONGEST
        return self.game(14, (Person(self.site.url, one), Person(self.site.url, other)))

    @cached_property
    def long_over(self) -> Dealt:
        """A game of the same players that was resigned."""
        one, other = self.long.people
        game = self.game(9, (one, other))
        one.post(f"/m/{game.code}/resign/")
        return game

    @cached_property
    def barred(self) -> tuple[Dealt, Person]:
        """A game in which a player holds cards that may not be played, and that player."""
        dealt = self.game()
        return dealt, dealt.people[dealt.bar()]

    @cached_property
    def players_here(self) -> None:
        """Players who keep their games open, since lobby and Watch list no game that its players left."""
        places = (
            (self.ana, self.open_invitation),
            *((game.people[1], game.code) for game in (self.phase_two, self.long)),
        )
        arrived = Barrier(len(places) + 1)
        for person, code in places:
            Thread(
                target=lambda *place: asyncio.run(_keep_open(*place)), args=(person, code, arrived), daemon=True
            ).start()
        arrived.wait(30)

    def winner(self, won: bool) -> Person:
        """The winner or the loser of the game that is over; in a draw Ana counts as the winner."""
        boards = self.over.boards()
        ahead = sum(1 if vote["ahead"] == 0 else -1 for vote in boards[0]["tally"] if vote["ahead"] is not None)
        return self.over.people[(ahead < 0) == won]

    open_invitation = cached_property[str](lambda self: self.ana.open_game())

    @cached_property
    def private_invitation(self) -> str:
        """The path of its link."""
        answer = self.ana.post("/new/", who="private", lead="random", watch="on")
        status, page = self.ana.get(answer["url"])
        assert status == 200
        start = page.index("/i/") if "/i/" in page else -1
        return page[start : page.index('"', start)]

    unwatched = cached_property[Dealt](lambda self: self.game(watch=""))

    @cached_property
    def judged(self) -> Dealt:
        """A game that Bram reported and a moderator stopped."""
        dealt = self.game(7)
        dealt.bram._request("POST", f"/m/{dealt.code}/report/", urlencode(REPORT))
        number = self.number("game", "code", dealt.code)
        assert self.mona.form(f"/admin/games/game/{number}/act/freeze/", step="do", **FREEZE) in (200, 302)
        person = self.number("user", "display_name", "Ana")
        assert self.mona.form(f"/admin/games/user/{person}/note/", text="Was asked to play on.") in (200, 302)
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
            run_apart(_logged(phone, tricks))
        return phone

    @cached_property
    def pads(self) -> dict[str, Phone]:
        """A pad of each depth, and of the deepest one in each stage."""
        return {
            "piles": self.table("piles"),
            "scoring": self.table("scoring"),
            "every": self.table("every"),
            "one": self.table("every", tricks=4),
            "between": self.table("every", tricks=13),
            "two": self.table("every", tricks=17),
            "end": self.table("every", tricks=26),
            "undecided": self.closed(),
            "long": self.table("every", tricks=4, first=LONGEST[0], second=LONGEST[1]),
        }

    def closed(self) -> Phone:
        """A phone that ended its game before it was decided."""
        phone = self.table("every", tricks=4)
        run_apart(_ended(phone))
        return phone

    display = cached_property[Phone](lambda self: self.table("every", "display"))

    going_online = cached_property[tuple[Phone, Phone]](lambda self: self._offer_online())

    @cached_property
    def entering(self) -> tuple[Phone, Phone]:
        """Two phones at a table that agreed to continue online, so that they enter their hands."""
        phone, other = self._offer_online()
        phone.post(f"/t/{phone.code}/transfer/", name="Ana")
        return phone, other

    def _offer_online(self) -> tuple[Phone, Phone]:
        """Return two phones at a table in phase one; the second offers to continue online."""
        phone, other = self.table("every", "0", first="Ana", second="Bram"), Phone(self.site.url)
        other.take(phone.token(), "1", phone.code)
        run_apart(_logged(phone, 4, ("blind",)))
        run_apart(_revealed(phone, 5))
        for seat, device in enumerate((phone, other)):
            run_apart(_logged_blind(device, seat, 4))
        other.post(f"/t/{phone.code}/transfer/", name="Bram")
        return phone, other

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
        run_apart(_took_blind(phone))
        other.take(phone.token(0), "0", phone.code)
        return phone, other


async def _helped(person: Person, code: str) -> None:
    async with person.socket(code) as socket:
        seat = Seat(socket)
        while not (seat.view.get("board") and seat.view["board"]["legal"]):
            await seat.receive()
        ply = seat.view["board"]["ply"]
        await _send(seat, type="hint", ply=ply, line=0, id="hint")
        await seat.play_any()
        await _send(seat, type="take_back", ply=ply, line=0, id="back")


async def _keep_open(person: Person, code: str, arrived: Barrier) -> None:
    """Stay at a game until the site stops."""
    async with person.socket(code) as socket:
        seat = Seat(socket)
        await seat.until("beat")
        arrived.wait()
        with suppress(ConnectionClosed):
            while True:
                await seat.receive()


async def _greeted(person: Person, code: str) -> None:
    async with person.socket(code) as socket:
        await _send(Seat(socket), type="say", word="wave", id="hello")


async def _send(seat: Seat, **message: object) -> None:
    await seat.send(**message)
    assert (await seat.until("accepted", "refused"))["type"] == "accepted"


async def _logged(phone: Phone, tricks: int, without: tuple[str, ...] = ()) -> None:
    state = random_game(SEED)[-1]
    entries: list[dict[str, Any]] = [entry(type="lead", seat=state.tricks[0].leader)]
    every = (tap for trick in state.tricks[:tricks] for _, tap in taps(trick))
    entries += [tap for tap in every if tap["place"] not in without]
    async with pads(phone) as (pad,):
        for some in _portions(entries):
            assert {answer["type"] for answer in await pad.queue(some)} == {"accepted"}


async def _logged_blind(phone: Phone, seat: int, tricks: int) -> None:
    """Log the blind cards of a seat."""
    lost = [trick for trick in random_game(SEED)[-1].tricks[:tricks] if trick.winner != seat]
    async with pads(phone) as (pad,):
        answers = await pad.queue([tap for trick in lost for _, tap in taps(trick) if tap["place"] == "blind"])
        assert {answer["type"] for answer in answers} <= {"accepted"}


async def _revealed(phone: Phone, number: int) -> None:
    """Log the card that is revealed for a trick of phase one."""
    card = str(random_game(SEED)[-1].tricks[number - 1].revealed)
    async with pads(phone) as (pad,):
        answers = await pad.queue([entry(type="log", phase=1, trick=number, place="revealed", card=card)])
        assert {answer["type"] for answer in answers} == {"accepted"}


async def _counted(phone: Phone, *, again: bool) -> str:
    """Count all piles and confirm the result; return the code of the rematch, or of the table without one."""
    entries = [entry(type="pile", faction=letter, counts=(3, 2)) for letter in "GKUDP"]
    entries += [entry(type="confirm", seat=seat, accept=True) for seat in (0, 1)]
    async with pads(phone) as (pad,):
        answers = await pad.queue([*entries, *([entry(type="rematch", accept=True)] if again else [])])
        assert {answer["type"] for answer in answers} == {"accepted"}
        view = await pad.at(max(answer["version"] for answer in answers))
        return str(view["rematch"] or phone.code)


async def _took_blind(phone: Phone) -> None:
    """A trick of which the first seat takes the blind card."""
    trick = (("revealed", "U5"), ("lead", "G9"), ("follow", "K4"), ("blind", "D3"))
    taps = [entry(type="log", phase=1, trick=1, place=place, card=card) for place, card in trick]
    async with pads(phone) as (pad,):
        answers = await pad.queue([entry(type="lead", seat=0), *taps])
        assert {answer["type"] for answer in answers} == {"accepted"}


async def _ended(phone: Phone) -> None:
    """End the game now."""
    async with pads(phone) as (pad,):
        (answer,) = await pad.queue([entry(type="close")])
        assert answer["type"] == "accepted"


def _portions(entries: Sequence[dict[str, Any]], most: int = 20) -> list[list[dict[str, Any]]]:
    return [list(entries[at : at + most]) for at in range(0, len(entries), most)]
