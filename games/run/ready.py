"""Whether this process can do its work: what ``/readyz`` asks."""

from __future__ import annotations

import asyncio
import logging
import uuid

from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from games import outage
from games.live import subscription
from games.store import pool, post

logger = logging.getLogger(__name__)


async def faults() -> dict[str, str]:
    """What is in the way, by name, in words without a secret; empty where nothing is."""
    of_database, of_layer = await asyncio.gather(asyncio.to_thread(database), layer())
    return {**of_database, **of_layer}


def database() -> dict[str, str]:
    """Asked on a connection of its own: whether it opens is a part of the question."""
    with pool.apart() as asked:
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
    """What is published must arrive."""
    if not post.has_redis():
        return {}
    try:
        async with asyncio.timeout(3), subscription.client() as redis, redis.pubsub() as words:
            await words.subscribe(asked := f"{post.channel()}.{uuid.uuid4().hex}")
            await redis.publish(asked, "ready")
            while (await words.get_message(timeout=3) or {}).get("type") != "message":
                pass
    except outage.redis.errors as error:
        logger.debug("the layer is not ready: %s", error)
        return {"layer": "it does not answer"}
    return {}
