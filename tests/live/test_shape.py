"""Every view is what the protocol's ``View`` describes, to the last field."""

import json
import random
from dataclasses import asdict

import pytest

from games.live.online.view import render
from games.rules.cards import DECK
from games.rules.moves import deal, legal_moves
from games.stories.online import Match, Options
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from games.wire.online import View


def whole_game(seed: int, options: Options) -> list[Match]:
    """A match at every version from nothing to a rematch, of random legal cards."""
    chance = random.Random(seed)
    start = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
    hands = [[str(card) for card in hand] for hand in start.hands]
    dealt = {"hands": hands, "deck": [str(card) for card in start.deck], "leader": start.leader}
    story = Match(1, "ABCDEFGH").fold([Fact(Kind.OPENED, 0, asdict(options))])
    stories = [story]
    for seat, name in enumerate(("Ana", "Bram")):
        stories.append(stories[-1].fold([Fact(Kind.JOINED, seat, {"user": seat + 1, "name": name, "guest": True})]))
    stories.append(stories[-1].fold([Fact(Kind.DEALT, None, dealt)]))
    while state := stories[-1].state:
        moves = legal_moves(state)
        if not moves:
            break
        stories.append(stories[-1].fold([Fact(Kind.PLAYED, state.to_play, {"card": str(chance.choice(moves))})]))
    stories.append(stories[-1].fold([Fact(Kind.REMATCH, 0, {"accept": True})]))
    return stories


@pytest.mark.parametrize(
    "options", [Options(), Options(strict=True), Options(last_trick="all", draw="three", clock="5+5")]
)
def test_every_view_of_a_game_is_as_the_protocol_says(options: Options) -> None:
    for seed in range(3):
        for match in whole_game(seed, options):
            for audience in (0, 1, None):
                text = render(match, audience, "en")
                assert View.model_validate_json(text).model_dump(mode="json") == json.loads(text)
