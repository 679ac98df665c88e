"""Text as it is drawn: invisible characters, and those that look like a space, get a sign."""

import re

_SIGNS = {"\r": "␍", "\u00a0": "⍽", "\u2028": "↓", "\u2029": "¶", "\t": "  "}
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\ufff9-\ufffc\ud800-\udfff]"
)


def drawn(text: str) -> str:
    """One line to draw; its own line end is left out. A tab is two spaces wide, any other
    character stays one."""
    line = text.removesuffix("\n")
    if line.isascii() and line.isprintable():
        return line
    return _UNSEEN.sub(lambda found: _SIGNS.get(found[0], "•"), line)
