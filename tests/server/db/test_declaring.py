"""Rows are declared in one thread while another asks for some: parts are loaded when called."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import MetaData, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from funneldesk.server.db.base import Base, OneAtATime

ROWS = 400


class Local(OneAtATime, DeclarativeBase):
    """Of this test alone."""

    metadata = MetaData()


class Known(Local):
    """There from the beginning."""

    __tablename__ = "known"
    id: Mapped[int] = mapped_column(primary_key=True)


@pytest.fixture
def many_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def declare(many: int) -> None:
    """So many rows, as the modules of parts do."""
    for number in range(many):
        name = f"Row{number}"
        columns = {"id": mapped_column(primary_key=True), "__annotations__": {"id": Mapped[int]}}
        type(name, (Local,), {"__tablename__": name, "__module__": __name__, **columns})


@pytest.mark.usefixtures("many_turns")
def test_what_is_asked_while_rows_are_declared_is_answered() -> None:
    with ThreadPoolExecutor(1) as pool:
        declaring = pool.submit(declare, ROWS)
        while not declaring.done():
            assert "known" in str(select(Known))
        declaring.result()
    assert len(Local.metadata.tables) == ROWS + 1


def test_every_row_is_declared_so() -> None:
    assert issubclass(Base, OneAtATime)
