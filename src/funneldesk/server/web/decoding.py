"""JSON as callers send it, decoded the one way: what no database holds is refused here.

NUL, halves of surrogate pairs, numbers without a value and numbers that nothing can hold are
Python's to read, but not to keep. Whoever works with a body further in need not think of them.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOT_JSON = "The request body must be valid JSON."
NOT_UTF8 = "The request body must be JSON in UTF-8."
_HALF = "Half of a surrogate pair is no character."
_NUL = "A NUL character (U+0000) cannot be stored."
_NO_NUMBER = "NaN and Infinity are no numbers."
_TOO_LARGE = "This number is too large."
_LARGEST = 10**300
MOST_NAMED = 100
"""Problems of one body that are named; a hostile one may have a million."""
_UNUSUAL = re.compile(
    rb"\\u(?:[dD][89a-fA-F]|0000)|NaN|Infinity|[0-9]{290}|[0-9][eE]\+?0*[1-9][0-9]{2}|[0-9]{2}[eE]\+?0*[1-9][0-9]"
)
"""What has to be looked at twice; almost no body has any of it."""


class NotUsable(HTTPException):
    """A body that is no JSON that can be kept (422). ``messages``: a sentence for each field.

    The framework lets this kind of exception through while it reads a body, and no other.
    """

    def __init__(self, messages: Mapping[str, str]) -> None:
        super().__init__(422)
        self.messages = messages


class _Unusable(str):
    """A word in the place of a number."""


def decoded(body: bytes | str) -> Any:
    """The value of a JSON text. Raises NotUsable."""
    content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
    check(content)
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotUsable({"body": NOT_JSON}) from error


def check(body: bytes) -> None:
    """Raise NotUsable for what cannot be kept; what is no JSON at all is left to the reader."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUsable({"body": NOT_UTF8}) from error
    if "\0" in text[:4]:  # the reader would take it for another encoding
        raise NotUsable({"body": NOT_UTF8})
    if not _UNUSUAL.search(body):
        return
    try:
        found = json.loads(text, parse_constant=_Unusable)
    except (ValueError, RecursionError):
        return
    messages = dict(islice(_problems(found), MOST_NAMED))
    if messages:
        raise NotUsable(messages)


def _problems(document: Any) -> Iterator[tuple[str, str]]:
    # Not by recursion, and without a list of all there is: a body may be deep, and large.
    steps: list[str] = []
    left = [iter([("", document)])]
    while left:
        name, value = next(left[-1], (None, None))
        if name is None:
            left.pop()
            del steps[-1:]
        elif sentence := _problem(name):
            yield _words(steps), sentence
        elif isinstance(value, dict | list):
            steps.append(name)
            left.append(_inside(value))
        elif sentence := _problem(value):
            yield _words([*steps, name]), sentence


def _inside(value: dict[str, Any] | list[Any]) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        return iter(value.items())
    return ((str(place), one) for place, one in enumerate(value))


def _problem(value: Any) -> str:
    if isinstance(value, _Unusable):
        return _NO_NUMBER
    if isinstance(value, str):
        return _NUL if "\0" in value else _HALF if _is_broken(value) else ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else _TOO_LARGE
    return _TOO_LARGE if isinstance(value, int) and abs(value) > _LARGEST else ""


def _is_broken(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _words(steps: list[str]) -> str:
    return ".".join(steps[1:]) or "body"  # the first is the body itself


class CheckedBodies:
    """ASGI middleware: lets a JSON body into the interface only when it can be kept.

    Visitors' calls read their own bodies.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; its body is checked when its last piece is there."""
        if scope["type"] != "http" or not scope["path"].startswith("/api") or not _is_json(scope):
            await self._app(scope, receive, send)
            return
        pieces: list[bytes] = []

        async def checked() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                pieces.append(message.get("body", b""))
                if not message.get("more_body"):
                    check(b"".join(pieces))
            return message

        await self._app(scope, checked, send)


def _is_json(scope: Scope) -> bool:
    return any(
        name == b"content-type" and b"json" in value.lower() for name, value in scope["headers"]
    )
