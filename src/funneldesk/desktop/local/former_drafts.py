"""Drafts that the first version of the program kept in the file of the local copy."""

import sqlite3
from datetime import datetime

from funneldesk.desktop.local.drafts import SavedDraft
from funneldesk.desktop.local.encoding import decode
from funneldesk.desktop.local.sqlite_thread import SqliteThread
from funneldesk.desktop.local.work import WorkStore


async def carry_over(cache: SqliteThread, work: WorkStore) -> None:
    """Moves them to where drafts lie now; they are durable there before they go here."""
    found = await cache.read(_former)
    if found:
        await work.take_over(found)
        gone = [(draft.part, draft.id) for draft in found]
        await cache.write(
            lambda c: c.executemany("DELETE FROM drafts WHERE part = ? AND id = ?", gone)
        )


def _former(connection: sqlite3.Connection) -> list[SavedDraft]:
    rows = connection.execute("SELECT part, id, content, base, saved_at FROM drafts")
    found = []
    for part, id, content, base, saved_at in rows:
        try:
            at = datetime.fromisoformat(saved_at)
            found.append(SavedDraft(part, id, decode(content), decode(base), at))
        except ValueError:
            continue
    return found
