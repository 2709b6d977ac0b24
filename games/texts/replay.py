"""Texts of a replay: each trick of a finished game, and its end."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.inference.record import Spot
from games.inference.tally import TableGain, TrickTally
from games.rules.scoring import compute_votes, decide_outcome
from games.rules.state import Phase, Seat, State, Trick, get_other_seat
from games.rules.tricks import decide_trick, list_gains
from games.state.game_state import Ending, Mode
from games.state.replay import Replay, ReplayRefusal
from games.texts.table import (
    Names,
    describe_finished_trick,
    describe_result,
    describe_winner_ruling,
    format_card,
    format_trick,
)


def describe_transfer(replay: Replay) -> str:
    """Return the sentence that says where a game moved to the other mode; empty if it did not."""
    origin = replay.origin
    if origin is None or not origin.mode:
        return ""
    state = replay.states[origin.step]
    where = format_trick(state.phase, state.number)
    if origin.mode == Mode.TABLE:
        return _("This game began with real cards and moved online in %(where)s.") % {"where": where}
    return _("This game began online and moved to the table in %(where)s.") % {"where": where}


REPLAY_REFUSALS = {
    ReplayRefusal.NOT_OVER: gettext_lazy("This game is still in progress. Its replay opens when it's over."),
    ReplayRefusal.CALLED_OFF: gettext_lazy("This game was cancelled, so its cards stay hidden."),
    ReplayRefusal.JUDGED: gettext_lazy(
        "A moderator ended this game before the last trick. It may be reopened, so its cards stay hidden."
    ),
    ReplayRefusal.NOT_LOGGED: gettext_lazy(
        "Cards are missing from the log. A game can only be replayed or played on if every card is logged."
    ),
    ReplayRefusal.IMPOSSIBLE: gettext_lazy(
        "The log breaks the rules of the game, so it can't be replayed or played on. Look for slips in the log."
    ),
}
"""Sentences that explain why a game has no replay."""


def format_heading(phase: Phase, number: int) -> str:
    """Return the heading of a trick, such as ``Phase one · trick 3``."""
    template = _("Phase one · trick %(number)s") if phase is Phase.ONE else _("Phase two · trick %(number)s")
    return template % {"number": number}


def describe_stake(trick: Trick) -> str:
    """Return the card at stake in a trick of phase one; empty in phase two."""
    return _("At stake: %(card)s.") % {"card": format_card(trick.revealed)} if trick.revealed else ""


def describe_plays(trick: Trick, names: Names) -> str:
    """Return the sentence on the lead and the answer of a trick."""
    texts = {"leader": names[trick.leader], "lead": format_card(trick.lead)}
    texts |= {"other": names[get_other_seat(trick.leader)], "follow": format_card(trick.follow)}
    return _("%(leader)s leads %(lead)s, %(other)s follows with %(follow)s.") % texts


def describe_lead(state: State, names: Names) -> str:
    """Return the sentence on the lead of an unanswered trick; empty before the lead."""
    if state.lead is None:
        return ""
    return _("%(name)s leads %(card)s.") % {"name": names[state.leader], "card": format_card(state.lead)}


def describe_winner(trick: Trick, names: Names, owners: Collection[Seat]) -> str:
    """Return the winner of a trick with the reason, and the cards that each seat takes.

    A blind card is named only if the seat that takes it is one of the ``owners``.
    """
    return describe_finished_trick(_build_trick_tally(trick, owners), names)


def describe_step(state: State, names: Names, owners: Collection[Seat]) -> str:
    """Return the effect of the last card; before the first card, the name of the leader."""
    if state.lead is not None:
        return describe_lead(state, names)
    if not state.tricks:
        return _("The cards are dealt. %(name)s leads.") % {"name": names[state.leader]}
    return describe_winner(state.tricks[-1], names, owners)


def describe_end(game: Replay) -> str:
    """Return the end of the game in one or two sentences."""
    names, winner = game.names, game.winner
    if game.ending == Ending.JUDGED:
        return describe_winner_ruling(winner, names)
    if game.ending == Ending.TIME and winner is None:
        return _("Time ran out, and it was called a draw.")
    if game.ending == Ending.VOTES or winner is None:
        votes = decide_outcome(tuple(vote.seat for vote in compute_votes(game.states[-1].score))).votes
        return describe_result(winner, votes, names, game.options.draw)
    texts = {"winner": names[winner], "loser": names[get_other_seat(winner)]}
    if game.ending == Ending.AWAY:
        return _("%(loser)s left the game, and %(winner)s claimed victory.") % texts
    if game.ending == Ending.TIME:
        return _("%(loser)s ran out of time, so %(winner)s wins.") % texts
    return _("%(loser)s resigned, so %(winner)s wins.") % texts


def describe_perspective(name: str) -> str:
    """Return the label of the choice to see a game from the side of one player."""
    return pgettext("how a replay is looked at", "%(name)s's view") % {"name": name}


def _build_trick_tally(trick: Trick, owners: Collection[Seat]) -> TrickTally:
    blind = trick.blind if get_other_seat(trick.winner) in owners else None
    return TrickTally(
        phase=trick.phase,
        number=trick.number,
        leader=trick.leader,
        revealed=trick.revealed,
        lead=trick.lead,
        follow=trick.follow,
        blind=blind,
        winner=trick.winner,
        reason=decide_trick(trick.lead, trick.follow)[1],
        gains=_list_gains(trick, blind is not None),
        over=True,
    )


def _list_gains(trick: Trick, named: bool) -> tuple[TableGain, ...]:
    """Return the gains of a trick, without the blind card itself unless ``named``."""
    recruited = () if trick.revealed is None else (Spot.REVEALED, Spot.BLIND)
    gains = list_gains(trick.phase, trick.winner, (trick.lead, trick.follow), trick.revealed, trick.blind)
    pairs = zip((*recruited, Spot.LEAD, Spot.FOLLOW), gains, strict=True)
    return tuple(
        TableGain(spot, None if spot is Spot.BLIND and not named else gain.card, gain.pile, gain.seat)
        for spot, gain in pairs
    )
