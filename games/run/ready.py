"""Whether this process can do its work: what ``/readyz`` asks."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing

from channels.layers import InMemoryChannelLayer
from django.db import Error, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from games.store import post

logger = logging.getLogger(__name__)


async def faults() -> dict[str, str]:
    """What is in the way, by name, in words without a secret; empty where nothing is."""
    of_database, of_layer = await asyncio.gather(asyncio.to_thread(database), layer())
    return {**of_database, **of_layer}


def database() -> dict[str, str]:
    """Asked on a connection of its own: whether it opens is a part of the question."""
    with closing(connection.copy()) as asked:
        try:
            return migrations(asked)
        except Error:
            return {"database": "it does not answer"}


def migrations(asked: BaseDatabaseWrapper) -> dict[str, str]:
    executor = MigrationExecutor(asked)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return {"migrations": "the tables are not up to date"}
    return {}


async def layer() -> dict[str, str]:
    """A message sent to this process must come back. Under its usual name: the layer reads only one at a time."""
    found = post.layer()
    if isinstance(found, InMemoryChannelLayer):
        return {}
    try:
        async with asyncio.timeout(3):
            channel = await found.new_channel()
            await found.send(channel, {"type": "ready"})
            await found.receive(channel)
    except Exception as error:
        logger.debug("the layer is not ready: %s", error)
        return {"layer": "it does not answer"}
    return {}
