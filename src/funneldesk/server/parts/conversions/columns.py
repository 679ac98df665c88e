"""A kind of column whose order is that of its characters, on both databases.

So the beginnings of codes and words are ranges of an index.
"""

from typing import Any

from sqlalchemy import ColumnElement, String, and_
from sqlalchemy.orm import InstrumentedAttribute

_AFTER_ALL = "\U0010ffff"


def exact(length: int) -> String:
    """Text in the order of its characters: PostgreSQL would follow a language otherwise."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def begins_with(column: InstrumentedAttribute[Any], beginning: str) -> ColumnElement[bool]:
    """Whether the text of an ``exact`` column begins so; a range of its index."""
    return and_(column >= beginning, column < beginning + _AFTER_ALL)
