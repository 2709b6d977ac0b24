"""Texts on the points where five rule books differ or say nothing, with the rulings of this site."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import Draw, LastTrick
from games.texts.rulings import DRAW_TEXTS, FOLLOWER_LOOK_TEXTS, LAST_TRICK_TEXTS

Text = str | Promise

BOOKS: tuple[Text, ...] = (
    _("English (publisher)"),
    _("Dutch (publisher)"),
    _("Board Game Arena (summary)"),
    _("Indonesian (fan translation)"),
    _("Indonesian (another copy)"),
)
"""Rule books in the order of their authority here; the last two are copies of one translation."""

SAYS_NOTHING = _("Not mentioned.")


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
        _("First lead"),
        build_book_texts(_("The youngest player."), SAYS_NOTHING, _("The youngest player.")),
        _("At the table, the players choose; online, it's random. In an online rematch, the lead switches."),
        (
            RulingOption(_("At the table: the players choose, usually the youngest."), default=True),
            RulingOption(_("Online: random."), default=True),
            RulingOption(_("At the table: random.")),
            RulingOption(_("Online: the creator of the game, or their opponent.")),
        ),
        _("The youngest is from the rule books. Random is our choice, because nobody is asked their age online."),
    ),
    RulingPoint(
        "followers",
        _("Looking at your follower pile"),
        build_book_texts(
            _("The loser of a trick may look at the card they take. Doesn't say whether they may look later."),
            _("The pile is face down and hidden. Doesn't say whether its owner may look."),
            _("The loser of a trick may look at the card they take. Doesn't say whether they may look later."),
        ),
        _("You may look at any time or, with strict memory, only from phase two on."),
        (RulingOption(FOLLOWER_LOOK_TEXTS[False], default=True), RulingOption(FOLLOWER_LOOK_TEXTS[True])),
        _("Our choice: you've seen these cards, so you may look again. Strict memory makes it a test of memory."),
    ),
    RulingPoint(
        "last_trick",
        _("Past tricks"),
        (_("Played cards are discarded. Doesn't say whether you may look at them again."),) * 5,
        _("You may look at the previous trick until the next one is complete, or as you choose."),
        tuple(RulingOption(LAST_TRICK_TEXTS[kept], kept is LastTrick.TRICK) for kept in LastTrick),
        _("Our choice: at most tables, the cards stay in sight until the next ones cover them."),
    ),
    RulingPoint(
        "draw",
        _("If nobody has three votes"),
        build_book_texts(
            _("At least three votes win. Doesn't say what happens with fewer."),
            _("Says at first that the most votes win, and at the end that three do. Doesn't mention draws."),
            _("At least three factions win. Doesn't say what happens with fewer."),
        ),
        _("More votes win, or it takes three, as you choose. Equal votes are always a draw."),
        tuple(RulingOption(DRAW_TEXTS[draw], draw is Draw.VOTES) for draw in Draw),
        _("The summary first says that most votes win; every book ends by asking for three."),
    ),
)
"""Points that a game can choose."""

SETTLED_POINTS = (
    RulingPoint(
        "players",
        _("Number of players"),
        build_book_texts(_("Gives no number, but says “both players”."), _("Two to four."), _("Two.")),
        _("Two."),
    ),
    RulingPoint(
        "knights",
        _("Values of the Knights"),
        build_book_texts(_("2 to 9, eight cards."), _("2 to 9, eight cards."), _("0 to 9, but only eight cards.")),
        _("2 to 9, which makes 52 cards in all."),
    ),
    RulingPoint(
        "goblins",
        _("Knight on a Goblin"),
        build_book_texts(
            _("Beats it if played after it. The player must still follow faction if able."),
            _("Beats it whatever their values. Doesn't say that the Knight must be played second."),
            _("Beats it if played after it. The player must still follow faction if able."),
        ),
        _("A Knight played second beats a Goblin, but you may play it only if you hold no Goblin."),
    ),
    RulingPoint(
        "undead",
        _("Undead played in phase one"),
        build_book_texts(
            _("Each one goes to the winner's score pile."),
            _("Each one goes to the winner's score pile."),
            _("One passage gives them to the winner if both players played one, another always does."),
        ),
        _("Each one goes to the winner's score pile, even if there are two."),
    ),
    RulingPoint(
        "dwarves",
        _("Dwarves played in phase two"),
        build_book_texts(
            _("The loser of a trick collects the Dwarves played in it."),
            _("The loser of a trick collects them."),
            _("The loser of a trick collects all Dwarves played in the phase."),
        ),
        _("The loser of a trick collects the Dwarves played in it, one or two."),
    ),
    RulingPoint(
        "copies",
        _("Powers of a Doppelgänger"),
        build_book_texts(
            _("It gets no powers, neither those of the Undead nor those of the Dwarves."),
            _("It gets no powers."),
            _("It gets no powers, neither those of the Undead nor those of the Dwarves."),
        ),
        _("It gets no powers, and it doesn't count as a Knight when it follows a Goblin."),
    ),
    RulingPoint(
        "obliged",
        _("A Doppelgänger in hand, but no card of the led faction"),
        build_book_texts(
            _("You may play a Doppelgänger. Doesn't say whether you must."),
            _("You may play any card."),
            _("You may play a Doppelgänger. Doesn't say whether you must."),
        ),
        _("You may play any card."),
    ),
    RulingPoint(
        "phase_two",
        _("First lead of phase two"),
        (_("The winner of a trick leads the next one. Doesn't mention phase two."),) * 5,
        _("The winner of the last trick of phase one."),
    ),
    RulingPoint(
        "score",
        _("Who sees the score piles"),
        (_("They are face up."),) * 5,
        _("Both players and all spectators."),
    ),
    RulingPoint(
        "level",
        _("Ties for a faction"),
        (_("The highest card decides. Doesn't say what happens if that's a tie too."),) * 5,
        _("The highest card decides. If that's a tie too, or neither player has a card, nobody gets the vote."),
    ),
)
"""Points that are the same in every game here."""
