"""A finished game in words, trick by trick, and how it ended."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.rules.logged.slots import Spot
from games.rules.logged.tally import TableGain, TrickTally
from games.rules.scoring import decide, votes
from games.rules.state import Phase, Seat, State, Trick, other
from games.rules.tricks import collect, judge
from games.stories.replayed import Closed, Replayed
from games.stories.status import Ending
from games.words.table import Names, card_text, result_text, ruling_text, trick_story

CLOSED = {
    Closed.NOT_OVER: gettext_lazy("This game is still being played. Its replay opens when it is over."),
    Closed.CALLED_OFF: gettext_lazy("This game was called off, so its cards stay closed."),
    Closed.JUDGED: gettext_lazy(
        "A moderator ended this game before its last trick. It may be taken up again, so its cards stay closed."
    ),
    Closed.NOT_LOGGED: gettext_lazy(
        "Cards are missing from the log of this game. Only a game of which every card is logged can be replayed and "
        "played on."
    ),
    Closed.IMPOSSIBLE: gettext_lazy(
        "By its log this game was not played by the rules, so it cannot be replayed or played on. Look for slips in "
        "the log."
    ),
}
"""Why a game is not shown card by card."""


def heading(phase: Phase, number: int) -> str:
    """``Phase one · trick 3``."""
    template = _("Phase one · trick %(number)s") if phase is Phase.ONE else _("Phase two · trick %(number)s")
    return template % {"number": number}


def stake_text(trick: Trick) -> str:
    """What a trick of phase one was played for."""
    return _("At stake: %(card)s.") % {"card": card_text(trick.revealed)} if trick.revealed else ""


def played_text(trick: Trick, names: Names) -> str:
    """Who led what, and who answered what."""
    texts = {"leader": names[trick.leader], "lead": card_text(trick.lead)}
    texts |= {"other": names[other(trick.leader)], "follow": card_text(trick.follow)}
    return _("%(leader)s leads %(lead)s, %(other)s answers with %(follow)s.") % texts


def lead_text(state: State, names: Names) -> str:
    """Who led what to a trick that is not answered yet."""
    if state.lead is None:
        return ""
    return _("%(name)s leads %(card)s.") % {"name": names[state.leader], "card": card_text(state.lead)}


def won_text(trick: Trick, names: Names, owners: Collection[Seat]) -> str:
    """Who won a trick and why, and what each takes; a blind card is named to its ``owners`` alone."""
    return trick_story(_tallied(trick, owners), names)


def step_text(state: State, names: Names, owners: Collection[Seat]) -> str:
    """What the last card did; before the first one, who leads."""
    if state.lead is not None:
        return lead_text(state, names)
    if not state.tricks:
        return _("The cards are dealt. %(name)s leads.") % {"name": names[state.leader]}
    return won_text(state.tricks[-1], names, owners)


def ended_text(game: Replayed) -> str:
    """How the game ended, in a sentence or two."""
    names, winner = game.names, game.winner
    if game.ending == Ending.JUDGED:
        return ruling_text(winner, names)
    if game.ending == Ending.TIME and winner is None:
        return _("Time ran out, and it was called a draw.")
    if game.ending == Ending.VOTES or winner is None:
        counted = decide(tuple(vote.seat for vote in votes(game.states[-1].score))).votes
        return result_text(winner, counted, names, game.options.draw)
    texts = {"winner": names[winner], "loser": names[other(winner)]}
    if game.ending == Ending.AWAY:
        return _("%(loser)s had left the table, and %(winner)s claimed the win.") % texts
    if game.ending == Ending.TIME:
        return _("%(loser)s ran out of time, so %(winner)s wins.") % texts
    return _("%(loser)s resigned, so %(winner)s wins.") % texts


def seen_text(name: str) -> str:
    """The choice to see a game as one of its players did."""
    return pgettext("how a replay is looked at", "As %(name)s saw it") % {"name": name}


def _tallied(trick: Trick, owners: Collection[Seat]) -> TrickTally:
    blind = trick.blind if other(trick.winner) in owners else None
    return TrickTally(
        phase=trick.phase,
        number=trick.number,
        leader=trick.leader,
        revealed=trick.revealed,
        lead=trick.lead,
        follow=trick.follow,
        blind=blind,
        winner=trick.winner,
        reason=judge(trick.lead, trick.follow)[1],
        gains=_gains(trick, blind is not None),
        over=True,
    )


def _gains(trick: Trick, named: bool) -> tuple[TableGain, ...]:
    """Where the cards went; the blind card without its name unless ``named``."""
    recruited = () if trick.revealed is None else (Spot.REVEALED, Spot.BLIND)
    found = collect(trick.phase, trick.winner, (trick.lead, trick.follow), trick.revealed, trick.blind)
    pairs = zip((*recruited, Spot.LEAD, Spot.FOLLOW), found, strict=True)
    return tuple(
        TableGain(spot, None if spot is Spot.BLIND and not named else gain.card, gain.pile, gain.seat)
        for spot, gain in pairs
    )
