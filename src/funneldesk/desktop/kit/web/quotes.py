"""What a message only repeats, behind a line that unfolds it, without a script.

Most programs quote in blockquotes (Gmail, Apple Mail, Thunderbird). Outlook writes the head of the
message that it answers instead, and plain text has ``>`` before each line.
"""

import html
import re
from itertools import islice

from funneldesk.desktop.local.texts import _

_MARK = r"\s?:(?:\s|&nbsp;|</?(?:b|strong|span)>)"
_FROM = re.compile(rf"\b(?:From|Von|De|Da|Van|Från|Fra|Od|От){_MARK}")
_SENT = re.compile(
    r"\b(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Data|Inviato|Verzonden|Skickat"
    rf"|Sendt|Отправлено){_MARK}"
)
_TO = re.compile(rf"\b(?:To|An|À|Para|A|Aan|Till|Til|Do|Кому){_MARK}")
_ORIGINAL = re.compile(
    r"---\s?(?:Original\sMessage|Ursprüngliche\sNachricht|Message\sd'origine|Mensaje\soriginal"
    r"|Messaggio\soriginale)\s?---",
    re.I,
)
_MOST_HEADS, _TO_SENT, _TO_TO = 20, 500, 1_000
"""Heads that are looked at, and characters from one to its parts."""
_OPENING = re.compile(r"<(?:p|div|b|strong|span|hr)>\s*\Z")
_LONGEST_OPENING = 40
_TAG = re.compile(r"<(/?)([a-z0-9]+)[^<>]*>")
_VOID = frozenset(("br", "hr", "img"))
_QUOTED_LINES = re.compile(r"(?:(?<=<p>)|(?<=<br>))(?:&gt;(?:(?!<br>|</p>).)*(?:<br>)?)+", re.S)


def fold_quotes(cleaned: str) -> str:
    """Cleaned html with what it quotes folded."""
    title = html.escape(_("Quoted text"))
    opened = f"<details><summary>{title}</summary><blockquote>"
    closed = "</blockquote></details>"
    cleaned = cleaned.replace("<blockquote>", opened).replace("</blockquote>", closed)
    cleaned = _QUOTED_LINES.sub(lambda found: f"{opened}{found[0]}{closed}", cleaned)
    heads = [at for at in (_head(cleaned), _original(cleaned)) if at >= 0]
    if not heads or not _says_something(cleaned[: min(heads)]):
        return cleaned
    return _split(cleaned, min(heads), opened, closed)


def _head(cleaned: str) -> int:
    """Where the head of another message begins: who, when, to whom; -1 for nowhere."""
    for found in islice(_FROM.finditer(cleaned), _MOST_HEADS):
        at, end = found.start(), found.end()
        if _SENT.search(cleaned, end, end + _TO_SENT) and _TO.search(cleaned, end, end + _TO_TO):
            return _with_tags(cleaned, at)
    return -1


def _original(cleaned: str) -> int:
    found = _ORIGINAL.search(cleaned)
    return _with_tags(cleaned, len(cleaned[: found.start()].rstrip("-"))) if found else -1


def _with_tags(cleaned: str, at: int) -> int:
    """A place, or that of the tags that open just before it."""
    while opening := _OPENING.search(cleaned, max(0, at - _LONGEST_OPENING), at):
        at = opening.start()
    return at


def _says_something(text: str) -> bool:
    """A message that is nothing but a quote stays open."""
    return bool(_TAG.sub("", text).replace("&nbsp;", "").strip())


def _split(cleaned: str, at: int, opened: str, closed: str) -> str:
    """All from a place on in ``opened`` and ``closed``, with the tags that go over it in both."""
    around: list[str] = []
    for tag in _TAG.finditer(cleaned, 0, at):
        if tag[1]:
            del around[-1:]
        elif tag[2] not in _VOID:
            around.append(tag[0])
    ends = "".join(f"</{_name(tag)}>" for tag in reversed(around))
    return f"{cleaned[:at]}{ends}{opened}{''.join(around)}{cleaned[at:]}{closed}"


def _name(tag: str) -> str:
    found = _TAG.match(tag)
    return found[2] if found else ""
