"""Quoted text of a message, folded behind a line that unfolds it, without a script.

Most programs quote in blockquotes (Gmail, Apple Mail, Thunderbird), often below a sentence that
says who wrote. Outlook writes the head of the message that it answers instead, and plain text has
``>`` before each line. Only quotes after the last answer are folded: an answer between quotes can
be read without unfolding anything, below what it answers.
"""

import html
import re
from dataclasses import dataclass
from itertools import islice

from funneldesk.desktop.kit.web.quote_heads import (
    any_sender,
    begins_sentence,
    fields,
    is_sentence,
    original_at,
)
from funneldesk.desktop.local.texts import _

_MOST_HEADS, _TO_SENT, _TO_MORE = 40, 600, 1_200
"""Heads that are looked at, and characters from one to its fields."""
_MOST_LINES = 3
"""Lines that the sentence above a quote may take."""
_TAG = re.compile(r"<(/?)([a-z0-9]+)[^<>]*>")
_VOID = frozenset(("br", "hr", "img"))
_INLINE = frozenset(
    ("a", "b", "code", "del", "em", "i", "ins", "q", "s", "small", "span", "strike", "strong")
)
_OPENING = re.compile(r"<(?:p|div|b|strong|span|hr)(?: [^<>]*)?>\s*\Z")
_LONGEST_OPENING = 60
_RULE = re.compile(r"(?:[_\u2500]{8,}|<br>)\s*\Z")
_QUOTED_LINES = re.compile(
    r'(?:(?<=<p>)|(?<=<br>)|(?<="typed">))(?:&gt;(?:(?!<br>|</p>|</div>).)*(?:<br>)?)+', re.S
)
_SIGNATURE = re.compile(r"\A(?:\s|<br>|</?(?:p|div|span)[^<>]*>)*-- ?(?:<|\n|\Z)")


_Line = tuple[int, int, str]
"""Where a line begins and ends, and its words."""


@dataclass(frozen=True, slots=True)
class _Quote:
    start: int
    end: int
    is_block: bool = False
    """It begins with its own blockquote."""


def fold_quotes(cleaned: str) -> str:
    """Cleaned html with what it quotes after its last answer folded."""
    quotes = _quotes(cleaned)
    if not any(_says_something(text) for text in _outside(cleaned, quotes)):
        return cleaned  # A message that is nothing but a quote stays open.
    for quote in reversed(_after_the_last_answer(cleaned, quotes)):
        cleaned = _folded(cleaned, quote)
    return cleaned


def _quotes(cleaned: str) -> list[_Quote]:
    """The quotes of a message one behind the other, with the sentences above them."""
    found = [_Quote(start, end, is_block=True) for start, end in _blocks(cleaned)]
    for lines in _QUOTED_LINES.finditer(cleaned):
        if not any(each.start <= lines.start() < each.end for each in found):
            found.append(_Quote(lines.start(), lines.end()))
    found.sort(key=lambda each: each.start)
    rest = _rest(cleaned, found)
    if rest >= 0:
        found = [each for each in found if each.end <= rest] + [_Quote(rest, len(cleaned))]
    ends = (0, *(each.end for each in found))
    return [_with_sentence(cleaned, each, end) for end, each in zip(ends, found, strict=False)]


def _blocks(cleaned: str) -> list[tuple[int, int]]:
    """The outermost blockquotes."""
    found: list[tuple[int, int]] = []
    depth = start = 0
    for tag in re.finditer(r"<(/?)blockquote[^<>]*>", cleaned):
        if not tag[1]:
            start = start if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                found.append((start, tag.end()))
    return found


def _rest(cleaned: str, found: list[_Quote]) -> int:
    """From where on all is another message: below its head, or a sentence without a mark; -1."""
    found_at = _head(cleaned), original_at(cleaned), _sentence(cleaned, found)
    places = [at for at in found_at if at >= 0]
    outside = [at for at in places if not any(each.start <= at < each.end for each in found)]
    return _with_tags(cleaned, min(outside)) if outside else -1


def _head(cleaned: str) -> int:
    """Where the head of another message begins: who wrote, when, and to whom or about what."""
    for found in islice(any_sender().finditer(cleaned), _MOST_HEADS):
        at, end = found.start(), found.end()
        for names in fields():
            if (
                names.sender.match(cleaned, at)
                and names.sent.search(cleaned, end, end + _TO_SENT)
                and names.more.search(cleaned, end, end + _TO_MORE)
            ):
                return at
    return -1


def _sentence(cleaned: str, found: list[_Quote]) -> int:
    """Where a sentence such as "On 7 May 2026, Ana <ana@…> wrote:" begins above text that nothing
    else marks as a quote; -1 for nowhere."""
    lines = _lines(cleaned)
    for place, (_start, end, text) in enumerate(lines):
        first = (
            _sentence_above(
                cleaned, lines[max(0, place + 1 - _MOST_LINES) : place + 1], strict=True
            )
            if text
            else -1
        )
        if first < 0:
            continue
        following = next((q.start for q in found if q.start >= end), len(cleaned))
        if _says_something(cleaned[end:following]):
            return first
    return -1


def _sentence_above(cleaned: str, lines: list[_Line], *, strict: bool) -> int:
    """Where the sentence begins that ends with the last of these lines; -1 for none."""
    for count in range(1, min(_MOST_LINES, len(lines)) + 1):
        if not is_sentence(" ".join(text for _s, _e, text in lines[-count:]), strict=strict):
            continue
        at = len(lines) - count
        while at and len(lines) - at < _MOST_LINES and begins_sentence(lines[at - 1][2]):
            if cleaned.count("<", lines[at - 1][1], lines[at][0]) > 1:
                break  # An empty line parts them.
            at -= 1
        return lines[at][0]
    return -1


def _lines(cleaned: str) -> list[_Line]:
    """The lines of html: where each begins and ends, and its words."""
    made: list[_Line] = []
    start = 0
    breaks = (t for t in _TAG.finditer(cleaned) if t[2] not in _INLINE and t[2] != "img")
    for at, end in (*((tag.start(), tag.end()) for tag in breaks), (len(cleaned), len(cleaned))):
        if at > start:
            made.append((start, at, html.unescape(_TAG.sub("", cleaned[start:at])).strip()))
        start = end
    return made


def _with_sentence(cleaned: str, quote: _Quote, begin: int) -> _Quote:
    """A quote with the sentence above it, where its tags can go along."""
    above = cleaned[begin : quote.start]
    first = _sentence_above(above, [line for line in _lines(above) if line[2]], strict=False)
    start = _balanced(cleaned, begin + first, quote.end) if first >= 0 else -1
    return quote if start < begin else _Quote(start, quote.end)


def _balanced(cleaned: str, start: int, end: int) -> int:
    """A place at or before ``start`` from which on no tag closes that was not opened; -1."""
    depth = lowest = 0
    for tag in _TAG.finditer(cleaned, start, end):
        if tag[2] not in _VOID:
            depth += -1 if tag[1] else 1
            lowest = min(lowest, depth)
    for _each in range(-lowest):
        opening = _OPENING.search(cleaned, max(0, start - _LONGEST_OPENING), start)
        if opening is None:
            return -1
        start = opening.start()
    return start


def _outside(cleaned: str, quotes: list[_Quote]) -> list[str]:
    """What stands before, between and behind the quotes."""
    ends = [0, *(each.end for each in quotes)]
    starts = [*(each.start for each in quotes), len(cleaned)]
    return [cleaned[end:start] for end, start in zip(ends, starts, strict=True)]


def _after_the_last_answer(cleaned: str, quotes: list[_Quote]) -> list[_Quote]:
    behind = _outside(cleaned, quotes)[1:]
    place = len(quotes)
    while place and not _says_something(behind[place - 1]):
        place -= 1
    return quotes[place:]


def _says_something(text: str) -> bool:
    """Whether there are words, other than a signature."""
    if _SIGNATURE.match(text):
        return False
    return bool(_TAG.sub("", text).replace("&nbsp;", "").strip()) or "<img" in text


def _with_tags(cleaned: str, at: int) -> int:
    """A place, or that of the line and the tags that open just before it."""
    while True:
        begin = max(0, at - _LONGEST_OPENING)
        opening = _OPENING.search(cleaned, begin, at) or _RULE.search(cleaned, begin, at)
        if opening is None:
            return at
        at = opening.start()


def _folded(cleaned: str, quote: _Quote) -> str:
    """All of a quote in a fold, with the tags that go over it in both."""
    title = html.escape(_("Quoted text"))
    opened, closed = f"<details><summary>{title}</summary>", "</details>"
    inner = cleaned[quote.start : quote.end]
    if not quote.is_block and "<blockquote" not in inner:
        opened, closed = f"{opened}<blockquote>", f"</blockquote>{closed}"
    around: list[str] = []
    for tag in _TAG.finditer(cleaned, 0, quote.start):
        if tag[2] in _VOID:
            continue
        if tag[1]:
            del around[-1:]
        else:
            around.append(tag[0])
    if quote.end < len(cleaned):  # It closes what it opens: it stands within its tags.
        return f"{cleaned[: quote.start]}{opened}{inner}{closed}{cleaned[quote.end :]}"
    ends = "".join(f"</{_name(tag)}>" for tag in reversed(around))
    return f"{cleaned[: quote.start]}{ends}{opened}{''.join(around)}{inner}{closed}"


def _name(tag: str) -> str:
    found = _TAG.match(tag)
    return found[2] if found else ""
