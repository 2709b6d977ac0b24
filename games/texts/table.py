"""Texts of a physical game: names of cards and places, tricks, slips, corrections and results."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.inference.record import Slot, Spot
from games.inference.slips import Moment, Slip, SlipCode
from games.inference.tally import TRICK_CACHE_SIZE, Tally, TrickTally
from games.rules.cards import Card, Faction
from games.rules.rulings import Draw
from games.rules.state import HAND_SIZE, Phase, Seat, get_other_seat
from games.rules.tricks import Pile, Reason
from games.state.seating import HandoverGround
from games.state.sheet import SheetKey
from games.texts.formatting import join_sentences

Names = tuple[str, str]

CARDS = {
    Faction.GOBLINS: gettext_noop("Goblin %(value)s"),
    Faction.KNIGHTS: gettext_noop("Knight %(value)s"),
    Faction.UNDEAD: gettext_noop("Undead %(value)s"),
    Faction.DWARVES: gettext_noop("Dwarf %(value)s"),
    Faction.DOPPELGANGERS: gettext_noop("Doppelgänger %(value)s"),
}
FACTIONS = {
    Faction.GOBLINS: gettext_noop("Goblins"),
    Faction.KNIGHTS: gettext_noop("Knights"),
    Faction.UNDEAD: gettext_noop("Undead"),
    Faction.DWARVES: gettext_noop("Dwarves"),
    Faction.DOPPELGANGERS: gettext_noop("Doppelgängers"),
}


def format_card(card: Card) -> str:
    """Return the name of a card, such as ``Goblin 7``."""
    return _(CARDS[card.faction]) % {"value": card.value}


def format_faction(faction: Faction) -> str:
    """Return the name of a faction."""
    return _(FACTIONS[faction])


def format_role(role: str) -> str:
    """Return the name of a device without a seat."""
    return _("Display") if role == "display" else _("Spectator")


def lazy_text(text: Callable[..., str], *about: Any) -> Any:
    """Return a text that is built lazily, in the language of its reader."""
    return lazy(text, str)(*about)


def format_trick(phase: Phase, number: int | None) -> str:
    """Return the name of a trick, such as ``trick 3 of phase one``; without a number, that of phase one."""
    if number is None:
        return _("phase one")
    template = _("trick %(number)s of phase one") if phase is Phase.ONE else _("trick %(number)s of phase two")
    return template % {"number": number}


def describe_trick(tally: Tally, index: int, names: Names, discreet: bool = False) -> str:
    """Return a trick in one line: its winner with the reason, the cards taken, and the next leader.

    The line is empty until the trick is over. ``discreet`` leaves out the name of a blind card, for a screen that both
    players see.
    """
    return _describe_trick(tally, index, names, discreet, get_language())


def describe_winner(trick: TrickTally, names: Names) -> str:
    """Return the winner of a trick in one line that names no card, empty until the trick is over."""
    if not trick.over:
        return ""
    if trick.winner is None:
        return _("The winner of this trick is unknown.")
    return _("%(winner)s won this trick.") % {"winner": names[trick.winner]}


def list_trick_descriptions(tally: Tally, names: Names, discreet: bool = False) -> list[str]:
    """Return the ``describe_trick`` of each trick."""
    language = get_language()
    return [_describe_trick(tally, index, names, discreet, language) for index in range(len(tally.tricks))]


def _describe_trick(tally: Tally, index: int, names: Names, discreet: bool, language: str | None) -> str:
    trick = tally.tricks[index]
    return (
        _describe_finished_trick(trick, _get_next_leader(tally, index), names, discreet, language) if trick.over else ""
    )


def describe_finished_trick(trick: TrickTally, names: Names, discreet: bool = False) -> str:
    """Return the winner of a finished trick with the reason, and the cards taken."""
    return _describe_finished_trick(trick, None, names, discreet, get_language())


@lru_cache(TRICK_CACHE_SIZE)
def _describe_finished_trick(
    trick: TrickTally, leads: Seat | None, names: Names, discreet: bool, language: str | None
) -> str:
    """Return a trick in one line, cached as finished tricks rarely change. ``leads`` is the next leader or None."""
    next_lead = [] if leads is None else [_("%(name)s leads.") % {"name": names[leads]}]
    return join_sentences([_describe_reason(trick, names), *_describe_gains(trick, names, discreet), *next_lead])


def _describe_reason(trick: TrickTally, names: Names) -> str:
    if trick.winner is None:
        return _("The winner of this trick is unknown.")
    texts = {"winner": names[trick.winner], "loser": names[get_other_seat(trick.winner)]}
    if trick.reason is None or trick.lead is None or trick.follow is None:
        return _("%(winner)s won this trick.") % texts
    leads = trick.winner == trick.leader
    won, lost = (trick.lead, trick.follow) if leads else (trick.follow, trick.lead)
    texts |= {"card": format_card(won), "beaten": format_card(lost)}
    if trick.reason is Reason.EQUAL:
        return _("%(card)s and %(beaten)s tie: %(winner)s led, so %(winner)s wins.") % texts
    if trick.reason is Reason.OTHER_FACTION:
        return _("%(winner)s's %(card)s wins: %(beaten)s didn't follow.") % texts
    return _("%(winner)s's %(card)s beats %(beaten)s.") % texts


def _describe_gains(trick: TrickTally, names: Names, discreet: bool) -> list[str]:
    recruits = []
    for gain in trick.gains:
        if gain.pile is Pile.FOLLOWERS and gain.seat is not None:
            texts = {"name": names[gain.seat], "card": gain.card and format_card(gain.card)}
            if gain.spot is Spot.BLIND and (discreet or gain.card is None):
                recruits.append(_("%(name)s takes a blind card.") % texts)
            elif gain.card is not None:
                recruits.append(_("%(name)s recruits %(card)s.") % texts)
    return recruits + [text for seat in (0, 1) for text in _describe_scored_cards(trick, seat, names[seat])]


def _describe_scored_cards(trick: TrickTally, seat: Seat, name: str) -> list[str]:
    gains = [gain for gain in trick.gains if gain.pile is Pile.SCORE and gain.seat == seat]
    cards = [format_card(gain.card) for gain in gains if gain.card is not None]
    if len(cards) == 2:
        return [_("%(name)s scores %(card)s and %(second)s.") % {"name": name, "card": cards[0], "second": cards[1]}]
    return [_("%(name)s scores %(card)s.") % {"name": name, "card": card} for card in cards]


def _get_next_leader(tally: Tally, index: int) -> Seat | None:
    """Return the leader of the next trick; None after the last trick, or if unknown."""
    trick = tally.tricks[index]
    if trick.phase is Phase.TWO and trick.number == HAND_SIZE:
        return None
    return tally.tricks[index + 1].leader if index + 1 < len(tally.tricks) else trick.winner


def describe_request(slot: Slot, seat: Seat | None, names: Names, mine: bool) -> str:
    """Return the headline of the pad, which asks for a missing card or leader."""
    return _describe_request(slot, seat, names, mine, get_language())


@lru_cache(1024)  # The same requests are repeated after every entry.
def _describe_request(slot: Slot, seat: Seat | None, names: Names, mine: bool, language: str | None) -> str:
    name = {"name": "" if seat is None else names[seat], "trick": format_trick(slot.phase, slot.number)}
    match slot.spot:
        case Spot.LEADER:
            return _("Who leads the first trick?") if slot.index == 0 else _("Who leads %(trick)s?") % name
        case Spot.REVEALED:
            return _("Revealed card")
        case Spot.BLIND if mine:
            return _("Your blind card (only you see it)")
        case Spot.BLIND:
            return _("%(name)s's blind card (only %(name)s may see it)") % name
        case Spot.LEAD:
            return _("First card") if seat is None else _("%(name)s leads") % name
    return _("Second card") if seat is None else _("%(name)s follows") % name


def describe_slip(slip: Slip, names: Names) -> str:
    """Return the explanation of a slip, with the trick that proves it."""
    texts = {
        "where": _format_moment(slip.evidence),
        "card": slip.card and format_card(slip.card),
        "name": _("A player") if slip.seat is None else names[slip.seat],
        "other": _("the other player") if slip.seat is None else names[get_other_seat(slip.seat)],
    }
    match slip.code:
        case SlipCode.DUPLICATE:
            return _("%(card)s is logged too many times; the first was in %(where)s.") % texts
        case SlipCode.REVOKE:
            template = _("%(name)s played %(card)s instead of following, but held the led faction: see %(where)s.")
            return template % texts
        case SlipCode.WRONG_OWNER:
            return _("%(name)s played %(card)s, but %(other)s recruited it in %(where)s.") % texts
    return _("%(name)s is logged as the leader, but didn't win %(where)s.") % texts


def _format_moment(moment: Moment) -> str:
    return format_trick(moment.phase, moment.number)


def format_spot(slot: Slot, seat: Seat | None, names: Names) -> str:
    """Return the name of a slot, such as ``Bram's card in trick 3 of phase one``."""
    texts = {"where": format_trick(slot.phase, slot.number), "name": "" if seat is None else names[seat]}
    match slot.spot:
        case Spot.LEADER:
            return _("the leader of %(where)s") % texts
        case Spot.REVEALED:
            return _("the revealed card of %(where)s") % texts
        case Spot.BLIND:
            return _("the blind card of %(where)s") % texts
    if seat is not None:
        return _("%(name)s's card in %(where)s") % texts
    return (_("the first card of %(where)s") if slot.spot is Spot.LEAD else _("the second card of %(where)s")) % texts


def describe_change(by: str, place: str, was: str, now: str | None, tricks: int) -> str:
    """Return the sentences on a correction and on the number of tricks that it changed."""
    texts = {"by": by, "place": place, "was": was, "now": now}
    if now is None:
        text = _("%(by)s removed %(was)s: %(place)s.") % texts
    else:
        text = _("%(by)s changed %(place)s from %(was)s to %(now)s.") % texts
    if not tricks:
        return text
    consequence = ngettext("This changed %(count)d trick.", "This changed %(count)d tricks.", tricks)
    return f"{text} {consequence % {'count': tricks}}"


HANDOVER_TEXTS = {
    HandoverGround.FREE: gettext_noop("%(name)s's seat was free, so another device took it."),
    HandoverGround.AGREED: gettext_noop("%(name)s's seat moved to another device. The old one agreed."),
    HandoverGround.AWAY: gettext_noop("%(name)s's seat moved to another device. The old one was away."),
    HandoverGround.RETURNED: gettext_noop("%(name)s's seat went back to its old device."),
}


def describe_handover(ground: HandoverGround, name: str, blinds: int) -> str:
    """Return the reason of a handover, and the number of blind cards that the new device sees by it."""
    reason = _(HANDOVER_TEXTS[ground]) % {"name": name}
    template = ngettext(
        "The seat's %(count)s blind card is visible there now.",
        "The seat's %(count)s blind cards are visible there now.",
        blinds,
    )
    return join_sentences([reason, template % {"count": blinds} if blinds else ""])


def describe_low_count(faction: Faction, name: str, logged: int) -> str:
    """Return the warning that a count of the final piles has fewer cards than the log."""
    texts = {"faction": format_faction(faction), "name": name, "count": logged}
    return (
        _("%(faction)s: according to the log, %(name)s has at least %(count)s. Count again or check the log.") % texts
    )


def describe_result(winner: Seat | None, votes: tuple[int, int], names: Names, draw: str = Draw.VOTES) -> str:
    """Return the result in one line; ``draw`` is the ruling on draws."""
    first, second = votes
    if winner is None and draw == Draw.THREE:
        return _("It's a draw, %(first)s votes to %(second)s: it takes three to win.") % {
            "first": first,
            "second": second,
        }
    if winner is None:
        return _("It's a draw, %(first)s votes to %(second)s.") % {"first": first, "second": second}
    texts = {"name": names[winner], "more": votes[winner], "fewer": votes[get_other_seat(winner)]}
    return _("%(name)s wins by %(more)s votes to %(fewer)s.") % texts


def describe_winner_ruling(winner: Seat | None, names: Names) -> str:
    """Return the result that a moderator decided."""
    if winner is None:
        return _("A draw, by a moderator's decision.")
    return _("%(name)s wins, by a moderator's decision.") % {"name": names[winner]}


def describe_undo(what: SheetKey, place: str, held: str) -> str:
    """Return the name of the entry that the undo button takes back."""
    texts = {"held": held, "place": place}
    match what:
        case SheetKey.UNDEAD:
            return held
        case SheetKey.PILE:
            return _("the last count")
        case SheetKey.STOOD:
            return _("letting a slip stand")
        case SheetKey.DEPTH:
            return _("logging less")
        case SheetKey.CLOSED:
            return _("ending the game")
    return _("%(held)s, %(place)s") % texts
