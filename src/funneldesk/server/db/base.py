"""The declarative base of every table, and the naming of constraints that migrations rely on."""

from typing import Any

from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase, mapperlib

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class OneAtATime:
    """Lets rows be declared while others are asked for: parts are loaded when they are called.

    SQLAlchemy goes through all that is declared before the first query that follows, and holds this
    lock meanwhile; it does not take it where a class is added, so that the query could fail.
    """

    def __init_subclass__(cls, **words: Any) -> None:
        with mapperlib._CONFIGURE_MUTEX:
            super().__init_subclass__(**words)


class Base(OneAtATime, DeclarativeBase):
    """The base of every Row."""

    metadata = MetaData(naming_convention=_NAMES)
