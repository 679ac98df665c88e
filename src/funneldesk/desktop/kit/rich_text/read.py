"""Html of anybody read as rich text: of browsers, word processors, mails, and of our own.

It is cleaned first, so that only a tree of known tags is read. What has no form here (tables,
headings, colours) keeps its text.
"""

import re
from dataclasses import dataclass, field, replace
from html import unescape
from html.parser import HTMLParser

from funneldesk.contract.html_words import without_pictures
from funneldesk.desktop.kit.rich_text.blocks import (
    BREAK,
    LINK_SCHEMES,
    Block,
    Kind,
    Run,
    link_target,
    of_text,
    tidy,
)

MOST_CHARACTERS, MOST_TAGS = 1_000_000, 20_000
"""Beyond either it is read as text."""
MOST_CLEAN_CHARACTERS, MOST_CLEAN_TAGS = 200_000, 6_000
"""The same once styles and scripts are gone."""
_PARAGRAPHS = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr", "table", "dl"))
_LINES = frozenset(("div", "section", "article", "header", "footer", "main", "tr", "dt", "dd"))
_INLINE = frozenset(("a", "b", "strong", "i", "em", "cite", "code", "tt", "kbd", "samp", "span"))
_LISTS = frozenset(("ul", "ol", "li", "blockquote", "br", "img", "td", "th", "tbody", "thead"))
_DROPPED = {"script", "style", "title", "template", "noscript", "svg", "math", "select", "textarea"}
_VOID = frozenset(("br", "hr", "img"))
_A_TAG = re.compile(r"<[a-zA-Z!/][^<>]*>")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_NUMBER = re.compile(r"\s*\(?\w{1,5}[.)]")
_MSO_LEVEL = re.compile(r"\blevel([1-9])")


@dataclass(frozen=True, slots=True)
class _Form:
    bold: bool = False
    italic: bool = False
    code: bool = False
    link: str = ""
    pre: bool = False
    hidden: bool = False
    kind: Kind = ""
    level: int = 0
    quote: int = 0
    item: int = 0

    def run(self, text: str) -> Run:
        return Run(text, self.bold, self.italic, self.code, self.link)


@dataclass(slots=True)
class _Line:
    form: _Form
    paragraph: int
    runs: list[Run] = field(default_factory=list)
    is_fresh: bool = True


def from_html(text: str) -> list[Block]:
    """The blocks of html. Takes as long as the text is."""
    text = without_pictures(text)
    if len(text) > MOST_CHARACTERS or text.count("<") > MOST_TAGS:
        return _as_text(text)
    import nh3  # Loads a library of its own: only who reads html needs it.

    cleaned = nh3.clean(
        text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
        tags=set(_PARAGRAPHS | _LINES | _INLINE | _LISTS),
        clean_content_tags=_DROPPED,
        attributes={"*": {"style"}, "a": {"href"}, "img": {"alt"}},
        url_schemes=set(LINK_SCHEMES),
        link_rel=None,
    )
    if len(cleaned) > MOST_CLEAN_CHARACTERS or cleaned.count("<") > MOST_CLEAN_TAGS:
        return _as_text(cleaned)
    reader = _Reader()
    reader.feed(cleaned)
    reader.close()
    return tidy(reader.blocks())


def _as_text(text: str) -> list[Block]:
    return of_text(unescape(_A_TAG.sub(" ", text[:MOST_CLEAN_CHARACTERS])))


class _Reader(HTMLParser):
    """Reads a well-formed tree."""

    def __init__(self) -> None:
        super().__init__()
        self._forms = [_Form()]
        self._lines: list[_Line] = []
        self._runs: list[Run] = []
        self._blank: _Form | None = None
        self._paragraph = self._items = 0
        self._ignored = ""

    def blocks(self) -> list[Block]:
        """All that was read. An empty line parts two paragraphs, as ``written`` has it."""
        self._end_line()
        made: list[Block] = []
        before, is_begun = _Line(_Form(quote=-1), 0), False
        for line in self._lines:
            form = line.form
            if form.kind or before.form.kind or before.form.quote != form.quote:
                is_begun = False
            if is_begun and line.runs and before.paragraph != line.paragraph:
                made.append(Block(quote=form.quote))
            made.append(Block(tuple(line.runs), form.kind, form.level, form.quote))
            before, is_begun = line, is_begun or bool(line.runs)
        return made

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        given = {name: value or "" for name, value in attrs}
        if tag in _PARAGRAPHS or tag in ("blockquote", "li", "ul", "ol") or tag in _LINES:
            self._end_line()
            self._paragraph += tag in _PARAGRAPHS
        if tag == "br":
            self._end_line(forced=True)
        elif tag == "img":
            self._say(given.get("alt", ""))
        if tag not in _VOID:
            self._forms.append(self._formed(tag, given))
        if tag == "li":
            self._lines.append(_Line(self._form, self._paragraph))

    def handle_endtag(self, tag: str) -> None:
        """A tag closes."""
        if tag in _VOID:
            return
        if tag in ("td", "th"):
            self._say(" ")
        if tag in _PARAGRAPHS or tag in ("blockquote", "li", "ul", "ol") or tag in _LINES:
            self._end_line()
            self._paragraph += tag in _PARAGRAPHS
        form = self._forms.pop()
        if form.hidden and not self._form.hidden and self._form.kind and form.item < 0:
            kind: Kind = "ol" if _NUMBER.match(self._ignored) else "ul"
            self._forms = [replace(f, kind=kind) if f.item == form.item else f for f in self._forms]

    def handle_data(self, data: str) -> None:
        """Text."""
        if self._form.hidden:
            self._ignored += data
        elif self._form.pre:
            first, *rest = data.split("\n")
            self._put(first)
            for line in rest:
                self._end_line(forced=True)
                self._put(line)
        else:
            self._say(data)

    @property
    def _form(self) -> _Form:
        return self._forms[-1]

    def _formed(self, tag: str, given: dict[str, str]) -> _Form:
        form = self._form
        if tag in ("b", "strong", "th") or tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            form = replace(form, bold=True)
        elif tag in ("i", "em", "cite"):
            form = replace(form, italic=True)
        elif tag in ("code", "tt", "kbd", "samp"):
            form = replace(form, code=True)
        elif tag == "a":
            form = replace(form, link=link_target(given.get("href", "")))
        elif tag == "pre":
            form = replace(form, pre=True)
        elif tag == "blockquote":
            form = replace(form, quote=form.quote + 1)
        elif tag in ("ul", "ol"):
            form = replace(form, kind="ul" if tag == "ul" else "ol", level=form.level + 1)
        elif tag == "li":
            self._items += 1
            level = max(1, form.level)
            form = replace(form, kind=form.kind or "ul", level=level, item=self._items)
        return self._styled(form, tag, given.get("style", "")) if "style" in given else form

    def _styled(self, form: _Form, tag: str, style: str) -> _Form:
        """What word processors and browsers say by styles alone."""
        said = {
            name.strip().lower(): value.strip().lower()
            for name, _, value in (part.partition(":") for part in style.split(";"))
        }
        weight = said.get("font-weight", "")
        if weight:
            heavy = weight.isdecimal() and int(weight[:4]) >= 600
            form = replace(form, bold=heavy or weight in ("bold", "bolder"))
        if slant := said.get("font-style", ""):
            form = replace(form, italic=slant in ("italic", "oblique"))
        if said.get("white-space", "").startswith("pre"):
            form = replace(form, pre=True)
        listed = said.get("mso-list", "")
        if listed == "ignore" or said.get("display") == "none" or said.get("mso-hide") == "all":
            self._ignored = ""
            return replace(form, hidden=True)
        if tag == "p" and (found := _MSO_LEVEL.search(listed)):
            self._items += 1
            form = replace(form, kind="ul", level=int(found[1]), item=-self._items)
        return form

    def _say(self, text: str) -> None:
        """Text whose blanks in a row are one."""
        text = _BLANKS.sub(" ", text)
        if text.startswith(" ") and self._blank is None and self._runs:
            self._blank = self._form
        self._put(text.strip(" "))
        if text.endswith(" ") and self._blank is None and self._runs:
            self._blank = self._form

    def _put(self, text: str) -> None:
        if text:
            if self._blank is not None:
                self._runs.append(self._blank.run(" "))
                self._blank = None
            self._runs.append(self._form.run(text))

    def _end_line(self, *, forced: bool = False) -> None:
        """A line is over; ``forced``: an empty one is one as well."""
        runs, self._runs, self._blank = self._runs, [], None
        if not (runs or forced):
            return
        form, last = self._form, self._lines[-1] if self._lines else None
        if form.item > 0 and last is not None and last.form.item == form.item:
            last.runs += runs if last.is_fresh else [Run(BREAK), *runs]
            last.is_fresh = False
        else:
            self._lines.append(_Line(form, self._paragraph, runs, False))
