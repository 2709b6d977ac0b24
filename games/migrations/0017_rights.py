"""People may leave for good: when they did, names that stay taken for a while, and what is done once a day."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_desk'),
    ]

    operations = [
        migrations.CreateModel(
            name='Chore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20, unique=True)),
                ('begun_at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='TakenName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('staff', models.BooleanField(default=False)),
                ('until', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='user',
            name='erased_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='erased'),
        ),
        migrations.AddField(
            model_name='user',
            name='names_left',
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.AddField(
            model_name='user',
            name='leaving_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='left for good'),
        ),
    ]
