"""Shared browsers: people who used one browser, from what the site stores for other purposes.

A guest is linked to the account that logs in later in the same browser. A browser at a table has a device cookie, and
one of a suspended person the cookie of its cooldown; of both, only digests are stored.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Cooldown, Device, User


def list_people_with_same_browser(person: User) -> QuerySet[User]:
    """Return the other people who used a browser of a person, newest first."""
    account = person.account_id or person.pk
    same_account = Q(pk=account) | Q(account=account)
    devices = Device.objects.filter(user=person).values("digest")
    cooldowns = Cooldown.objects.filter(user=person, kind=Cooldown.Kind.BROWSER).values("digest")
    same_device = Q(pk__in=Device.objects.filter(digest__in=devices).exclude(user=None).values("user"))
    same_cooldown = Q(pk__in=Cooldown.objects.filter(digest__in=cooldowns).values("user"))
    return User.objects.filter(same_account | same_device | same_cooldown).exclude(pk=person.pk).order_by("-pk")


def build_shares_with_account() -> Q:
    """Return a condition for people who share a browser with another person at a table, or during a suspension."""
    same_device = Device.objects.filter(digest=OuterRef("digest")).exclude(user=None).exclude(user=OuterRef("user"))
    same_cooldown = Cooldown.objects.filter(digest=OuterRef("digest")).exclude(user=OuterRef("user"))
    return Q(Exists(Device.objects.filter(Exists(same_device), user=OuterRef("pk")))) | Q(
        Exists(Cooldown.objects.filter(Exists(same_cooldown), user=OuterRef("pk"), kind=Cooldown.Kind.BROWSER))
    )


def build_shares_with_guest() -> Q:
    """Return a condition for guests who have an account, and accounts that have guests."""
    return Q(account__isnull=False) | Q(Exists(User.objects.filter(account=OuterRef("pk"))))
