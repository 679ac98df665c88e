"""Opens the data folder and its database, or says in a sentence why that cannot be."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.folder import held, prepare
from funneldesk.server.marks import left_by_the_dead, marked
from funneldesk.server.settings import DRAFT_PREFIX, INCOMING, CannotStart, Settings
from funneldesk.server.web.errors import Refused

_NOT_UNDERSTOOD = (
    "The address of the database is not understood. It is written like "
    "postgresql+psycopg://user@host/name."
)
_KINDS = ("sqlite", "postgresql")


@contextmanager
def explained(data: Path) -> Iterator[None]:
    """Say in a sentence what keeps the platform from its start. Raises CannotStart."""
    try:
        yield
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        raise CannotStart(f"The database cannot be used: {reason}.") from error
    except Refused as error:  # of the storage
        raise CannotStart(f"The sample cannot be loaded: {error.body['message']}") from error
    except OSError as error:
        raise CannotStart(
            f"The folder {data} cannot be used: {error.strerror or error}. "
            "Choose another one with --data."
        ) from error


@contextmanager
def opened(settings: Settings, *, to_serve: bool = False) -> Iterator[Database]:
    """The database with its schema up to date, closed with the block.

    With ``to_serve`` the folder is held, one with a SQLite database against other platforms, and
    cleared of what a process that was cut off left half done. Raises CannotStart.
    """
    prepare(settings.data)
    with ExitStack() as stack:
        if to_serve:
            tidy = partial(tidy_up, settings, stack)
            stack.enter_context(held(settings.data, alone=not settings.is_shared, tidy=tidy))
        database = _up_to_date(settings, stack)
        yield database


def tidy_up(settings: Settings, stack: ExitStack, is_locked: bool) -> None:
    """Remove uploads and letters that were never finished, and that nobody is at any more.

    They are listed before those who live are: whoever begins one is marked already. One of unknown
    origin goes when the folder is locked and nobody else is marked.
    """
    halves = *settings.storage.glob(f"*/{INCOMING}/*"), *settings.outbox.glob(f"{DRAFT_PREFIX}*")
    with left_by_the_dead(settings.data) as (gone, living):
        for half in halves:
            owner = half.name.removeprefix(DRAFT_PREFIX).partition(".")[0]
            if owner in gone or (is_locked and not living):
                with suppress(OSError):
                    half.unlink()
    stack.enter_context(marked(settings.data))


def _up_to_date(settings: Settings, stack: ExitStack) -> Database:
    try:
        if make_url(settings.database_url).get_backend_name() not in _KINDS:
            raise CannotStart(_NOT_UNDERSTOOD)
        database = Database(settings.database_url, settings.database_wait)
        stack.callback(database.close)
        upgrade(database)
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        raise CannotStart(f"The database cannot be opened: {reason}") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise CannotStart(_NOT_UNDERSTOOD) from error
    except ModuleNotFoundError as error:
        raise CannotStart(
            f"The library {error.name}, which this database needs, is missing. "
            "Install Funneldesk with its extra “team”."
        ) from error
    return database
