"""Texts as they may stand in a letter's head: one line, nothing that no store takes."""

import re

LONGEST_SUBJECT = 255

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_HALF = re.compile("[\ud800-\udfff\0]")


def one_line(text: str, longest: int = LONGEST_SUBJECT) -> str:
    """``text`` as it may stand in a header: one line, no control characters, not too long."""
    return _CONTROLS.sub(" ", storable(text)).strip()[:longest].strip()


def storable(text: str) -> str:
    """``text`` without what no database takes: NUL and halves of surrogate pairs."""
    return _HALF.sub("", text)
