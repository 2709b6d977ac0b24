"""The staff of the tests: Mona and Nils moderate, Sara is the superuser. A pytest plugin."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from games.models import User
from games.people.moderators import GROUP
from games.services.moderation import Judge, Why
from tests.again import again
from tests.people import person

WHY = Why("Both asked for it.", "You both asked us.")


@again
def staff(name: str) -> User:
    """A member of the group of moderators, which the migrations made."""
    user = person(name)
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get(name=GROUP))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def mona(db: None) -> Judge:
    return Judge(staff("Mona"))


@pytest.fixture
def nils(db: None) -> Judge:
    return Judge(staff("Nils"))


@pytest.fixture
def sara(db: None) -> Judge:
    return Judge(superuser("Sara"))


@again
def superuser(name: str) -> User:
    user = person(name)
    user.is_staff = user.is_superuser = True
    user.save()
    return user
