"""Every name that the site knows a person by."""

from __future__ import annotations

from games.models import Act, Player, User
from games.stories.leaver import NAMELESS


def names_of(person: User) -> frozenset[str]:
    """The names that a person has or had, as far as they are kept; of somebody who left also those gone by now."""
    called = {person.username, person.username[:20], person.display_name, *person.names_left}
    for past in User.history.filter(id=person.pk).values_list("username", "display_name"):
        called.update(past)
    for data in Act.objects.filter(person=person).values_list("data", flat=True):
        called.update(str(data.get(when, {}).get("display_name", "")) for when in ("was", "now"))
    called.update(Player.objects.filter(user=person).values_list("name", flat=True))
    return frozenset(called - {"", NAMELESS})
