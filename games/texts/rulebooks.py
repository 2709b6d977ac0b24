"""Texts on the points where five rule books differ or say nothing, with the rulings of this site."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import Draw, LastTrick
from games.texts.rulings import DRAW_TEXTS, FOLLOWER_LOOK_TEXTS, LAST_TRICK_TEXTS

Text = str | Promise

BOOKS: tuple[Text, ...] = (
    _("English, by the publisher"),
    _("Dutch, by the publisher"),
    _("Board Game Arena, a summary"),
    _("Indonesian, by a player"),
    _("Indonesian, another copy of it"),
)
"""Rule books in the order of their authority here; the last two are copies of one translation."""

SAYS_NOTHING = _("Says nothing.")


@dataclass(frozen=True, slots=True)
class RulingOption:
    """Option of a game for a point of the rules."""

    text: Text
    default: bool = False


@dataclass(frozen=True, slots=True)
class RulingPoint:
    """Point of the rules: ``rulings`` is what each of the ``BOOKS`` says, ``here`` the ruling of this site.

    ``options`` are those that a game can choose, if any, and ``source`` says where they come from.
    """

    key: str
    title: Text
    rulings: tuple[Text, ...]
    here: Text
    options: tuple[RulingOption, ...] = ()
    source: Text = ""

    @property
    def side_by_side(self) -> list[tuple[list[Text], Text]]:
        """Return the texts of the books in order, each with the neighbouring books that share it."""
        groups: list[tuple[list[Text], Text]] = []
        for book, text in zip(BOOKS, self.rulings, strict=True):
            if not groups or groups[-1][1] != text:
                groups.append(([], text))
            groups[-1][0].append(book)
        return groups


def build_book_texts(publisher: Text, summary: Text, player: Text) -> tuple[Text, ...]:
    """Return the texts of all books on a point where both books of the publisher agree.

    Both copies of the translation always agree.
    """
    return publisher, publisher, summary, player, player


CHOSEN_POINTS = (
    RulingPoint(
        "lead",
        _("Who leads the first trick"),
        build_book_texts(_("The youngest player."), SAYS_NOTHING, _("The youngest player.")),
        _("At a table the players choose, online chance does. In a rematch online the lead changes over."),
        (
            RulingOption(_("At a table: the players choose, usually the youngest."), default=True),
            RulingOption(_("Online: chance."), default=True),
            RulingOption(_("At a table: chance.")),
            RulingOption(_("Online: the player who made the game, or the other one.")),
        ),
        _("The youngest comes from the books. Online nobody is asked their age, so chance is ours."),
    ),
    RulingPoint(
        "followers",
        _("Looking into your own follower pile"),
        build_book_texts(
            _("The loser may look at the card just taken. Of looking later it says nothing."),
            _("The pile lies face down and is hidden. Of its owner it says nothing."),
            _("The loser may look at the card just taken. Of looking later it says nothing."),
        ),
        _("You may look at any time, or in phase one not at all."),
        (RulingOption(FOLLOWER_LOOK_TEXTS[False], default=True), RulingOption(FOLLOWER_LOOK_TEXTS[True])),
        _("Ours: who may see a card when it comes may see it again. Who likes to train their memory forbids it."),
    ),
    RulingPoint(
        "last_trick",
        _("How long the last trick may be looked at"),
        (_("Played cards are discarded. Of looking again it says nothing."),) * 5,
        _("Until the next trick is complete, or as you agree."),
        tuple(RulingOption(LAST_TRICK_TEXTS[kept], kept is LastTrick.TRICK) for kept in LastTrick),
        _("Ours: at most tables the cards lie there until others cover them."),
    ),
    RulingPoint(
        "draw",
        _("When nobody has three votes"),
        build_book_texts(
            _("Whoever has at least three votes wins. Of fewer it says nothing."),
            _("First it says that most votes win, at the end that three do. Of a draw it says nothing."),
            _("Whoever wins at least three factions wins. Of fewer it says nothing."),
        ),
        _("More votes win, or nobody does with fewer than three, as you agree. Equally many are always a draw."),
        tuple(RulingOption(DRAW_TEXTS[draw], draw is Draw.VOTES) for draw in Draw),
        _("Most votes win by the first lines of the summary; three are needed by the last lines of all."),
    ),
)
"""Points that a game can choose."""

SETTLED_POINTS = (
    RulingPoint(
        "players",
        _("How many play"),
        build_book_texts(_("Names no number, and speaks of both players."), _("Two to four."), _("Two.")),
        _("Two."),
    ),
    RulingPoint(
        "knights",
        _("The values of the Knights"),
        build_book_texts(_("2 to 9, eight cards."), _("2 to 9, eight cards."), _("0 to 9, but only eight cards.")),
        _("2 to 9: only so there are 52 cards."),
    ),
    RulingPoint(
        "goblins",
        _("A Knight against a Goblin"),
        build_book_texts(
            _("Beats it when played after it. The player must still follow if they can."),
            _("Beats it whatever the values. It does not say that it must be played second."),
            _("Beats it when played after it. The player must still follow if they can."),
        ),
        _("A Knight played second beats a Goblin, and may be played only without a Goblin in hand."),
    ),
    RulingPoint(
        "undead",
        _("Undead played in phase one"),
        build_book_texts(
            _("Each one goes to the winner's score pile."),
            _("Each one goes to the winner's score pile."),
            _("In one place they go to the winner when both played one, in another always."),
        ),
        _("Each one goes to the winner's score pile, one or two."),
    ),
    RulingPoint(
        "dwarves",
        _("Dwarves played in phase two"),
        build_book_texts(
            _("The loser of a trick takes those of the trick."),
            _("They go to the loser of a trick."),
            _("The loser of a trick takes all that were played in the phase."),
        ),
        _("The loser of a trick takes those of the trick, one or two."),
    ),
    RulingPoint(
        "copies",
        _("The power of what a Doppelgänger stands for"),
        build_book_texts(
            _("It takes over none: neither that of Undead nor that of Dwarves."),
            _("It takes over none."),
            _("It takes over none: neither that of Undead nor that of Dwarves."),
        ),
        _("It takes over none, and beside a Goblin it is no Knight."),
    ),
    RulingPoint(
        "obliged",
        _("A Doppelgänger in hand, but no card of the faction that was led"),
        build_book_texts(
            _("A Doppelgänger may be played. Of having to it says nothing."),
            _("Any card will do."),
            _("A Doppelgänger may be played. Of having to it says nothing."),
        ),
        _("Any card will do."),
    ),
    RulingPoint(
        "phase_two",
        _("Who leads the first trick of phase two"),
        (_("The winner of a trick leads the next. Of phase two it says nothing."),) * 5,
        _("The winner of the last trick of phase one."),
    ),
    RulingPoint(
        "score",
        _("Who may see the score piles"),
        (_("They lie face up."),) * 5,
        _("Both players and whoever watches."),
    ),
    RulingPoint(
        "level",
        _("Equally many cards of a faction"),
        (_("The highest card decides. If that is level too it says nothing."),) * 5,
        _("The highest card decides. If that is level too, or nobody has one, nobody gets the vote."),
    ),
)
"""Points that are the same in every game here."""
