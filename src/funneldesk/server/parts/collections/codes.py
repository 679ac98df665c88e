"""Codes made from names: of collections and of their fields (quirk 47)."""

import re
import unicodedata
from collections.abc import Collection

TAKEN_BY_ENTRIES = frozenset({"id", "title", "created_at", "updated_at"})
"""The keys that stand beside the values of an entry: no field may have one of them as its code."""

_LONGEST = 100
_OTHER = re.compile("[^a-z0-9]+")
_LITERALS = frozenset({"all"})


def collection_code(name: str, taken: Collection[str]) -> str:
    """A code for a collection: never a number alone, since a path takes an id or a code."""
    code = _plain(name, "-") or "collection"
    if code.isdigit():
        code = f"collection-{code}"
    return _free(code, {*taken, *_LITERALS}, "-")


def code_stem(name: str) -> str:
    """What the code of a collection of this name begins with."""
    return collection_code(name, ())


def field_code(name: str, taken: Collection[str]) -> str:
    """A code for a field that is unlike ``taken`` and unlike an entry's own keys."""
    code = _plain(name, "_") or "field"
    if code in TAKEN_BY_ENTRIES:
        code = f"field_{code}"
    return _free(code, {*taken, *TAKEN_BY_ENTRIES}, "_")


def _plain(name: str, joint: str) -> str:
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub(joint, letters)[:_LONGEST].strip(joint)


def _free(code: str, taken: Collection[str], joint: str) -> str:
    number, free = 1, code
    while free in taken:
        number += 1
        free = f"{code}{joint}{number}"
    return free
