"""What ``custom_javascript`` may hold: scripts, comments and noscript (quirk 25)."""

import re

from funneldesk.contract.markup_tokens import COMMENT_ENDS, TAG, TEXT_ENDS
from funneldesk.desktop.parts.pages.problems import Fix, Problem, ProblemList

_ALLOWED = re.compile(r"<(?:!--|(?P<element>script|noscript)(?=[\s/>]|\Z))", re.IGNORECASE)
_ENDS = {
    "script": TEXT_ENDS["script"],
    "noscript": re.compile(r"</noscript(?=[ \t\n\f\r/>])", re.IGNORECASE | re.ASCII),
}
_ELEMENT_NAME = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
_ONLY = "Only <script>, <noscript> and comments may stand here"


def script_problems(source: str) -> list[Problem]:
    """What the platform would refuse in ``custom_javascript``, in source order.

    Every finding is an error: with any of them the page is not saved. What stands inside of
    ``<noscript>`` is not judged. Linear; never raises.
    """
    problems = ProblemList()
    at = 0
    while at < len(source):
        allowed = _ALLOWED.search(source, at)
        _check_between(source, at, allowed.start() if allowed else len(source), problems)
        if allowed is None:
            break
        name = allowed["element"]
        start = allowed.start()
        at = (
            _after_element(source, start, name.lower(), problems)
            if name
            else (_after_comment(source, start, problems))
        )
    return problems.worst()


def _after_comment(source: str, start: int, problems: ProblemList) -> int:
    for empty in ("<!-->", "<!--->"):
        if source.startswith(empty, start):
            return start + len(empty)
    ending = COMMENT_ENDS.search(source, start + 4)
    if ending:
        return ending.end()
    message = "This comment never ends. Add --> where it should end."
    problems.add((start, start + 4), "error", "unclosed-comment", message)
    return len(source)


def _after_element(source: str, start: int, name: str, problems: ProblemList) -> int:
    opening = TAG.match(source, start)
    if opening is None or not opening["close"]:
        message = f"The tag <{name} never ends. Look for a missing > or quotation mark."
        problems.add((start, start + 1 + len(name)), "error", "unfinished-tag", message)
        return len(source)
    ending = _ENDS[name].search(source, opening.end())
    closing = TAG.match(source, ending.start()) if ending else None
    if closing is None or not closing["close"]:
        message = f"This <{name}> is not closed. Add </{name}> where it should end."
        problems.add(opening.span(), "error", "unclosed-tag", message)
        return len(source)
    return closing.end()


def _check_between(source: str, start: int, end: int, problems: ProblemList) -> None:
    """Between what is allowed only white space may stand."""
    text = source[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    if not text:
        return
    if text[0] != "<" or not _check_tags(source, start, start + len(text), problems):
        fix = (
            () if "<" in text else (Fix("Put it into a <script>", f"<script>\n{text}\n</script>"),)
        )
        message = f"{_ONLY}. Put code between <script> and </script>, and text into the HTML tab."
        problems.add((start, start + len(text)), "error", "stray-text", message, *fix)


def _check_tags(source: str, start: int, end: int, problems: ProblemList) -> bool:
    """Note each element of the text; whether there was any."""
    opened: set[str] = set()
    found = False
    for tag in TAG.finditer(source, start, end):
        name = tag["tag"].lower()
        if not _ELEMENT_NAME.fullmatch(name):
            continue
        if not tag["slash"]:
            opened.add(name)
            message = f"<{name}> is not allowed. {_ONLY}: html belongs into the HTML tab."
        elif name in opened:
            continue
        else:
            message = f"This </{name}> closes nothing. Remove it."
        found = True
        problems.add(tag.span(), "error", "forbidden-element", message)
    return found
