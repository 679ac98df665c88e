"""Slugs made from titles (document: Page, ``slug``; quirk 26)."""

import re
import unicodedata
from collections.abc import Collection

LONGEST = 255

_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]*", re.ASCII)
_OTHER = re.compile("[^a-z0-9]+")
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def is_slug(text: str) -> bool:
    """Whether the text can be a slug at all."""
    return _SLUG.fullmatch(text) is not None and len(text) <= LONGEST


def checked_slug(text: str) -> str:
    """A slug that was sent. Raises ValueError with a sentence for its field."""
    if not is_slug(text):
        raise ValueError(
            "The slug may hold letters, digits, dots, dashes and underscores, "
            "and begins with a letter or digit."
        )
    return text


def slug_of(title: str, *, nothing: str = "page") -> str:
    """The title in lower-case ASCII words joined by dashes; ``nothing`` when nothing is left."""
    folded = unicodedata.normalize("NFKD", title.lower().translate(_LETTERS))
    ascii_only = folded.encode("ascii", "ignore").decode("ascii")
    return _OTHER.sub("-", ascii_only).strip("-")[:LONGEST].strip("-") or nothing


def free_slug(wanted: str, taken: Collection[str]) -> str:
    """``wanted``, or the first of ``wanted-2``, ``wanted-3``, … that is not taken."""
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        ending = f"-{number}"
        candidate = wanted[: LONGEST - len(ending)].rstrip("-") + ending
    return candidate


def stem(wanted: str) -> str:
    """What every candidate of ``free_slug(wanted, …)`` begins with, however long it is."""
    return wanted[: LONGEST - 12].rstrip("-")
