"""Staff of the tests: Mona and Nils moderate, Sara is the superuser. A pytest plugin."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from games.accounts.moderators import GROUP
from games.models import User
from games.services.moderation.permissions import Justification, Moderator
from tests.people import person
from tests.row_cache import cached_rows

WHY = Justification("Both asked for it.", "You both asked us.")


@cached_rows
def staff(name: str) -> User:
    """Create a member of the group of moderators."""
    user = person(name)
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=GROUP))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def mona(db: None) -> Moderator:
    return Moderator(staff("Mona"))


@pytest.fixture
def nils(db: None) -> Moderator:
    return Moderator(staff("Nils"))


@pytest.fixture
def sara(db: None) -> Moderator:
    return Moderator(superuser("Sara"))


@cached_rows
def superuser(name: str) -> User:
    user = person(name)
    user.is_staff = user.is_superuser = True
    user.save()
    return user
