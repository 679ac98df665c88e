"""Searches within records: what is compared with what, and how far back they reach."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

REACH = 200_000
"""Records of a list, the newest, that a search looks through: what it costs has a limit."""

_LONGEST = 4_000


def folded(*texts: str | None) -> str:
    """Texts as searches compare them: in one line each, without a difference of case."""
    return "\n".join(text.casefold() for text in texts if text)[:_LONGEST]


def contains(column: InstrumentedAttribute[str], wanted: str) -> ColumnElement[bool]:
    """Whether the folded ``column`` holds what someone is looking for."""
    return column.contains(wanted.strip().casefold(), autoescape=True)


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
