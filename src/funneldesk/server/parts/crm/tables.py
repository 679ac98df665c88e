"""CRM in the database (document: CRM)."""

from sqlalchemy.orm import DeclarativeBase

ROWS: tuple[type[DeclarativeBase], ...] = ()
