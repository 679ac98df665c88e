"""Customers in the database (document: Customers)."""

from sqlalchemy.orm import DeclarativeBase

ROWS: tuple[type[DeclarativeBase], ...] = ()
