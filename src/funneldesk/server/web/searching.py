"""Searches within records: what is compared with what, and how far back they reach."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.contract.folding import search_form

REACH = 200_000
"""Records of a list, the newest, that a search looks through: what it costs has a limit."""

_LONGEST = 4_000


def folded(*texts: str | None) -> str:
    """Texts as searches compare them: in one line each, without case and accents."""
    return "\n".join(search_form(text[:_LONGEST]) for text in texts if text)[:_LONGEST]


def contains(column: InstrumentedAttribute[str], wanted: str) -> ColumnElement[bool]:
    """Whether the folded ``column`` holds what someone is looking for."""
    return column.contains(search_form(wanted.strip()), autoescape=True)


def holding(
    session: Session,
    id_column: InstrumentedAttribute[int],
    texts: Sequence[InstrumentedAttribute[Any]],
    where: Sequence[ColumnElement[bool]],
    wanted: str,
) -> ColumnElement[bool]:
    """Which records of a list of some thousands have a text that holds what someone looks for.

    They are compared here: what the databases call lower case is ASCII alone in SQLite, and
    depends on the locale in PostgreSQL.
    """
    sought = search_form(wanted.strip())
    rows = session.execute(select(id_column, *texts).where(*where))
    found = [
        record_id
        for record_id, *values in rows
        if any(sought in search_form(value) for value in values if value)
    ]
    return id_column.in_(found)


def within_reach(
    session: Session,
    where: list[ColumnElement[bool]],
    moment: InstrumentedAttribute[datetime],
    total: int,
) -> list[ColumnElement[bool]]:
    """A further condition when a list of ``total`` records is longer than a search reaches."""
    if total <= REACH:
        return []
    oldest: Any = select(moment).where(*where).order_by(moment.desc()).offset(REACH).limit(1)
    return [moment > session.scalar(oldest)]
