"""Every refusal in the document's form (document: Errors; quirks 5, 6 and 21)."""

import errno
import logging
import sqlite3
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError, TimeoutError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from funneldesk.contract.errors import ErrorBody
from funneldesk.server.web.answers import Json
from funneldesk.server.web.decoding import NOT_JSON, NotUsable
from funneldesk.server.web.sentences import field_messages

_log = logging.getLogger(__name__)

_NO_ROOM = frozenset(getattr(errno, name, -1) for name in ("ENOSPC", "EDQUOT", "EFBIG"))
_PG_DISK_FULL = "53100"
_SQLITE_WAITED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN})
"""The last: no handle was left for the file."""

_PG_WAITED = frozenset({"55P03", "40P01", "40001", "53300", "57P03"})
"""A lock that was not given, a deadlock, a serialization failure, no connection left, starting."""

_COME_AGAIN_SECONDS = 2
FULL = "The platform's disk is full: nothing more can be stored."
BUSY = "The server's database did not become free in time. Please try again in a moment."
_WORDS = {
    404: "not found",
    405: "this path does not take this method",
}


DESCRIBED: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": words}
    for status, words in (
        (401, "the key is not good, or not for this brand"),
        (403, "the role, the module or the plan does not allow it"),
        (404, "there is no such record, or no key came along"),
        (422, "a field is not valid"),
        (503, "the database did not become free in time; Retry-After tells when to try again"),
    )
}
"""The refusals that every endpoint may answer with, for the interface's description."""


class Refused(Exception):
    """An answer other than success: its status and its body."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


class StorageFull(Refused):
    """There is no room for more files (507)."""

    def __init__(self) -> None:
        super().__init__(507, {"message": FULL})

    @staticmethod
    def is_meant_by(error: OSError) -> bool:
        """Whether the system says so by this error."""
        return error.errno in _NO_ROOM


def invalid(messages: Mapping[str, str]) -> Refused:
    """422: one sentence for each field."""
    return Refused(422, {"errors": {name: [text] for name, text in messages.items()}})


def missing(model: str) -> Refused:
    """404: the brand has no such record."""
    return Refused(404, {"message": f"no query results for the {model} model"})


def forbidden(message: str) -> Refused:
    """403: the key is good, but its role or its modules do not reach this."""
    return Refused(403, {"message": message})


def install(app: FastAPI) -> None:
    """Give every failure of ``app`` one of the document's shapes."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(NotUsable, _not_usable)
    app.add_exception_handler(ClientDisconnect, _broken_off)
    app.add_exception_handler(OperationalError, _database)
    app.add_exception_handler(TimeoutError, _database)
    app.add_exception_handler(Exception, _broken)


async def _refused(_request: Request, error: Any) -> Response:
    return Json(error.body, error.status)


async def _not_valid(_request: Request, error: Any) -> Response:
    return Json({"errors": field_messages(error.errors())}, 422)


async def _http(_request: Request, error: Any) -> Response:
    if error.status_code == 400:  # the framework's word for a body that no JSON reader takes
        return Json({"errors": {"body": [NOT_JSON]}}, 422)
    message = _WORDS.get(error.status_code, str(error.detail))
    return Json({"message": message}, error.status_code, headers=dict(error.headers or {}))


async def _not_usable(_request: Request, error: Any) -> Response:
    return Json(invalid(error.messages).body, error.status_code)


async def _broken_off(_request: Request, _error: Exception) -> Response:
    """Nobody hears this answer; it only keeps a cut line from looking like a fault of ours."""
    return Json({"message": "the request broke off"}, 400)


async def _database(request: Request, error: Any) -> Response:
    answer = of_database(error)
    if answer is None:
        raise error
    _log.error("%s %s: %s", request.method, request.url.path, error.args[0])
    return answer


def of_database(error: OperationalError | TimeoutError) -> Response | None:
    """The answer to a full disk (507) or to a wait that ended with nothing done (503); else None.

    The database's own words count: SQLite's code, and PostgreSQL's state.
    """
    if isinstance(error, OperationalError):
        code, state = (
            getattr(error.orig, "sqlite_errorcode", 0),
            getattr(error.orig, "sqlstate", ""),
        )
        if code == sqlite3.SQLITE_FULL or state == _PG_DISK_FULL:
            return Json({"message": FULL}, 507)
        has_waited = code & 0xFF in _SQLITE_WAITED or state in _PG_WAITED
        if not has_waited and not _is_away(error):
            return None
    return Json({"message": BUSY}, 503, headers={"Retry-After": str(_COME_AGAIN_SECONDS)})


def _is_away(error: OperationalError) -> bool:
    """Whether PostgreSQL let nobody in; a connection that broke is another matter.

    Nobody knows what became of the transaction on that one.
    """
    is_sqlite = isinstance(error.orig, sqlite3.Error)
    return not is_sqlite and error.statement is None and not error.connection_invalidated


async def _broken(request: Request, _error: Exception) -> Response:
    # The server's own log carries the traceback; the caller learns nothing of the inside.
    _log.error("%s %s failed", request.method, request.url.path)
    return Json({"message": "the platform failed; its log tells more"}, 500)
