"""Views of online games and of tables: valid by their schema, and as approved at each moment of their kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.realtime.companion.view import render_view as render_table
from games.realtime.matches.view import render_view
from games.realtime.matches.view import render_view as render_match
from games.schemas.match import View
from games.state.game_state import Event
from games.state.match_state import MatchEventKind, MatchOptions, MatchState
from games.state.table_state import TableState
from tests.approval import assert_approved
from tests.realtime.match_states import match_versions
from tests.services.companion.entries import ANA, BRAM, TABLET, after, card, cards_of, honest_game, item, table_with


@pytest.mark.parametrize(
    "options", [MatchOptions(), MatchOptions(strict=True), MatchOptions(last_trick="all", draw="three", clock="5+5")]
)
def test_every_view_of_a_game_is_valid_by_its_schema(options: MatchOptions) -> None:
    for match in match_versions(1, options):
        for audience in (0, 1, None):
            text = render_view(match, audience, "en")
            assert View.model_validate_json(text).model_dump(mode="json") == json.loads(text)


Person = int | None

GAME = match_versions(3, MatchOptions())
OTHER = match_versions(
    4, MatchOptions(listed=False, watch=False, strict=True, lead="creator", last_trick="all", draw="three")
)
DEALT = next(at for at, match in enumerate(GAME) if match.state)
AWARD = {"act": 7, "what": "award", "why": "collusion", "undoes": None, "winner": 1}
FREEZE = {"act": 8, "what": "freeze", "why": "Wait for us.", "undoes": None}
RENAME = {"act": 9, "what": "rename_seat", "why": "", "undoes": None, "seat": 1, "name": "Bart", "only": 1}

MATCHES: dict[str, MatchState] = {
    "opened": GAME[1],
    "one seat taken": GAME[2],
    "dealt": GAME[DEALT],
    "led": GAME[DEALT + 1],
    "the first trick": GAME[DEALT + 2],
    "the last of phase one": GAME[DEALT + 25],
    "phase two": GAME[DEALT + 26],
    "a trick of phase two": GAME[DEALT + 30],
    "votes": GAME[-2],
    "a rematch is asked": GAME[-1],
    "a rematch is refused": GAME[-1].fold([Event(MatchEventKind.REMATCH, 1, {"accept": False})]),
    "resigned": GAME[DEALT + 12].fold([Event(MatchEventKind.RESIGNED, 1, {})]),
    "called off": GAME[DEALT].fold([Event(MatchEventKind.CALLED_OFF, 0, {})]),
    "cancelling is offered": GAME[DEALT + 1].fold([Event(MatchEventKind.CANCEL_OFFER, 0, {"accept": True})]),
    "cancelling is declined": GAME[DEALT + 1].fold(
        [
            Event(MatchEventKind.CANCEL_OFFER, 0, {"accept": True}),
            Event(MatchEventKind.CANCEL_OFFER, 1, {"accept": False}),
        ]
    ),
    "given by a moderator": GAME[DEALT + 12].fold([Event("judged", None, AWARD)]),
    "votes given otherwise": GAME[-2].fold([Event("judged", None, AWARD)]),
    "frozen": GAME[DEALT + 12].fold([Event("judged", None, FREEZE)]),
    "renamed": GAME[DEALT + 12].fold([Event("judged", None, RENAME)]),
    "other rulings": OTHER[DEALT + 9],
}


def lines_sent(render: Callable[[Any, Person, str], str], story: Any, people: tuple[Person, ...]) -> str:
    """A line for each part of what these people are sent; a part that is the same for all stands once."""
    sent = [dict(parts(json.loads(render(story, who, "en")))) for who in people]
    lines = []
    for part, first in sent[0].items():
        each = [f"{part} for {who}: {one[part]}" for who, one in zip(people, sent, strict=True)]
        lines += [f"{part}: {first}"] if all(one[part] == first for one in sent) else each
    return "\n".join(lines)


def parts(message: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in message.items():
        if name in ("board", "pads") and value:
            yield from parts({f"{name}.{key}": one for key, one in value.items()})
        else:
            yield name, json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("moment", MATCHES)
def test_an_online_game_is_sent_as_approved(moment: str) -> None:
    assert_approved(f"online/{moment.replace(' ', '-')}", lines_sent(render_match, MATCHES[moment], (0, 1, None)))


SEATED = table_with((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))
BEGUN = after(SEATED, ANA, item("lead", seat=0))


def logged(tricks: int, part: int = 4) -> TableState:
    """A game of which so many tricks are logged, and so many cards of the next."""
    table = BEGUN
    for at, trick in enumerate(honest_game(3).tricks[: tricks + 1]):
        for where, seat in list(cards_of(trick))[: None if at < tricks else part]:
            table = after(table, (ANA, BRAM)[seat or 0], card(*where))
    return table


def counted() -> TableState:
    """A table that counts piles only, of which some are counted."""
    facts = [Event("opened", None, {"names": ["Ana", "Bram"], "depth": "piles", "host": 1})]
    for device, seats in ((ANA, [0]), (BRAM, [1]), (TABLET, [])):
        role = "player" if seats else "display"
        facts.append(Event("placed", None, {"device": device, "seats": seats, "role": role, "name": "", "user": None}))
    piles = [item("pile", faction=letter, counts=count) for letter, count in (("G", (3, 2)), ("K", (2, 2)))]
    return after(TableState(1, "K7MPX2QA").fold(facts), ANA, *piles)


def put_right() -> TableState:
    """A card is replaced by a card that was played before, which is a slip."""
    table = logged(1, 3)
    lead = honest_game(3).tricks[1].lead
    other = next(code for code in ("K2", "K3", "K4") if code not in str(honest_game(3).tricks[:3]))
    return after(table, ANA, item("log", phase=1, trick=2, place="lead", card=other, instead=str(lead)))


def handed_over() -> TableState:
    """The screen took Bram's seat while his phone was away, and sees the blind cards that he logged."""
    place = {"device": TABLET, "seats": [1], "role": "player", "name": "", "user": None, "ground": "away"}
    return logged(3, 0).fold([Event("placed", None, place)])


TABLES: dict[str, TableState] = {
    "seated": SEATED,
    "begun": BEGUN,
    "in a trick": logged(1, 2),
    "phase two": logged(13, 0),
    "in a trick of phase two": logged(15, 1),
    "a card put right": put_right(),
    "piles counted": counted(),
    "a seat handed over": handed_over(),
    "over": logged(26),
    "frozen": logged(2, 0).fold([Event("judged", None, FREEZE)]),
}


@pytest.mark.parametrize("moment", TABLES)
def test_a_table_is_sent_as_approved(moment: str) -> None:
    assert_approved(
        f"table/{moment.replace(' ', '-')}", lines_sent(render_table, TABLES[moment], (ANA, BRAM, TABLET, None))
    )
