"""Tables that play a shared deal with a printed deck, sorted by its organizer or set up by both players."""

from __future__ import annotations

from games.models import Game, SharedDeal, User
from games.queries.shared_deals import require_playable
from games.services.companion import tables
from games.services.companion.places import BrowserVisitor, PlaceChoice
from games.texts.names import SECOND_PLAYER


def create_deal_table(deal: SharedDeal, user: User, secret: str, depth: str, setup: bool) -> Game:
    """Create a table of a deal with ``user`` on seat 0, who leads; ``secret`` is that of the browser.

    The table allows no spectators, since others may still play the deal. With ``setup``, both players set up the deck
    with their phones. Raise ``Refusal`` with ``deal_closed`` or ``deal_played``.
    """
    require_playable(deal, user)
    visitor, names = BrowserVisitor(secret, user), (user.shown, SECOND_PLAYER)
    return tables.create_table(visitor, names, depth, PlaceChoice.FIRST, watch=False, deal=deal, setup=setup)
