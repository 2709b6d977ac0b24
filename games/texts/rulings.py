"""Texts of the rulings on points that the rule books leave open."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.rulings import Draw, LastTrick, Lead, Rulings

FOLLOWER_LOOK_TEXTS: Mapping[bool, str | Promise] = {
    False: gettext_lazy("You may look into your own follower pile at any time."),
    True: gettext_lazy("Strict memory: in phase one nobody may look into their own follower pile."),
}
LAST_TRICK_TEXTS: Mapping[str, str | Promise] = {
    LastTrick.LEAD: gettext_lazy("The last trick may be looked at until the next card is led."),
    LastTrick.TRICK: gettext_lazy("The last trick may be looked at until the next one is complete."),
    LastTrick.ALL: gettext_lazy("All tricks may be looked at again, to the end."),
}
DRAW_TEXTS: Mapping[str, str | Promise] = {
    Draw.VOTES: gettext_lazy("More votes win; equally many are a draw."),
    Draw.THREE: gettext_lazy("It takes three votes to win; otherwise the game is a draw."),
}


def describe_rulings(rulings: Rulings, host: str = "", rematch: bool = False) -> list[str]:
    """Return a sentence for each ruling; ``host`` is the name of the creator of an online game."""
    return [
        describe_first_lead(rulings, host, rematch),
        describe_memory_ruling(rulings),
        *describe_ending_ruling(rulings),
    ]


def describe_first_lead(rulings: Rulings, host: str, rematch: bool = False) -> str:
    """Return the sentence about the first lead, for readers other than the creator of the game."""
    match rulings.lead:
        case Lead.CHOSEN:
            return _("The players choose who leads the first trick; usually it is the youngest.")
        case _ if rematch:
            return _("In this rematch the lead changes over.")
        case Lead.RANDOM:
            return _("Chance decides who leads the first trick.")
        case Lead.CREATOR:
            return _("%(name)s leads the first trick.") % {"name": host}
    return _("The opponent of %(name)s leads the first trick.") % {"name": host}


def describe_memory_ruling(rulings: Rulings) -> str:
    """Return the sentence about looking into one's own followers."""
    return str(FOLLOWER_LOOK_TEXTS[rulings.strict])


def describe_ending_ruling(rulings: Rulings) -> list[str]:
    """Return the sentences about the last trick and a tie."""
    return [str(LAST_TRICK_TEXTS[rulings.last_trick]), str(DRAW_TEXTS[rulings.draw])]
