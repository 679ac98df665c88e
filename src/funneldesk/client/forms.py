"""Records that are written as JSON, or as a form when files go along (quirks 38, 52 and 54)."""

from collections.abc import Iterator, Mapping
from typing import Any

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.errors import ApiError
from funneldesk.client.uploads import CannotRead, Progress, Upload, prepare


async def send_with_files(
    calls: Calls,
    method: str,
    path: str,
    body: Mapping[str, Any],
    files: Mapping[str, Upload] | None,
    progress: Progress | None = None,
) -> Answer:
    """Write a record; ``files`` are by the names of their fields.

    A form is sent once, whatever its method: its files may come from where they cannot be read
    again. Raises ApiError, also for a file that cannot be read.
    """
    if not files:
        return await calls.send(method, path, body=body, addressed=method == "PUT")
    try:
        form = await prepare(list(form_fields(body)), list(files.items()), progress)
    except CannotRead as error:
        sentence = str(error)
    else:
        return await calls.upload(path, form, method=method)
    raise ApiError(sentence, method=method, path=path)


def form_fields(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A JSON object as a form has it: ``options[0][label]``; nothing is an empty text."""
    for name, value in body.items():
        yield from _fields(name, value)


def _fields(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _fields(f"{name}[{key}]", inner)
    elif isinstance(value, list | tuple) and value:
        for place, inner in enumerate(value):
            yield from _fields(f"{name}[{place}]", inner)
    elif isinstance(value, bool):
        yield name, "1" if value else "0"
    elif value is None or isinstance(value, Mapping | list | tuple):
        yield name, ""
    else:
        yield name, str(value)
