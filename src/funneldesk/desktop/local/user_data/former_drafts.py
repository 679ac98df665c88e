"""Drafts that other versions of the program kept elsewhere."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

from funneldesk.desktop.local.database.database_kinds import WORK
from funneldesk.desktop.local.database.encoding import decode
from funneldesk.desktop.local.database.sqlite_thread import SqliteThread
from funneldesk.desktop.local.files.recovery import free_aside_name, older_name
from funneldesk.desktop.local.user_data import drafts
from funneldesk.desktop.local.user_data.drafts import SavedDraft

TakeOver = Callable[[list[SavedDraft]], Awaitable[None]]
"""Keeps drafts where they lie now; they are durable when it is done."""


async def carry_over(cache: SqliteThread, take_over: TakeOver) -> None:
    """Move those of the first version, in the file of the local copy, to where drafts lie now."""
    found = await cache.read(_former)
    if found:
        await take_over(found)
        gone = [(draft.part, draft.id) for draft in found]
        await cache.write(
            lambda c: c.executemany("DELETE FROM drafts WHERE part = ? AND id = ?", gone)
        )


async def take_over_older(path: Path, take_over: TakeOver) -> None:
    """Takes the drafts that an older version kept beside this file, which it could not read."""
    older = older_name(path)
    if not await asyncio.to_thread(os.path.lexists, older):
        return
    thread = SqliteThread(older, WORK)
    try:
        await thread.open()
        await take_over(await thread.read(lambda c: drafts.list_drafts(c, None)))
    finally:
        await thread.close()
    await asyncio.to_thread(lambda: older.replace(free_aside_name(older, "taken-over")))


def _former(connection: sqlite3.Connection) -> list[SavedDraft]:
    rows = connection.execute("SELECT part, id, content, base, saved_at FROM drafts")
    found = []
    for part, id, content, base, saved_at in rows:
        try:
            at = datetime.fromisoformat(saved_at)
            found.append(SavedDraft(part, id, decode(content), decode(base), at))
        except (sqlite3.DatabaseError, ValueError):
            continue
    return found
