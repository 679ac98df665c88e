"""Opens the data folder and its database, or says in a sentence why that cannot be."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.folder import held, prepare
from funneldesk.server.settings import CannotStart, Settings


@contextmanager
def opened(settings: Settings, *, to_serve: bool = False) -> Iterator[Database]:
    """The database with its schema up to date, closed with the block.

    With ``to_serve`` a folder with a SQLite database is held against other platforms. Raises
    CannotStart.
    """
    prepare(settings.data)
    with ExitStack() as stack:
        if to_serve and not settings.is_shared:
            stack.enter_context(held(settings.data))
        database = _up_to_date(settings, stack)
        yield database


def _up_to_date(settings: Settings, stack: ExitStack) -> Database:
    try:
        database = Database(settings.database_url, settings.database_wait)
        stack.callback(database.close)
        upgrade(database)
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        raise CannotStart(f"The database cannot be opened: {reason}") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise CannotStart(
            "The address of the database is not understood. It is written like "
            "postgresql+psycopg://user@host/name."
        ) from error
    except ModuleNotFoundError as error:
        raise CannotStart(
            f"The library {error.name}, which this database needs, is missing. "
            "Install Funneldesk with its extra “team”."
        ) from error
    return database
