"""Which tags of a page do not pair up."""

from typing import NamedTuple

from funneldesk.contract.markup_tags import COMMENT, Tag
from funneldesk.contract.markup_tokens import BLOCK, VARIANT
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.problem import Fix, ProblemList

VOID = frozenset(
    [
        "area",
        "base",
        "basefont",
        "bgsound",
        "br",
        "col",
        "embed",
        "frame",
        "hr",
        "img",
        "input",
        "keygen",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
END_MAY_BE_LEFT_OUT = frozenset(
    [
        "html",
        "head",
        "body",
        "p",
        "li",
        "dt",
        "dd",
        "option",
        "optgroup",
        "tr",
        "td",
        "th",
        "thead",
        "tbody",
        "tfoot",
        "colgroup",
        "caption",
        "rb",
        "rt",
        "rtc",
        "rp",
    ]
)
START_MAY_BE_LEFT_OUT = frozenset({"html", "head", "body", "tbody", "colgroup"})

_LONGEST_SPAN = 200


class _Open(NamedTuple):
    name: str
    start: int
    end: int


class Structure:
    """Takes the tags of a page in order and notes those without a partner."""

    def __init__(self, problems: ProblemList) -> None:
        self._problems = problems
        self._open: list[_Open] = []
        self._counts: dict[str, int] = {}
        self._owed: dict[str, int] = {}
        self.styles: list[tuple[int, int]] = []
        """The contents of ``style`` elements, as spans."""

    def take(self, tag: Tag) -> None:
        """The next tag of the page."""
        name = tag.name
        if not tag.complete:
            self._note_unfinished(tag)
        elif tag.is_end:
            self._close(tag)
        elif not (tag.closes_itself or name in VOID):
            if name == VARIANT and not self._counts.get(BLOCK):
                self._note_lonely_variant(tag)
            self._open.append(_Open(name, tag.start, tag.end))
            self._counts[name] = self._counts.get(name, 0) + 1

    def finish(self) -> None:
        """The page ends here."""
        for opened in self._open:
            self._note_unclosed(opened, _("before the page ends"))

    def _close(self, tag: Tag) -> None:
        name = tag.name
        if not self._counts.get(name):
            self._note_stray(tag)
            return
        while True:
            opened = self._open.pop()
            self._counts[opened.name] -= 1
            if opened.name == name:
                break
            self._note_unclosed(opened, _("before </{tag}>").format(tag=name))
            self._owed[opened.name] = self._owed.get(opened.name, 0) + 1
        if name == "style":
            self.styles.append((opened.end, tag.start))

    def _note_unclosed(self, opened: _Open, where: str) -> None:
        if opened.name in END_MAY_BE_LEFT_OUT:
            return
        self._problems.add(
            (opened.start, opened.end),
            "error",
            "unclosed-tag",
            _("This <{tag}> is not closed {where}. Add </{tag}> where it should end.").format(
                tag=_shown(opened.name), where=where
            ),
        )

    def _note_stray(self, tag: Tag) -> None:
        name = tag.name
        if self._owed.get(name):
            self._owed[name] -= 1
            return
        if name in START_MAY_BE_LEFT_OUT:
            return
        span, remove = (tag.start, tag.end), Fix(_("Remove it"), "")
        if name in VOID:
            message = _("<{tag}> needs no end tag. Browsers ignore this one; it can go.").format(
                tag=name
            )
            self._problems.add(span, "warning", "stray-end-tag", message, remove)
            return
        shown = _shown(name)
        message = _(
            "This </{tag}> closes nothing. Remove it, or add <{tag}> where it should."
        ).format(tag=shown)
        self._problems.add(span, "error", "stray-end-tag", message, remove)

    def _note_unfinished(self, tag: Tag) -> None:
        span = (tag.start, min(tag.end, tag.start + _LONGEST_SPAN))
        if tag.name == COMMENT:
            message = _(
                "This comment never ends, so the rest of the page is hidden. Add --> after it."
            )
            self._problems.add(span, "error", "unclosed-comment", message)
            return
        slash = "/" if tag.is_end else ""
        self._problems.add(
            span,
            "error",
            "unfinished-tag",
            _(
                "The tag <{tag} never ends, so the rest of the page is lost. Look for a missing "
                "> or quotation mark."
            ).format(tag=f"{slash}{_shown(tag.name)}"),
        )

    def _note_lonely_variant(self, tag: Tag) -> None:
        self._problems.add(
            (tag.start, tag.end),
            "warning",
            "variant-outside",
            _(
                "This <variant> stands outside of a split test, so every visitor sees it. Put it "
                "into an <{tag}>."
            ).format(tag=BLOCK),
        )


def _shown(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"
