"""Recap of a finished physical game: what decided it, in at most five sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.inference.recap import Recap
from games.inference.tally import FactionTally, Tally, TrickTally
from games.rules.cards import Faction
from games.rules.scoring import VoteBasis
from games.rules.state import HAND_SIZE, Phase, Seat, get_other_seat
from games.texts.formatting import join_words
from games.texts.table import Names, format_card, format_faction

MAX_SENTENCES = 5


def list_recap_sentences(found: Recap, tally: Tally, names: Names, doubts: int = 0) -> tuple[str, ...]:
    """Return the sentences of a recap, the most important first. ``doubts`` is the number of open slips.

    Uncertain facts are left out. Then further sentences say what is missing.
    """
    sentences = [text for text in (*_list_sentences(found, tally, names), *_describe_unknown(tally, doubts)) if text]
    return tuple(sentences[:MAX_SENTENCES])


def _list_sentences(found: Recap, tally: Tally, names: Names) -> Iterator[str]:
    yield _describe_votes(tally, names)
    yield _describe_turning_point(found, tally, names)
    if found.closest:
        yield _describe_closest(found.closest, names)
    if found.without_undead:
        yield _describe_undead(found.without_undead[0], tally, names)
    if not found.won and found.clearest:
        yield _describe_clearest(found.clearest, names)
    yield _describe_tricks(found, names) if found.won else _describe_piles(tally, names)


def _describe_unknown(tally: Tally, doubts: int) -> Iterator[str]:
    if missing := len(tally.missing):
        text = ngettext(
            "%(count)d card is missing from the log, but can't change the result.",
            "%(count)d cards are missing from the log, but can't change the result.",
            missing,
        )
        yield text % {"count": missing}
    if doubts:
        text = ngettext(
            "%(count)d slip is still open; what it affects is left out here.",
            "%(count)d slips are still open; what they affect is left out here.",
            doubts,
        )
        yield text % {"count": doubts}


def _describe_votes(tally: Tally, names: Names) -> str:
    """Return the votes that each seat is certain to have."""
    factions = [
        [format_faction(vote.faction) for vote in tally.factions if vote.certain and vote.seat == seat]
        for seat in (0, 1)
    ]
    first, second = (join_words(votes) for votes in factions)
    texts = {"first": names[0], "votes": first, "second": names[1], "others": second}
    if first and second:
        return _("%(first)s won %(votes)s; %(second)s won %(others)s.") % texts
    if not first and not second:
        return _("No vote is certain.")
    texts = {"name": names[0 if first else 1], "votes": first or second}
    return _("Only %(name)s has votes: %(votes)s.") % texts


def _describe_turning_point(found: Recap, tally: Tally, names: Names) -> str:
    """Return the sentence on the trick that turned the vote; empty if no such trick is known."""
    winner = None if tally.result is None else tally.result.winner
    if found.turn is not None:
        return _format_turning_point(found.turn, None if winner is None else names[winner])
    if found.ahead and winner is not None:
        return _("The Undead of phase one put %(name)s ahead, and it stayed that way.") % {"name": names[winner]}
    return ""


def _format_turning_point(trick: TrickTally, winner: str | None) -> str:
    if trick.lead is None or trick.follow is None:
        return ""
    texts = {
        "number": trick.number,
        "lead": format_card(trick.lead),
        "follow": format_card(trick.follow),
        "name": winner,
    }
    return _TURNING_POINT_TEXTS[trick.phase, winner is None]() % texts


_TURNING_POINT_TEXTS: dict[tuple[Phase, bool], Callable[[], str]] = {
    (Phase.ONE, False): lambda: _(
        "Turning point: %(follow)s on %(lead)s in trick %(number)s of phase one. From then on, %(name)s was ahead."
    ),
    (Phase.TWO, False): lambda: _(
        "Turning point: %(follow)s on %(lead)s in trick %(number)s of phase two. From then on, %(name)s was ahead."
    ),
    (Phase.ONE, True): lambda: _(
        "Turning point: %(follow)s on %(lead)s in trick %(number)s of phase one. From then on, the votes were tied."
    ),
    (Phase.TWO, True): lambda: _(
        "Turning point: %(follow)s on %(lead)s in trick %(number)s of phase two. From then on, the votes were tied."
    ),
}


def _describe_closest(vote: FactionTally, names: Names) -> str:
    card = None if vote.seat is None else vote.now.highest[vote.seat]
    if vote.seat is None:
        text = ngettext(
            "Closest vote: %(faction)s, %(more)d card each. Nobody got it.",
            "Closest vote: %(faction)s, %(more)d cards each. Nobody got it.",
            vote.now.counts[0],
        )
    elif vote.now.by is VoteBasis.CARD and card is not None:
        text = ngettext(
            "Closest vote: %(faction)s, %(more)d card each. %(card)s decided it for %(name)s.",
            "Closest vote: %(faction)s, %(more)d cards each. %(card)s decided it for %(name)s.",
            vote.now.counts[0],
        )
    else:
        text = ngettext(
            "Closest vote: %(faction)s, %(more)d card to %(fewer)d for %(name)s.",
            "Closest vote: %(faction)s, %(more)d cards to %(fewer)d for %(name)s.",
            max(vote.now.counts),
        )
    return text % {**_format_counts(vote, names), "card": card and format_card(card)}


def _describe_clearest(vote: FactionTally, names: Names) -> str:
    text = ngettext(
        "Clearest vote: %(faction)s, %(more)d card to %(fewer)d for %(name)s.",
        "Clearest vote: %(faction)s, %(more)d cards to %(fewer)d for %(name)s.",
        max(vote.now.counts),
    )
    return "" if vote.seat is None else text % _format_counts(vote, names)


def _format_counts(vote: FactionTally, names: Names) -> dict[str, object]:
    name = "" if vote.seat is None else names[vote.seat]
    counts = vote.now.counts
    return {"faction": format_faction(vote.faction), "more": max(counts), "fewer": min(counts), "name": name}


def _describe_undead(without: Seat | None, tally: Tally, names: Names) -> str:
    """Return the effect of the vote of the Undead. ``without`` is the winner of the game without that vote."""
    holder = next(vote.seat for vote in tally.factions if vote.faction is Faction.UNDEAD)
    winner = None if tally.result is None else tally.result.winner
    if holder is None:
        return _("The Undead made no difference: nobody got their vote.")
    texts = {"name": names[holder], "other": names[get_other_seat(holder)]}
    if without == winner:
        return _("The Undead voted for %(name)s but made no difference: the result is the same without them.") % texts
    if without is None:
        return _("The Undead decided the game: without their vote for %(name)s, it would have been a draw.") % texts
    return _("The Undead decided the game: without their vote for %(name)s, %(other)s would have won.") % texts


def _describe_tricks(found: Recap, names: Names) -> str:
    one, two = found.won[Phase.ONE], found.won[Phase.TWO]
    texts = {"first": names[0], "second": names[1], "a": one[0], "b": two[0], "c": one[1], "d": two[1]}
    if sum(one) == sum(two) == HAND_SIZE:
        return (
            _("%(first)s won %(a)s tricks in phase one and %(b)s in phase two; %(second)s won %(c)s and %(d)s.") % texts
        )
    if sum(two) == HAND_SIZE:
        return _("%(first)s won %(b)s tricks in phase two; %(second)s won %(d)s.") % texts
    texts = {"first": names[0], "second": names[1], "a": one[0] + two[0], "b": one[1] + two[1]}
    return _("Of the known tricks, %(first)s won %(a)s and %(second)s %(b)s.") % texts


def _describe_piles(tally: Tally, names: Names) -> str:
    first, second = (sum(vote.now.counts[seat] for vote in tally.factions) for seat in (0, 1))
    texts = {"first": names[0], "second": names[1], "a": first, "b": second}
    return _("Score piles: %(first)s %(a)s cards, %(second)s %(b)s.") % texts
