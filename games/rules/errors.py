"""Refusals, each with a stable code and a sentence for the player."""

from __future__ import annotations


def _(sentence: str) -> str:
    """Mark a sentence for the translation catalogues; ``games.texts.refusals`` translates it."""
    return sentence


SENTENCES: dict[str, str] = {
    "bad_card": _("%(card)s is not in the deck."),
    "not_in_hand": _("You don't have %(card)s. Play a card from your hand."),
    "must_follow_G": _("You hold a Goblin, so you must follow with a Goblin or play a Doppelgänger."),
    "must_follow_K": _("You hold a Knight, so you must follow with a Knight or play a Doppelgänger."),
    "must_follow_U": _("You hold an Undead, so you must follow with an Undead or play a Doppelgänger."),
    "must_follow_D": _("You hold a Dwarf, so you must follow with a Dwarf or play a Doppelgänger."),
    "must_follow_P": _("You hold a Doppelgänger, so you must follow with a Doppelgänger."),
    "game_over": _("This game is over. Start a new one from the lobby."),
    "bad_deal": _("The deal doesn't have exactly the 52 cards of the deck: %(detail)s."),
}


class Refusal(Exception):
    """Refusal of a request.

    ``code`` is stable, for use by programs. ``key`` selects the sentence and is the code by default; ``must_follow``
    has a key for each faction, so that translators can inflect the faction names. ``params`` are the values in the
    sentence.
    """

    def __init__(self, code: str, /, key: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.key = key or code
        self.params = params

    def __eq__(self, other: object) -> bool:
        """Compare by value, so that views that contain refusals can be compared."""
        return isinstance(other, Refusal) and (self.key, self.params) == (other.key, other.params)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return SENTENCES.get(self.key, self.code) % self.params
