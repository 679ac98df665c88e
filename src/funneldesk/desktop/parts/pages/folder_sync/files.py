"""A page as files, and back: the sources byte for byte, the settings as JSON."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.records.fields import Value

HTML, CSS, SETTINGS = "page.html", "page.css", "page.json"
INDEX = "pages-index.jsonl"
FORMAT = 1
SECRET = "password"  # noqa: S105 - the name of the field
MARK = "\ufeff"
SOURCES = {"html": HTML, "css": CSS}


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index keeps of a page as it was when it went out.

    ``hashes`` has one for every field, so that it can be known later who changed what.
    """

    id: str
    updated_at: str
    hashes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Index:
    """``entries`` by the names of the pages' folders."""

    brand: int
    entries: Mapping[str, Entry]


class CannotFile(Exception):
    """A page holds what no file of text can; the message says what, for the user."""


def to_files(page: Mapping[str, Any], *, with_password: bool) -> dict[str, bytes]:
    """The files of a page. Raises CannotFile."""
    fields = dict(LocalPageDraft.opened(page).fields)
    settings = {
        field: value
        for field, value in fields.items()
        if field not in SOURCES and (with_password or field != SECRET)
    }
    files = {
        name: _encoded(str(fields[field] or ""), field)
        for field, name in SOURCES.items()
        if field == "html" or fields[field]
    }
    text = json.dumps(settings, ensure_ascii=False, indent=2)
    return {**files, SETTINGS: _encoded(f"{text}\n", "title")}


def entry_of(page: Mapping[str, Any]) -> Entry:
    """What the index keeps of a page."""
    fields = LocalPageDraft.opened(page).fields
    hashes = {field: hash_of(value) for field, value in fields.items() if field != SECRET}
    return Entry(str(page["id"]), str(page.get("updated_at") or ""), hashes)


def hash_of(value: Value) -> str:
    """Equal for equal values, without telling them."""
    text = json.dumps(value, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def index_bytes(brand: int, entries: Mapping[str, Entry]) -> bytes:
    """The index as a file: an object a line, the first about all, then one for each page."""
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    lines: list[dict[str, Any]] = [{"format": FORMAT, "brand": brand, "written_at": moment}]
    lines += (
        {"folder": name, "id": entry.id, "updated_at": entry.updated_at, "fields": entry.hashes}
        for name, entry in entries.items()
    )
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def read_index(data: bytes) -> Index:
    """The index of a folder. Raises ValueError when it is none."""
    first, *rest = data.splitlines() or [b""]
    head = parse_json(first)
    if head.get("format") != FORMAT:
        raise ValueError("It is not an index of pages that this version can read.")
    entries: dict[str, Entry] = {}
    # Line by line: a long index read in one go would hold up the window.
    for entry in map(parse_json, filter(None, rest)):
        fields = entry.get("fields")
        if isinstance(fields, dict) and "folder" in entry and "id" in entry:
            known = Entry(str(entry["id"]), str(entry.get("updated_at") or ""), _texts(fields))
            entries[str(entry["folder"])] = known
    brand = head.get("brand")
    return Index(brand if isinstance(brand, int) else 0, entries)


def read_settings(data: bytes) -> tuple[dict[str, Value], tuple[str, ...]]:
    """The settings of a page, and the names that mean nothing here. Raises ValueError with a
    sentence; fields that the file leaves out are left out."""
    body = parse_json(data)
    values: dict[str, Value] = {}
    strange = []
    for name, value in body.items():
        if name not in FIELDS.names or name in SOURCES:
            strange.append(str(name)[:60])
            continue
        try:
            values[name] = FIELDS[name].normal(value)
        except TypeError:
            kind = type(value).__name__
            raise ValueError(f"“{name}” cannot be a value of this kind ({kind}).") from None
    return values, tuple(strange)


def parse_json(data: bytes) -> dict[str, Any]:
    """A JSON object. Raises ValueError with a sentence."""
    try:
        body = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("It is not UTF-8 text: save it again as UTF-8.") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"Line {error.lineno} is not JSON: {error.msg}.") from None
    except (RecursionError, ValueError):
        raise ValueError("It is JSON that goes too far: too deep, or a number too long.") from None
    if not isinstance(body, dict):
        raise ValueError("It is JSON, but not an object with fields.")
    return body


def read_text(data: bytes) -> str:
    """A source, byte for byte: line ends, marks and blanks stay. Raises ValueError."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"Line {line} is not UTF-8 text: save it again as UTF-8.") from None
    if "\x00" in text:
        raise ValueError("It holds NUL characters, which no page may have.")
    return text


def _encoded(text: str, field: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise CannotFile(
            _(
                "Its {field} holds half a character, which no file can. Open the page and delete "
                "it."
            ).format(field=field)
        ) from None


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    return {str(name): str(value) for name, value in values.items()}
