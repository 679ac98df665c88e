"""Tracking in the database (document: Tracking)."""

from sqlalchemy.orm import DeclarativeBase

ROWS: tuple[type[DeclarativeBase], ...] = ()
