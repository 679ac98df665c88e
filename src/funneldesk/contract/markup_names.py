"""Names in split-test markup: written in place, unique, and free of what nobody could read."""

import re
from collections.abc import Collection
from itertools import count

from funneldesk.contract.markup import Block, Edit, Variant
from funneldesk.contract.markup_tokens import BLOCK, VARIANT, Attribute, attributes_at

LONGEST_NAME = 255
"""Characters; the platform's record of a test holds no more."""

_BARE = re.compile(r"[^ \t\n\f\r\"'`=<>&/]+")
_UNREADABLE = re.compile("[\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def name_problem(name: str, taken: Collection[str]) -> str | None:
    """Why ``name`` cannot be given, as a sentence; None when it can. ``taken`` are the others."""
    name = name.strip()
    if not name:
        return "A name is needed: the statistics show it."
    if len(name) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} characters; this one has {len(name)}."
    if _UNREADABLE.search(name):
        return "A name is one line of text, without control characters."
    if name in {other.strip() for other in taken}:
        return f"“{name}” is taken already: in the statistics the two would look the same."
    return None


def free_letter(taken: Collection[str]) -> str:
    """The first of A, B, C … Z, then A2, B2 …, that is no name yet."""
    names = {name.strip() for name in taken}
    for turn in count(1):
        for letter in _LETTERS:
            name = letter if turn == 1 else f"{letter}{turn}"
            if name not in names:
                return name
    raise AssertionError("count never ends")


def copy_name(name: str, taken: Collection[str]) -> str:
    """A free name for a copy: ``Calm copy``, ``Calm copy 2`` and so on."""
    names = {other.strip() for other in taken}
    base = f"{name.strip()[: LONGEST_NAME - 12] or 'variant'} copy"
    if base not in names:
        return base
    return next(made for number in count(2) if (made := f"{base} {number}") not in names)


def rename_edit(html: str, element: Block | Variant, name: str) -> Edit:
    """The smallest change that gives a block or a variant of this ``html`` another name.

    The attribute's quotes stay; quotes are added where the name needs them. Raises ValueError
    for a name that has none of its characters in a readable line (see ``name_problem``).
    """
    problem = name_problem(name, ())
    if problem:
        raise ValueError(problem)
    is_block = isinstance(element, Block)
    opened = element.open_end if isinstance(element, Block) else element.inner_start
    attribute = attribute_of(html, element.start, opened, "name")
    if attribute is None:
        place = element.start + len(f"<{BLOCK if is_block else VARIANT}")
        return Edit(place, place, f' name="{quoted(name)}"')
    if attribute.value_span is None:
        return Edit(attribute.end, attribute.end, f'="{quoted(name)}"')
    start, end = attribute.value_span
    mark = html[start - 1]
    if mark in "\"'":
        return Edit(start, end, quoted(name, mark))
    bare = _BARE.fullmatch(name.strip())
    return Edit(start, end, name.strip() if bare else f'"{quoted(name)}"')


def attribute_of(html: str, start: int, end: int, name: str) -> Attribute | None:
    """An attribute of the start tag at ``html[start:end]`` by its lower-case name."""
    return next((a for a in attributes_at(html, start, end) if a.name == name), None)


def quoted(name: str, mark: str = '"') -> str:
    """A name as it stands between quotation marks."""
    entity = "&quot;" if mark == '"' else "&#39;"
    return name.strip().replace("&", "&amp;").replace(mark, entity)
