"""The kinds of story, by what a game's row calls them."""

from __future__ import annotations

from collections.abc import Mapping

from games.stories.online import Match
from games.stories.story import Story
from games.stories.table import Table

KINDS: Mapping[str, type[Story]] = {kind.mode: kind for kind in (Match, Table)}
