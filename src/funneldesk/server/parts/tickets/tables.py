"""Tickets in the database (document: Tickets)."""

from sqlalchemy.orm import DeclarativeBase

ROWS: tuple[type[DeclarativeBase], ...] = ()
