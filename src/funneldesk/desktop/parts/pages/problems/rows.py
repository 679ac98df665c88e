"""The problems of all pages as they are listed: narrowed, by kind or by page, a line for each."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import overload

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.lists.grouped_list import GroupRow
from funneldesk.desktop.local.cache.matching import holds, words_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.list.rows import PageRow
from funneldesk.desktop.parts.pages.problems.brand_rules import KIND_TITLES, BrandProblem

BY_KIND, BY_PAGE = "kind", "page"
SEVERITIES = (("error", _("Errors")), ("warning", _("Warnings")), ("info", _("Hints")))
LOOKS = {
    "error": ("circle-alert", "danger", _("Error")),
    "warning": ("triangle-alert", "warning", _("Warning")),
    "info": ("info", "info", _("Hint")),
}
SOURCE_WORDS = {
    "html": "HTML",
    "css": "CSS",
    "custom_javascript": "JavaScript",
    "custom_header_code": _("Header"),
}

Groups = list[tuple[str, list[BrandProblem]]]


MOST_IN_A_GROUP = 500
"""Lines that one can still read through; the last of more tells how many are left."""


class ProblemRows(Sequence[GroupRow]):
    """The lines of a group, made when they are seen. With ``pages`` each names its page."""

    def __init__(self, problems: list[BrandProblem], pages: Mapping[str, PageRow] | None) -> None:
        self._problems = problems
        self._pages = pages

    def __len__(self) -> int:
        return min(len(self._problems), MOST_IN_A_GROUP + 1)

    @overload
    def __getitem__(self, place: int) -> GroupRow: ...
    @overload
    def __getitem__(self, place: slice) -> list[GroupRow]: ...
    def __getitem__(self, place: int | slice) -> GroupRow | list[GroupRow]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        left = len(self._problems) - MOST_IN_A_GROUP
        if place == MOST_IN_A_GROUP and left > 1:
            said = _("and {left:,} more: narrow the list, or export it").format(left=left)
            return GroupRow("", said, icon="ellipsis", tone="muted")
        return self._row(self._problems[place])

    def _row(self, problem: BrandProblem) -> GroupRow:
        icon, tone, word = LOOKS[problem.severity]
        key = f"{problem.page_id}\n{problem.source}\n{problem.start}\n{problem.end}"
        source = SOURCE_WORDS.get(problem.source)
        where = f"{source} {problem.line:,}" if source else _("Settings")
        words = (problem.message, "")
        if self._pages is not None:
            page = self._pages.get(problem.page_id)
            words = ((page.name if page else "") or _("Untitled page"), problem.message)
        return GroupRow(key, *words, where, icon, tone, word)


def sorted_out(
    found: Iterable[Sequence[BrandProblem]],
    pages: Mapping[str, PageRow],
    severities: Collection[str],
    text: str,
) -> tuple[Counter[str], list[BrandProblem]]:
    """How many problems there are of each severity and those of these severities: on pages of the
    list, with the words of ``text`` in the page's name or in the message."""
    words = words_of(text)
    counts: Counter[str] = Counter()
    kept: list[BrandProblem] = []
    for problems in found:
        for problem in problems:
            page = pages.get(problem.page_id)
            if page is None or not holds(f"{page.sought}\n{fold(problem.message)}", words):
                continue
            counts[problem.severity] += 1
            if problem.severity in severities:
                kept.append(problem)
    return counts, kept


def by_kind(problems: Iterable[BrandProblem], _: Mapping[str, PageRow]) -> Groups:
    """Problems by their kind, the gravest kinds first."""
    kinds: dict[str, list[BrandProblem]] = {}
    for problem in problems:
        kinds.setdefault(problem.kind, []).append(problem)
    grave = {key: place for place, (key, _unused) in enumerate(SEVERITIES)}
    return sorted(kinds.items(), key=lambda g: (grave[g[1][0].severity], kind_title(g[0])))


def by_page(problems: Iterable[BrandProblem], pages: Mapping[str, PageRow]) -> Groups:
    """Problems by their page, in the order of the pages' names."""
    groups: dict[str, list[BrandProblem]] = {}
    for problem in problems:
        if problem.page_id in pages:
            groups.setdefault(problem.page_id, []).append(problem)
    return sorted(groups.items(), key=lambda g: (pages[g[0]].name.casefold(), g[0]))


def kind_title(kind: str) -> str:
    """What a kind of problem is called over its group."""
    return KIND_TITLES.get(kind) or kind.replace("-", " ").capitalize()
