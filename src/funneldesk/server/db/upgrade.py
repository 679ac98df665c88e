"""Brings a database to the present schema; quick when there is nothing to do."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from funneldesk.server.db.engine import Database
from funneldesk.server.settings import CannotStart

HEAD = "0022"
"""The newest revision under ``migrations/versions``."""

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(database: Database) -> None:
    """Run the migrations that are missing. Raises CannotStart for a schema from the future."""
    with database.engine.connect() as connection:
        if _revision(connection) == HEAD:
            return
    with database.alone() as session:
        connection = session.connection()
        found = _revision(connection)
        if found is not None and found > HEAD:
            raise CannotStart(
                "The data was written by a newer Funneldesk. Update the program, "
                "or start with another --data folder."
            )
        if found != HEAD:
            _migrate(connection)


def _revision(connection: Connection) -> str | None:
    # Alembic takes a quarter of a second to import: read its one table by hand first.
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
