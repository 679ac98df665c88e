"""A ticket's thread as one page: who wrote when, and what, made fit to be shown."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.contract.message_text import is_html
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.rich_text.blocks import words
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.style.tokens import Tokens
from funneldesk.desktop.kit.web.clean_html import MOST_PLAIN, CleanHtml, clean_html
from funneldesk.desktop.kit.web.marked_html import FIRST_HIT, begin_at_first, mark_words
from funneldesk.desktop.kit.web.quotes import fold_quotes
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.moments import moment

AGENT, SYSTEM = "agent_message", "system_message"
NEWEST = "newest"
_LINK = re.compile(r'(<a [^>]*?)href="([^"]*)"')
_UNDIRECTED = re.compile(r"<(p|div|blockquote|ul|ol|dl|h[1-6]|table|pre)(?=[ >])")
_TABLE = re.compile(r"<(/?)table\b[^>]*>")
_NOBODY = {AGENT: _("Agent"), SYSTEM: _("System")}
MOST_MESSAGES = 500
"""The newest ones are shown; a thread of that length is a machine's."""


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """``blocked``: how many images of other servers were left out; ``remote``: where they are.
    ``begin_at`` is the id of what is to be seen first."""

    html: str
    blocked: int
    remote: tuple[str, ...] = ()
    begin_at: str = NEWEST


def thread_page(
    messages: Sequence[Mapping[str, Any]],
    formats: Formats,
    tokens: Tokens,
    *,
    images: Mapping[str, str] | None = None,
    plain: bool = False,
    sought: str = "",
) -> ThreadPage:
    """The page of a thread. It reads every message: call it in a thread.

    ``images`` are shown in the places of remote ones; ``plain``: as text without any form;
    ``sought``: the words of a search, which are marked."""
    shown, blocked = [], 0
    remote: dict[str, None] = {}
    left_out = max(0, len(messages) - MOST_MESSAGES)
    if left_out:
        said = _("{count:,} older messages are not shown.").format(count=left_out)
        shown.append(f'<p class="note">{html.escape(said)}</p>')
    for place, message in enumerate(messages[left_out:], left_out + 1):
        text, named = str(message.get("message") or ""), str(message.get("message_type") or "")
        if plain:
            body = _plain(text, named)
        else:
            cleaned = clean_html(text, images, named)
            blocked += cleaned.blocked
            remote |= dict.fromkeys(cleaned.remote)
            body = _body(cleaned)
        body = mark_words(body, sought)
        shown.append(_message(message, body, formats, is_newest=place == len(messages)))
    head = f'<!doctype html><meta charset="utf-8"><style>{_style(tokens)}</style>'
    thread = "".join(shown)
    marked = begin_at_first(thread) if sought else thread
    begin_at = NEWEST if marked == thread else FIRST_HIT
    return ThreadPage(f"{head}<body>{marked}</body>", blocked, tuple(remote), begin_at)


def _body(cleaned: CleanHtml) -> str:
    body = _LINK.sub(r'\1href="\2" title="\2"', fold_quotes(cleaned.html))
    body = _with_scrolling_tables(_with_directions(body))
    if cleaned.is_whole:
        return body
    said = _("This message is too long to be shown whole. This is its beginning.")
    return f'<p class="note">{html.escape(said)}</p>{body}'


def _with_directions(body: str) -> str:
    """A message whose blocks are each read in the direction of their letters, unless it says in
    which direction it is read."""
    return body if ' dir="' in body else _UNDIRECTED.sub(r'<\1 dir="auto"', body)


def _with_scrolling_tables(body: str) -> str:
    """A message whose tables scroll by themselves where they are too wide."""
    made, at, depth = [], 0, 0
    for tag in _TABLE.finditer(body):
        depth += -1 if tag[1] else 1
        outermost = depth == (0 if tag[1] else 1)
        end = tag.end() if tag[1] else tag.start()
        if outermost:
            made += [body[at:end], "</div>" if tag[1] else '<div class="wide">']
            at = end
    return "".join((*made, body[at:]))


def _plain(text: str, message_type: str) -> str:
    """A message's words, and where its links lead."""
    told = words(from_html(text), targets=True) if is_html(text, message_type) else text
    return f'<pre class="plain" dir="auto">{html.escape(told[:MOST_PLAIN], quote=False)}</pre>'


def _message(message: Mapping[str, Any], body: str, formats: Formats, *, is_newest: bool) -> str:
    kind = str(message.get("type") or "")
    name = str(message.get("from_name") or "")
    said = {AGENT: _("{name} · agent"), SYSTEM: _("{name} · system")}.get(kind, "{name}")
    who = _NOBODY.get(kind, _("Customer"))
    named = f"<bdi>{html.escape(name)}</bdi>"
    told = html.escape(said).format(name=named) if name else html.escape(who)
    at = moment(message.get("created_at"))
    when = html.escape(formats.moment(at)) if at is not None else ""
    side = "agent" if kind == AGENT else "system" if kind == SYSTEM else "customer"
    mark = html.escape(initials(name or who))
    mark_newest = f' id="{NEWEST}"' if is_newest else ""
    return (
        f'<article class="{side}"{mark_newest}>'
        f'<div class="mark" aria-hidden="true">{mark}</div><section>'
        f"<h2>{told} <time><bdi>{when}</bdi></time></h2>"
        f'<div class="body">{body}</div></section></article>'
    )


def initials(name: str) -> str:
    """One or two letters that stand for somebody."""
    words = [word for word in name.split() if word[:1].isalnum()]
    picked = [words[0], words[-1]] if len(words) > 1 else words
    return "".join(word[0] for word in picked).upper() or "?"


def _style(t: Tokens) -> str:
    return (
        f"html{{color-scheme:{'dark' if t.dark else 'light'};background:{t.surface}}}"
        f"body{{margin:0;padding:16px;font:13px/1.5 Inter,sans-serif;color:{t.text};"
        "overflow-wrap:anywhere}"
        "article{display:flex;gap:12px;margin:0 0 20px}section{flex:1;min-width:0}"
        f".mark{{flex:none;width:28px;height:28px;border-radius:14px;background:{t.accent_soft};"
        f"color:{t.accent};font:600 11px/28px Inter,sans-serif;text-align:center}}"
        f".agent .mark{{background:{t.success_soft};color:{t.success}}}"
        f".system,.note{{color:{t.muted}}}.system section{{border:1px dashed {t.strong};"
        "border-radius:6px;padding:6px 10px}"
        ".typed{white-space:pre-wrap}pre.plain{font-size:13px;margin:0;white-space:pre-wrap}"
        f"a:focus-visible{{outline:2px solid {t.accent}}}"
        f"a:focus-visible::after{{content:' (' attr(href) ')';color:{t.muted}}}"
        f".system .mark{{background:{t.sunken};color:{t.muted}}}"
        f"h2{{margin:2px 0 6px;font:600 13px/1.5 Inter,sans-serif}}time{{font-weight:400;"
        f"font-size:12px;color:{t.muted};margin-left:6px}}"
        ".body,.body :is(p,li,td,th,pre,summary,.typed)"
        ":not([dir=rtl],[dir=ltr],[dir=rtl] *,[dir=ltr] *){unicode-bidi:plaintext}"
        ".wide{overflow-x:auto;max-width:100%}.wide table{overflow-wrap:normal}"
        "p{margin:0 0 10px}section div :is(h1,h2,h3,h4,h5,h6){font-size:14px;margin:0 0 8px}"
        f"a{{color:{t.accent}}}img{{max-width:100%;height:auto}}"
        f"pre,code{{font-family:'JetBrains Mono',monospace;font-size:12px;white-space:pre-wrap}}"
        f"blockquote{{margin:6px 0;padding:0 0 0 12px;border-left:2px solid {t.line};"
        f"color:{t.muted}}}summary{{color:{t.muted};cursor:pointer;font-size:12px}}"
        f"mark{{background:{t.warning_soft};color:{t.warning};border-radius:3px}}"
        f"table{{border-collapse:collapse}}td,th{{border:1px solid {t.line};padding:4px 8px}}"
    )
