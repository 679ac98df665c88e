"""Opens the data folder and its database, or says in a sentence why that cannot be."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.folder import held, prepare
from funneldesk.server.settings import DRAFT_PREFIX, INCOMING, CannotStart, Settings


@contextmanager
def opened(settings: Settings, *, to_serve: bool = False) -> Iterator[Database]:
    """The database with its schema up to date, closed with the block.

    With ``to_serve`` the folder is held, one with a SQLite database against other platforms, and
    cleared of what a process that was cut off left half done. Raises CannotStart.
    """
    prepare(settings.data)
    with ExitStack() as stack:
        if to_serve:
            tidy = partial(_tidy, settings)
            stack.enter_context(held(settings.data, alone=not settings.is_shared, tidy=tidy))
        database = _up_to_date(settings, stack)
        yield database


def _tidy(settings: Settings) -> None:
    """Remove uploads and letters that were never finished: nobody is at them any more."""
    halves = *settings.storage.glob(f"*/{INCOMING}/*"), *settings.outbox.glob(f"{DRAFT_PREFIX}*")
    for half in halves:
        with suppress(OSError):
            half.unlink()


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
