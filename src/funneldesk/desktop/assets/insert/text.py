"""What is written into a source for files of the brand: the form that fits the place."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Literal

from funneldesk.contract.markup_tags import tags
from funneldesk.contract.markup_tokens import attributes_at
from funneldesk.desktop.assets.addresses import Addressed, addresses, encoded

Place = Literal["html", "css", "address"]
"""``address``: inside of a value, a tag, a script or ``url(``, where only the address fits."""

_TEXTS = frozenset({"script", "style", "textarea", "title"})


def place_at(text: str, offset: int, language: str) -> Place:
    """What stands around an offset; ``language`` is ``html`` or ``css``. Never raises."""
    return _in_css(text[:offset]) if language == "css" else _in_html(text, offset)


def inserted(text: str, offset: int, language: str, files: Sequence[Addressed]) -> str:
    """The text for some files at an offset: in html a tag each, below each other with the line's
    own indentation; in css ``url(…)``."""
    place = place_at(text, offset, language)
    files = [replace(file, src=_anywhere(file.src)) for file in files]
    if place == "address":
        return ", ".join(escape(encoded(file.src)) for file in files)
    if place == "css":
        return ", ".join(addresses("css", [file]) for file in files)
    newline = "\r\n" if "\r\n" in text else "\n"
    return f"{newline}{_indentation(text, offset)}".join(_tag(file) for file in files)


def at_home(file: Addressed, base_url: str) -> Addressed:
    """With a bare path where the file stands on the platform itself: it then goes along when the
    platform gets another name."""
    home = f"{base_url.rstrip('/')}/"
    if not base_url or not file.src.startswith(home):
        return file
    return replace(file, src=file.src[len(home) - 1 :], srcset=file.srcset.replace(home, "/"))


def _in_html(text: str, offset: int) -> Place:
    held = ""
    opened = 0
    for tag in tags(text):
        if tag.start >= offset:
            break
        if offset < tag.end or (not tag.complete and offset <= tag.end):
            return _in_tag(text, tag.start, tag.end, offset)
        held, opened = ("", 0) if tag.is_end else (tag.name, tag.end)
    if held == "style":
        return _in_css(text[opened:offset])
    return "address" if held in _TEXTS else "html"


def _in_tag(text: str, start: int, end: int, offset: int) -> Place:
    for attribute in attributes_at(text, start, end):
        span = attribute.value_span
        if attribute.name == "style" and span and span[0] <= offset <= span[1]:
            return _in_css(text[span[0] : offset])
    return "address"


def _in_css(before: str) -> Place:
    """Within an open ``url(`` or an open text only the address fits."""
    opened = before.lower().rfind("url(")
    if opened >= 0 and ")" not in before[opened:]:
        return "address"
    line = before[before.rfind("\n") + 1 :]
    return "address" if line.count('"') % 2 or line.count("'") % 2 else "css"


def _anywhere(src: str) -> str:
    """The address without what would end it anywhere: quotation marks, brackets, commas, ``&``."""
    address = encoded(src)
    for character in "'(),;&":
        address = address.replace(character, f"%{ord(character):02X}")
    return address


def _tag(file: Addressed) -> str:
    source = escape(encoded(file.src))
    ending = file.path.rpartition(".")[2].lower()
    if ending == "css":
        return f'<link rel="stylesheet" href="{source}">'
    if ending in ("js", "mjs"):
        kind = ' type="module"' if ending == "mjs" else ""
        return f'<script{kind} src="{source}"></script>'
    if file.kind in ("image", "vector", "video"):
        return addresses("img", [file])
    return source


def _indentation(text: str, offset: int) -> str:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip(" \t"))]
