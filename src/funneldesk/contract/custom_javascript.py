"""What ``custom_javascript`` may hold: script tags, HTML comments, noscript tags (quirk 25).

The same rule serves the editor while typing and the platform when it answers 422.
"""

import re
from dataclasses import dataclass

from funneldesk.contract.markup_tokens import COMMENT_ENDS, TAG, TEXT_ENDS

_SPACE = re.compile(r"\s*+")
_NOSCRIPT_ENDS = re.compile(r"</noscript(?=[ \t\n\f\r/>])", re.IGNORECASE | re.ASCII)
_ALLOWED = {"script": TEXT_ENDS["script"], "noscript": _NOSCRIPT_ENDS}


@dataclass(frozen=True, slots=True)
class ForbiddenCode:
    """The first thing that may not stand in ``custom_javascript``: where, and why in a sentence."""

    offset: int
    message: str


def forbidden_code(text: str) -> ForbiddenCode | None:
    """What makes ``text`` invalid as ``custom_javascript``; None when nothing does.

    Linear in the length of ``text``. What stands inside a noscript element is not looked at.
    """
    at = 0
    while True:
        space = _SPACE.match(text, at)
        at = space.end() if space else at
        if at == len(text):
            return None
        found = _after_piece(text, at)
        if isinstance(found, ForbiddenCode):
            return found
        at = found


def _after_piece(text: str, at: int) -> int | ForbiddenCode:
    """The offset after the comment or element at ``at``, or what is wrong with it."""
    if text.startswith("<!--", at):
        return _after_comment(text, at)
    tag = TAG.match(text, at)
    if tag is None or not tag["close"]:
        return ForbiddenCode(at, "Only script tags may stand here: this is text outside of them.")
    name = tag["tag"].lower()
    if name not in _ALLOWED:
        return ForbiddenCode(
            at, f"Only script, noscript and HTML comments may stand here, not <{name}>."
        )
    if tag["slash"]:
        return ForbiddenCode(at, f"This </{name}> closes nothing.")
    ending = _ALLOWED[name].search(text, tag.end())
    closing = TAG.match(text, ending.start()) if ending else None
    if closing is None or not closing["close"]:
        return ForbiddenCode(at, f"This <{name}> is never closed.")
    return closing.end()


def _after_comment(text: str, at: int) -> int | ForbiddenCode:
    for empty in ("<!-->", "<!--->"):
        if text.startswith(empty, at):
            return at + len(empty)
    ending = COMMENT_ENDS.search(text, at + 4)
    return ending.end() if ending else ForbiddenCode(at, "This comment is never closed.")
