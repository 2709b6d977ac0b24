"""Reference implementation of the rules, with strings, lists and ifs.

Written from the rule book alone, for comparison; it shares nothing with ``games.rules``.
"""

from __future__ import annotations

from typing import Any

Game = dict[str, Any]
NAMES = {"G": "goblins", "K": "knights", "U": "undead", "D": "dwarves", "P": "doppelgangers"}


def new_game(hands: list[list[str]], deck: list[str], leader: int) -> Game:
    """Return a game of any size: hands of n cards and a deck of 2n, or of none for phase two alone."""
    return {
        "hands": [list(hands[0]), list(hands[1])],
        "deck": list(deck),
        "phase": 1 if deck else 2,
        "leader": leader,
        "lead": None,
        "followers": [[], []],
        "score": [[], []],
        "discards": [],
        "tricks": [],
    }


def to_play(game: Game) -> int | None:
    leader: int = game["leader"]
    if game["lead"] is None and game["hands"][leader] == []:
        return None
    return leader if game["lead"] is None else 1 - leader


def legal(game: Game) -> list[str]:
    seat = to_play(game)
    if seat is None:
        return []
    hand = sorted(game["hands"][seat])
    if game["lead"] is None:
        return hand
    asked = game["lead"][0]
    if not [card for card in hand if card[0] == asked]:
        return hand
    return [card for card in hand if card[0] == asked or card[0] == "P"]


def winner_of(leader: int, lead: str, follow: str) -> int:
    if lead[0] == "G" and follow[0] == "K":
        return 1 - leader
    if follow[0] not in (lead[0], "P"):
        return leader
    return 1 - leader if int(follow[1]) > int(lead[1]) else leader


def copied(game: Game) -> Game:
    """Copy a game with its lists; a finished trick never changes."""
    again = dict(game, deck=list(game["deck"]), discards=list(game["discards"]), tricks=list(game["tricks"]))
    for piles in ("hands", "followers", "score"):
        again[piles] = [list(game[piles][0]), list(game[piles][1])]
    return again


def play(game: Game, card: str) -> Game:
    game = copied(game)
    game["hands"][to_play(game)].remove(card)
    if game["lead"] is None:
        game["lead"] = card
    else:
        end_trick(game, card)
    return game


def end_trick(game: Game, follow: str) -> None:
    lead, game["lead"] = game["lead"], None
    winner = winner_of(game["leader"], lead, follow)
    loser = 1 - winner
    done = {"phase": game["phase"], "number": 1, "leader": game["leader"], "lead": lead, "follow": follow}
    done.update(winner=winner, revealed=None, blind=None)
    done["number"] += len([trick for trick in game["tricks"] if trick["phase"] == game["phase"]])
    game["tricks"].append(done)
    game["leader"] = winner
    if game["phase"] == 1:
        done["revealed"], done["blind"] = game["deck"].pop(0), game["deck"].pop(0)
        game["followers"][winner].append(done["revealed"])
        game["followers"][loser].append(done["blind"])
        for card in (lead, follow):
            (game["score"][winner] if card[0] == "U" else game["discards"]).append(card)
        if not game["deck"]:
            game["phase"], game["hands"], game["followers"] = 2, game["followers"], [[], []]
    else:
        for card in (lead, follow):
            game["score"][loser if card[0] == "D" else winner].append(card)


def votes(game: Game) -> dict[str, int | None]:
    return {NAMES[faction]: vote(game["score"], faction) for faction in "GKUDP"}


def vote(score: list[list[str]], faction: str) -> int | None:
    values = [sorted(int(card[1]) for card in pile if card[0] == faction) for pile in score]
    if len(values[0]) != len(values[1]):
        return 0 if len(values[0]) > len(values[1]) else 1
    if values[0] == [] or values[0][-1] == values[1][-1]:
        return None
    return 0 if values[0][-1] > values[1][-1] else 1


def report(record: Game) -> Game:
    """Return what ``manage.py replay`` prints for a record of a whole deck."""
    game = new_game(record["hands"], record["deck"], record["leader"])
    for card in record["plays"]:
        assert card in legal(game), card
        game = play(game, card)
    finished = to_play(game) is None
    piles = game["followers"] if game["phase"] == 1 else game["hands"]
    won = votes(game) if finished else None
    return {
        "status": "finished" if finished else "playing",
        "phase": game["phase"],
        "trick": 13 if finished else len(game["tricks"]) % 13 + 1,
        "to_play": to_play(game),
        "legal": legal(game),
        "tricks": game["tricks"],
        "followers": [sorted(pile) for pile in piles],
        "score_piles": [sorted(pile) for pile in game["score"]],
        "votes": won,
        "result": result(list(won.values())) if won else None,
    }


def result(won: list[int | None]) -> Game:
    mine, theirs = won.count(0), won.count(1)
    return {"winner": None if mine == theirs else int(theirs > mine), "votes": [mine, theirs]}
