"""What a phone is told of the fields in which people type names and codes."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/guest/", "/t/new/"])
def test_names_get_a_capital_and_no_correction(address: str, visitor: Client) -> None:
    fields = re.findall(r"<input[^>]*maxlength=[^>]*>", visitor.get(address).content.decode())
    assert fields
    for field in fields:
        assert {'autocapitalize="words"', 'spellcheck="false"'} <= set(field.split())


def test_a_guests_name_is_offered_and_those_at_a_table_are_not(visitor: Client) -> None:
    assert 'autocomplete="nickname"' in visitor.get("/guest/").content.decode()
    assert visitor.get("/t/new/").content.decode().count('autocomplete="off"') >= 2
