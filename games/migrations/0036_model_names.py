"""Models bear the words of chess servers; their tables stay, so that releases before and after run side by side."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_seat_claims"),
    ]

    operations = [
        operation
        for old, new in (
            ("Word", "ChatMessage"),
            ("Tie", "Relation"),
            ("Hold", "Cooldown"),
            ("LetterMark", "EmailMark"),
            ("KeptReview", "StoredReview"),
        )
        for operation in (
            migrations.AlterModelTable(old, f"games_{old.lower()}"),
            migrations.RenameModel(old, new),
        )
    ]
