"""Subscriptions in the database (document: Subscriptions)."""

from sqlalchemy.orm import DeclarativeBase

ROWS: tuple[type[DeclarativeBase], ...] = ()
