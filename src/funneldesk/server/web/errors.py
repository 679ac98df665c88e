"""Every refusal in the document's form (document: Errors; quirks 5, 6 and 21)."""

import errno
import logging
import sqlite3
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from funneldesk.contract.errors import ErrorBody
from funneldesk.server.web.answers import Json
from funneldesk.server.web.sentences import field_messages

_log = logging.getLogger(__name__)

_NO_ROOM = frozenset(getattr(errno, name, -1) for name in ("ENOSPC", "EDQUOT", "EFBIG"))
_PG_DISK_FULL = "53100"
FULL = "The platform's disk is full: nothing more can be stored."
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
    app.add_exception_handler(OperationalError, _database)
    app.add_exception_handler(Exception, _broken)


async def _refused(_request: Request, error: Any) -> Response:
    return Json(error.body, error.status)


async def _not_valid(_request: Request, error: Any) -> Response:
    return Json({"errors": field_messages(error.errors())}, 422)


async def _http(_request: Request, error: Any) -> Response:
    if error.status_code == 400:  # the framework's word for a body that no JSON reader takes
        return Json({"errors": {"body": ["The request body must be valid JSON."]}}, 422)
    message = _WORDS.get(error.status_code, str(error.detail))
    return Json({"message": message}, error.status_code, headers=dict(error.headers or {}))


async def _database(request: Request, error: Any) -> Response:
    """The database's own words for a full disk: SQLite's code, and PostgreSQL's state."""
    code = getattr(error.orig, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_FULL or getattr(error.orig, "sqlstate", "") == _PG_DISK_FULL:
        _log.error("%s %s: the disk is full", request.method, request.url.path)
        return Json({"message": FULL}, 507)
    raise error


async def _broken(request: Request, _error: Exception) -> Response:
    # The server's own log carries the traceback; the caller learns nothing of the inside.
    _log.error("%s %s failed", request.method, request.url.path)
    return Json({"message": "the platform failed; its log tells more"}, 500)
