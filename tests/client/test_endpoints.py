"""Every endpoint has one method of the client, and that method calls that endpoint."""

import inspect
import re
import types
import typing
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, date, datetime
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from endpoint_table import Endpoint, endpoints
from pydantic import BaseModel
from scripted_platform import KEY, ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError
from funneldesk.client.uploads import Upload

MOMENT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
SIMPLE: dict[Any, Any] = {
    **{int: 7, str: "word", float: 1.0, bool: True, bytes: b"x"},
    **{datetime: MOMENT, date: MOMENT.date(), dict: {}, list: []},
}


def some(kind: Any) -> Any:
    """A value of a parameter's type."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return some(inner[0])
    if origin in (typing.Union, types.UnionType):
        return some(next(one for one in inner if one is not type(None)))
    if origin is typing.Literal:
        return inner[0]
    if origin is not None and issubclass(origin, Mapping):
        return {}
    if origin is not None and issubclass(origin, Sequence):
        return []
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind.model_construct()
    if kind is Upload:
        return Upload("picture.png", b"content")
    if kind is Path:
        return Path(__file__)
    raise AssertionError(f"a value of {kind} is not known here")


async def call(method: Any, wished: set[str]) -> None:
    """Call with a value for every parameter that has no default, and for the wished ones."""
    hints = typing.get_type_hints(method)
    found = inspect.signature(method).parameters.values()
    needed = [
        p
        for p in found
        if p.name in wished or (p.default is p.empty and p.kind is not p.VAR_KEYWORD)
    ]
    inline = [some(hints[p.name]) for p in needed if p.kind is not p.KEYWORD_ONLY]
    named = {p.name: some(hints[p.name]) for p in needed if p.kind is p.KEYWORD_ONLY}
    result = method(*inline, **named)
    if isinstance(result, AsyncIterator):
        await anext(result)
    else:
        await result


def named(endpoint: Endpoint) -> tuple[str, str, set[str]]:
    """Part, method and wished parameters of ``part.method(parameter, …)``."""
    part, _, call = endpoint.client.partition(".")
    name, _, wished = call.rstrip(")").partition("(")
    return part, name, {word.strip() for word in wished.split(",")}


def pattern(endpoint: Endpoint) -> re.Pattern[str]:
    """What the method's first call must look like."""
    path = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(endpoint.path))
    return re.compile(rf"{path}(\?.*)?")


@pytest.mark.parametrize("endpoint", endpoints(), ids=lambda endpoint: endpoint.line)
async def test_the_method_calls_the_endpoint(
    endpoint: Endpoint, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(422, {"errors": {}})]
    part, name, wished = named(endpoint)
    method = getattr(getattr(api, part), name)
    with pytest.raises(ApiError):
        await call(method, wished)
    sent = scripted.requests[0]
    assert sent.method == endpoint.method
    assert pattern(endpoint).fullmatch(sent.path), sent.path


@pytest.mark.parametrize("endpoint", endpoints(), ids=lambda endpoint: endpoint.line)
def test_the_method_says_what_it_does(endpoint: Endpoint) -> None:
    part, name, _wished = named(endpoint)
    resource = getattr(Api("http://127.0.0.1:1", 7, KEY), part)
    assert len(inspect.getdoc(getattr(resource, name)) or "") > 8
