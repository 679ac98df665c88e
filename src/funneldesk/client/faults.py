"""The one place where an answer becomes an error (document: Errors)."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError
from pydantic_core import from_json

from funneldesk.client.answer import Answer
from funneldesk.client.errors import (
    ApiError,
    BadAnswer,
    Conflict,
    Invalid,
    LoginRedirect,
    NotFound,
    NotImplementedByPlatform,
    NotSignedIn,
    PlanDenied,
    RateLimited,
    Rejected,
    RoleDenied,
    ServerFault,
    WrongBrand,
)
from funneldesk.contract.errors import BRAND_DENIED, ErrorBody

SHOWN = 600
"""Characters of a body that an error keeps."""

LARGEST_ERROR = 1_000_000
"""Bytes of a body that are looked at for what it says."""

LONGEST_TOLD = 86_400.0
"""Seconds: whoever asks for more asks for another day."""

_BY_STATUS: dict[int, tuple[type[ApiError], str]] = {
    404: (NotFound, "The platform does not have this."),
    409: (Conflict, "The record's state does not allow this."),
    429: (RateLimited, "The platform asks to slow down."),
    501: (NotImplementedByPlatform, "The platform does not offer this."),
    507: (ServerFault, "The platform has no room left to store this."),
}


def fault(answer: Answer, scrub: Callable[[str], str]) -> ApiError:
    """The error that an answer other than 2xx stands for; ``scrub`` blots out the key."""
    text = scrub(answer.body[:LARGEST_ERROR].decode("utf-8", "replace"))
    body = _error_body(text)
    kind, sentence = _kind(answer, body)
    error = kind(
        scrub(sentence),
        method=answer.method,
        path=answer.path,
        status=answer.status,
        excerpt=text[:SHOWN],
        maybe_done=answer.is_write and _may_be_done(answer.status),
    )
    if isinstance(error, Invalid):
        error.fields = body.field_messages()
        general = [body.message] if body.message else []
        error.messages = list(dict.fromkeys(chain(general, *error.fields.values())))
    if isinstance(error, PlanDenied):
        error.refusal = body.plan_error
    if isinstance(error, Conflict):
        error.code, error.latest_revision_id = body.code, body.latest_revision_id
    if isinstance(error, RateLimited):
        error.retry_after = retry_after(answer)
    return error


def retry_after(answer: Answer) -> float | None:
    """Seconds to wait by the ``Retry-After`` header, in either of its forms, a day at most.

    None without one, and for one that says nothing.
    """
    text = answer.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text), LONGEST_TOLD)
    try:
        moment = parsedate_to_datetime(text)
        aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        seconds = (aware - datetime.now(UTC)).total_seconds()
    except (ArithmeticError, LookupError, TypeError, ValueError):  # whatever a date can be
        return None
    return min(max(0.0, seconds), LONGEST_TOLD)


def _kind(answer: Answer, body: ErrorBody) -> tuple[type[ApiError], str]:
    status = answer.status
    said = body.message or body.error or ""
    if status == 401:
        if BRAND_DENIED in said.casefold() or "brand access" in said.casefold():
            return WrongBrand, "This key does not open this brand."
        return NotSignedIn, "The platform does not accept this key."
    if status in (403, 422) and body.plan_error is not None:
        return PlanDenied, body.plan_error.message or said or "The plan does not allow this."
    if status == 403:
        return RoleDenied, "The key's role does not allow this."
    if status == 422:
        return Invalid, said or "The platform did not accept what was sent."
    if status == 503 and retry_after(answer) is not None:
        return RateLimited, "The platform is busy and asks to come back later."
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status < 400:
        return _redirect(answer)
    if status < 500:
        return Rejected, f"The platform refused the call (status {status})."
    return ServerFault, f"The platform reports a fault of its own (status {status})."


def _redirect(answer: Answer) -> tuple[type[ApiError], str]:
    """A move of the whole address keeps the path; anything else is a way to the login page."""
    try:
        target = urlsplit(answer.headers.get("location", ""))
    except ValueError:
        return LoginRedirect, "The platform answered with a redirect, which was not followed."
    place = answer.path.partition("?")[0]
    if target.netloc and target.path.endswith(place):
        base = f"{target.scheme}://{target.netloc.rpartition('@')[2]}"
        base += target.path.removesuffix(place)
        return BadAnswer, f"The platform has moved to {base}: enter that address instead."
    return LoginRedirect, "The platform answered with its login page instead of doing this."


def _may_be_done(status: int) -> bool:
    """Whether a write may have been carried out although this status came back."""
    return status >= 500 and status not in (501, 503, 507)


def _error_body(text: str) -> ErrorBody:
    """What can be understood of an error's body; a value of an unexpected kind is passed over."""
    try:
        value = from_json(text)
    except ValueError:
        return ErrorBody()
    understood: dict[str, Any] = value if isinstance(value, dict) else {}
    while True:
        try:
            return ErrorBody.model_validate(understood)
        except ValidationError as error:
            odd = {problem["loc"][0] for problem in error.errors()}
            if "plan_error" in odd and isinstance(understood["plan_error"], dict):
                understood["plan_error"] = {}
                odd.discard("plan_error")
            understood = {key: kept for key, kept in understood.items() if key not in odd}
