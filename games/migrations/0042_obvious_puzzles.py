"""Statistics of the puzzles that were replaced by puzzles with an obvious answer, deleted."""

from django.db import migrations

PLACES = (
    "4413224044444034213143200041142113410222122032124420333204411324222323230310422240440320433224230332"
    "2410144020414300310132013220003012444010221104201400013034441111112024010222214410141422140402432332"
)
"""The place of the replaced puzzle in each block of five, counted from 0."""


def forget_replaced(apps, schema_editor):
    numbers = [5 * block + int(place) + 1 for block, place in enumerate(PLACES)]
    apps.get_model("games", "PuzzleTries").objects.filter(number__in=numbers).delete()


class Migration(migrations.Migration):

    dependencies = [("games", "0041_tournaments")]

    operations = [migrations.RunPython(forget_replaced, migrations.RunPython.noop)]
