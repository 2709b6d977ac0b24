"""The names of both seats on the row of the game, where the desk lists and finds them without reading logs."""

from django.db import migrations, models

BATCH = 2000


def fill(apps, schema_editor):
    """From the seats' rows; at tables, where few have an account, from the entry that opened the table."""
    Game, Player, Entry = (apps.get_model("games", name) for name in ("Game", "Player", "Entry"))
    last = 0
    while games := list(Game.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        known = {(row.game_id, row.seat): row.name for row in Player.objects.filter(game__in=games)}
        opened = {row.game_id: row.data.get("names") for row in Entry.objects.filter(game__in=games, number=1)}
        for game in games:
            first, second = opened[game.pk] if opened.get(game.pk) else ("", "")
            game.names = f"{known.get((game.pk, 0), first)}\n{known.get((game.pk, 1), second)}"
        Game.objects.bulk_update(games, ["names"])
        last = games[-1].pk


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_sessions"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="entry",
            options={"ordering": ["game", "number"], "verbose_name": "entry", "verbose_name_plural": "entries"},
        ),
        migrations.AlterModelOptions(
            name="game",
            options={"verbose_name": "game", "verbose_name_plural": "games"},
        ),
        migrations.AddField(
            model_name="game",
            name="names",
            field=models.CharField(
                blank=True, default="", editable=False, max_length=80, verbose_name="players"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
