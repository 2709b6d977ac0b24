"""Two phones log a whole physical game over real sockets, and a tablet shows it to its end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.rules.logged.slots import CARD_SPOTS
from games.rules.scoring import outcome
from games.rules.state import Phase, State, Trick, other
from tests.live.matches import stored
from tests.live.phones import Phone, entry, pads, two_phones
from tests.rules.random_games import random_game
from tests.server import Site

pytestmark = pytest.mark.usefixtures("quiet_log")


def taps(trick: Trick) -> list[tuple[int, dict[str, Any]]]:
    """Who logs what of a trick: the leader turns up the revealed card, everybody else's cards are their own."""
    both = [trick.leader, other(trick.leader)]
    seats = [trick.leader, *both, other(trick.winner)] if trick.phase is Phase.ONE else both
    where = {"type": "log", "phase": int(trick.phase), "trick": trick.number}
    spots = CARD_SPOTS[trick.phase]
    cards = [str(getattr(trick, spot.value)) for spot in spots]
    found = zip(seats, spots, cards, strict=True)
    return [(seat, entry(**where, place=spot.value, card=card)) for seat, spot, card in found]


@pytest.mark.parametrize("seed", [pytest.param(8, marks=pytest.mark.pythons), 9])
async def test_a_whole_game_ends_on_every_device_as_it_did_on_the_table(open_site: Site, seed: int) -> None:
    state: State = random_game(seed)[-1]
    phones = await two_phones(open_site.url)
    tablet = await asyncio.to_thread(Phone, open_site.url)
    async with pads(*phones) as both, pads(tablet, code=phones[0].code) as (screen,):
        await both[0].queue([entry(type="lead", seat=state.tricks[0].leader)])
        for trick in state.tricks:
            for seat, tap in taps(trick):
                (answer,) = await both[seat].queue([tap])
                assert answer["type"] == "accepted", answer
            for pad in (*both, screen):
                tricks = (await pad.at(answer["version"]))["tricks"]
                now = next(one for one in tricks if (one["phase"], one["number"]) == (trick.phase, trick.number))
                assert now["winner"] == trick.winner
        end = outcome(state)
        assert end is not None
        for pad in (*both, screen):
            assert pad.view["status"] == "finished"
            assert (pad.view["result"]["winner"], tuple(pad.view["result"]["votes"])) == (end.winner, end.votes)
            assert not pad.view["slips"]
    assert sum(line["kind"] == "logged" for line in stored(open_site, phones[0].code)) == 78
