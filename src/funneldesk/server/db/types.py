"""Column types that both databases give back as they were written."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, DateTime, Dialect, type_coerce
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.types import TypeDecorator, TypeEngine, UserDefinedType


class UtcTime(TypeDecorator[datetime]):
    """An aware moment in UTC, to the microsecond. SQLite itself would forget the zone."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime]:
        """The zoned type where the database has one."""
        return dialect.type_descriptor(DateTime(timezone=dialect.name != "sqlite"))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ValueError for a moment without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A stored moment needs a time zone.")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored moment in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class IsoTime(UserDefinedType[Any]):
    """Reads a ``UtcTime`` for an answer: as JSON has it, a third of the time on SQLite."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """SQLite keeps text that is nearly right; PostgreSQL gives moments, which JSON takes."""
        return _iso if dialect.name == "sqlite" else None


class Money(TypeDecorator[Decimal]):
    """An exact amount, kept as whole ten-thousandths, so that sums never drift."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        """Rounds to four places."""
        return None if value is None else round(value * MONEY_SCALE)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Decimal | None:
        """The stored amount."""
        return None if value is None else Decimal(value) / MONEY_SCALE


MONEY_SCALE = 10_000
_NO_FRACTION = ".000000"
_moment: ContextVar[datetime | None] = ContextVar("moment", default=None)
_offset = timedelta()


def for_json(*columns: InstrumentedAttribute[Any]) -> list[ColumnElement[Any]]:
    """The columns of a list that goes out as it was read."""
    return [
        type_coerce(column, IsoTime).label(column.key)
        if isinstance(column.type, UtcTime)
        else column.label(column.key)
        for column in columns
    ]


def _iso(kept: str | None) -> str | None:
    if kept is None:
        return None
    return f"{kept[:10]}T{kept[11:].removesuffix(_NO_FRACTION)}Z"


def same_moment(context: DefaultExecutionContext) -> datetime:
    """The present moment, for ``created_at`` and ``updated_at``: of a new row they are one."""
    values = context.get_current_parameters()  # type: ignore[no-untyped-call]
    known = (values.get("created_at"), values.get("updated_at"))
    return next((moment for moment in known if isinstance(moment, datetime)), None) or now()


def now() -> datetime:
    """The present moment in UTC, by the platform's clock."""
    return _moment.get() or datetime.now(UTC) + _offset


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be ``moment`` within the block: for what happens later or happened before."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)


def turn_clock(offset: timedelta) -> None:
    """Let the whole process live ``offset`` ahead of the real time (``serve --clock-offset``)."""
    global _offset
    _offset = offset
