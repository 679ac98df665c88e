"""Bodies that are JSON or a form, with files (document: multipart where stated; quirk 38).

Files go to disk while they arrive, and what is neither file nor short text is refused, so memory
stays flat however much is sent.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser

from funneldesk.server.web.decoding import NotUsable, decoded
from funneldesk.server.web.errors import Refused, StorageFull, invalid

B = TypeVar("B", bound=BaseModel)
MOST_FILES = 20
DEEPEST = 8
_MOST_FIELDS = 1000
_LONGEST_FIELD = 4 * 1024 * 1024
_STEPS = re.compile(r"\[([^\[\]]*)\]|\.([^.\[\]]+)")
_MULTIPART = "multipart/form-data"
_FORMS = (_MULTIPART, "application/x-www-form-urlencoded")
_PIECE = 512 * 1024
_NO_TEXT = ("list_type", "dict_type", "model_type", "model_attributes_type")


@dataclass(frozen=True, slots=True)
class Sent:
    """A body: its values as JSON would have them, and its files by the name of their field.

    A field named ``images[]`` or ``images[0]`` is found under ``images``, in the order of the
    numbers, which ``numbers`` keeps. The files are closed with the call.
    """

    values: dict[str, Any]
    files: dict[str, list[UploadFile]] = field(default_factory=dict)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    is_form: bool = False

    def file(self, name: str) -> UploadFile | None:
        """The file of a field; None when there is none, the last when there are several."""
        found = self.files.get(name)
        return found[-1] if found else None

    def read(self, model: type[B]) -> B:
        """The values as an input model. Raises a 422 with the model's own messages.

        In a form a list or an object may be written as a JSON text.
        """
        try:
            try:
                return model.model_validate(self.values)
            except ValidationError as error:
                opened = self._opened(error) if self.is_form else {}
                if not opened:
                    raise
            return model.model_validate({**self.values, **opened})
        except ValidationError as error:
            problems = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(problems)

    def _opened(self, error: ValidationError) -> dict[str, Any]:
        """The lists and objects within the texts that are wrong for being texts."""
        found: dict[str, Any] = {}
        for problem in error.errors():
            name = str(problem["loc"][0]) if problem["loc"] else ""
            text = self.values.get(name)
            if problem["type"] in _NO_TEXT and isinstance(text, str) and text[:1] in ("[", "{"):
                with suppress(NotUsable):
                    found[name] = decoded(text)
        return found


async def json_or_form(request: Request) -> AsyncIterator[Sent]:
    """A dependency: the JSON object or the form of a call. Raises Refused (422)."""
    if _media_type(request) in _FORMS:
        async with _form(request, MOST_FILES, _MOST_FIELDS, _LONGEST_FIELD) as form:
            yield _read_form(form)
    else:
        yield Sent(json_object(await request.body()))


def form_of(*, files: int, fields: int, longest: int) -> Callable[..., AsyncIterator[Sent]]:
    """A dependency: a form with at most so many files and fields, each at most so many bytes.

    Any other body is an empty form.
    """

    async def dependency(request: Request) -> AsyncIterator[Sent]:
        if _media_type(request) not in _FORMS:
            yield Sent({})
            return
        async with _form(request, files, fields, longest) as form:
            yield _read_form(form)

    return dependency


def form_body(
    model: type[BaseModel], *, files: Mapping[str, bool], json_too: bool
) -> dict[str, Any]:
    """``openapi_extra`` for a route that takes a form; ``files`` tells which fields hold many."""
    schema = model.model_json_schema()
    fields = _inlined(schema, schema.get("$defs", {}))
    one = {"type": "string", "format": "binary"}
    many = {"type": "array", "items": one}
    whole = {
        **fields,
        "properties": {
            **fields.get("properties", {}),
            **{name: many if is_many else one for name, is_many in files.items()},
        },
    }
    content: dict[str, Any] = {"multipart/form-data": {"schema": whole}}
    if json_too:
        content["application/json"] = {"schema": fields}
    return {"requestBody": {"required": True, "content": content}}


def _inlined(schema: Any, parts: Mapping[str, Any]) -> Any:
    """A schema whose named parts stand where they are used: here they would not be found."""
    if isinstance(schema, list):
        return [_inlined(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(parts[schema["$ref"].rpartition("/")[2]], parts)
    return {name: _inlined(one, parts) for name, one in schema.items() if name != "$defs"}


@asynccontextmanager
async def _form(request: Request, files: int, fields: int, longest: int) -> AsyncIterator[FormData]:
    stream = _in_larger_pieces(request.stream())
    parser: FormParser | MultiPartParser
    if _media_type(request) == _MULTIPART:
        parser = MultiPartParser(
            request.headers, stream, max_files=files, max_fields=fields, max_part_size=longest
        )
    else:
        parser = FormParser(request.headers, stream, max_fields=fields, max_part_size=longest)
    try:
        async with aclosing(stream):
            form = await parser.parse()
    except OSError as error:  # what came in so far lies in the system's folder for such things
        if StorageFull.is_meant_by(error):
            raise StorageFull from error
        raise
    except MultiPartException as error:
        place = "files" if "many files" in error.message else "body"
        raise invalid({place: f"The form cannot be read: {error.message}"}) from error
    try:
        yield form
    finally:
        await form.close()


async def _in_larger_pieces(stream: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
    """The same bytes in fewer pieces: each one costs a file a turn in another thread."""
    waiting = bytearray()
    async for piece in stream:
        waiting += piece
        if len(waiting) >= _PIECE:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting)


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def json_object(body: bytes) -> dict[str, Any]:
    """The JSON object of a body. Raises NotUsable and Refused (422)."""
    found = decoded(body)
    if not isinstance(found, dict):
        raise invalid({"body": "The request body must be a JSON object."})
    return found


def _read_form(form: FormData) -> Sent:
    values: dict[str, Any] = {}
    files: dict[str, list[tuple[int, UploadFile]]] = {}
    for name, value in form.multi_items():
        steps = _steps(name)
        if not isinstance(value, UploadFile):
            _place(values, steps, value)
            continue
        numbered = len(steps) == 2 and _is_number(steps[1])
        there = files.setdefault(steps[0] if numbered else _plain(steps), [])
        there.append((int(steps[1]) if numbered else len(there), value))
    for there in files.values():
        there.sort(key=itemgetter(0))
    numbers = {name: [number for number, _ in there] for name, there in files.items()}
    for name, value in values.items():
        if _is_list(value):
            numbers[name] = sorted(int(number) for number in value)
    return Sent(
        {name: _lists(value) for name, value in values.items()},
        {name: [file for _, file in there] for name, there in files.items()},
        numbers,
        is_form=True,
    )


def _steps(name: str) -> list[str]:
    """``a[b][]`` and ``a.b.0`` as steps; an empty step adds to a list."""
    head = re.match(r"[^.\[\]]+", name)
    rest = name[head.end() :] if head else ""
    if head is None or "".join(one[0] for one in _STEPS.finditer(rest)) != rest:
        return [name]
    steps = [head[0], *(one[1] or one[2] or "" for one in _STEPS.finditer(rest))]
    if len(steps) > DEEPEST:
        raise invalid({name[:255]: f"A form's fields nest at most {DEEPEST} deep."})
    return steps


def _plain(steps: list[str]) -> str:
    return ".".join(step for step in steps if step)


def _place(values: dict[str, Any], steps: list[str], text: str) -> None:
    here = values
    for step in steps[:-1]:
        here = here.setdefault(step or str(len(here)), {})
        if not isinstance(here, dict):
            raise _both(steps)
    last = steps[-1] or str(len(here))
    if isinstance(here.get(last), dict):
        raise _both(steps)
    here[last] = text


def _both(steps: list[str]) -> Refused:
    return invalid({_plain(steps)[:255]: "This field is sent both as a text and as a group."})


def _lists(value: Any) -> Any:
    """Groups whose names are all numbers are lists, in the order of their numbers."""
    if not isinstance(value, dict):
        return value
    inner = {name: _lists(one) for name, one in value.items()}
    return [inner[name] for name in sorted(inner, key=int)] if _is_list(inner) else inner


def _is_list(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(_is_number(name) for name in value)


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal() and len(name) < 10
