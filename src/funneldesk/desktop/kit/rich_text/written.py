"""Rich text as html: few tags, always written in the same way.

What is written passes ``clean_html`` as it is, and read again gives the same html. Blanks in a row,
which html would draw as one, are written as blanks and no-break blanks in turn.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from funneldesk.desktop.kit.rich_text.blocks import BREAK, Block, Run, tidy

_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]]")
_FORMS: tuple[tuple[Callable[[Run], str], str, str], ...] = (
    (lambda run: run.link, '<a href="{}" rel="noopener noreferrer">', "</a>"),
    (lambda run: "1" if run.bold else "", "<strong>", "</strong>"),
    (lambda run: "1" if run.italic else "", "<em>", "</em>"),
    (lambda run: "1" if run.code else "", "<code>", "</code>"),
)
"""From the outside in: a form's value of a run ("" for none), and the tags around it."""


def to_html(blocks: Iterable[Block], *, link_addresses: bool = False) -> str:
    """Html of p, br, strong, em, code, a, ul, ol, li and blockquote; "" for nothing at all.

    ``link_addresses``: addresses in the text become links."""
    made = tidy(blocks)
    if not any(block.text or block.kind or block.quote for block in made) and len(made) < 2:
        return ""
    return "".join(_quoted(made, 0, link_addresses))


def _quoted(blocks: Sequence[Block], depth: int, link: bool) -> Iterator[str]:
    for deeper, quoted in groupby(blocks, key=lambda block: block.quote > depth):
        inside = list(quoted)
        if deeper:
            yield f"<blockquote>{''.join(_quoted(inside, depth + 1, link))}</blockquote>"
            continue
        for is_list, group in groupby(inside, key=lambda block: bool(block.kind)):
            lines = list(group)
            yield from _listed(lines, 1, link) if is_list else _paragraphs(lines, link)


def _listed(blocks: Sequence[Block], level: int, link: bool) -> Iterator[str]:
    starts = [place for place, block in enumerate(blocks) if block.level == level]
    ends = [*starts[1:], len(blocks)]
    items = [blocks[at:end] for at, end in zip(starts, ends, strict=False)]
    for kind, group in groupby(items, key=lambda item: item[0].kind):
        inside = "".join(
            f"<li>{_line(item[0].runs, link)}{''.join(_listed(item[1:], level + 1, link))}</li>"
            for item in group
        )
        yield f"<{kind}>{inside}</{kind}>"


def _paragraphs(lines: Sequence[Block], link: bool) -> Iterator[str]:
    """Empty lines between two paragraphs part them; each one more is an empty paragraph."""
    place = 0
    for empty, group in groupby(lines, key=lambda line: not line.text):
        inside = list(group)
        between = 0 < place < len(lines) - len(inside)
        place += len(inside)
        if empty:
            yield "<p><br></p>" * (len(inside) - between)
        else:
            yield f"<p>{'<br>'.join(_line(line.runs, link) for line in inside)}</p>"


def _line(runs: Sequence[Run], link: bool) -> str:
    runs = [part for run in runs for part in _with_links(run)] if link else runs
    told = "".join(run.text for run in runs)
    marked = _keep_blanks(told)
    at, shown = 0, []
    for run in runs:
        shown.append((run, marked[at : at + len(run.text)]))
        at += len(run.text)
    end = "<br>" if told.endswith(BREAK) else ""  # The last one of a line draws nothing.
    return _formed(shown, 0) + end


def _formed(runs: Sequence[tuple[Run, str]], form: int) -> str:
    if form == len(_FORMS):
        text = html.escape("".join(text for _, text in runs), quote=False)
        return text.replace("\xa0", "&nbsp;").replace(BREAK, "<br>")
    value_of, opening, closing = _FORMS[form]
    made = []
    for value, group in groupby(runs, key=lambda each: value_of(each[0])):
        inside = _formed(list(group), form + 1)
        made.append(f"{opening.format(html.escape(value))}{inside}{closing}" if value else inside)
    return "".join(made)


def _keep_blanks(text: str) -> str:
    """Blanks at the ends of a line, and every second one in a row, as no-break blanks."""
    made: list[str] = []
    for place, char in enumerate(text):
        before = made[-1] if made else BREAK
        after = text[place + 1] if place + 1 < len(text) else BREAK
        lost = char == " " and (before in (" ", BREAK) or after == BREAK)
        made.append("\xa0" if lost else char)
    return "".join(made)


def _with_links(run: Run) -> Iterator[Run]:
    """A run whose addresses are links."""
    at = 0
    found = () if run.link or run.code else _ADDRESS.finditer(run.text)
    for address in found:
        yield Run(run.text[at : address.start()], run.bold, run.italic)
        yield Run(address[0], run.bold, run.italic, link=address[0])
        at = address.end()
    yield Run(run.text[at:], run.bold, run.italic, run.code, run.link)
