"""What is found in a page's sources: its split tests and problems, off the window's thread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from funneldesk.contract.markup import Block, scan
from funneldesk.desktop.records.problems.rules.css import css_problems
from funneldesk.desktop.records.problems.rules.html import find_problems
from funneldesk.desktop.records.problems.rules.problem import Problem
from funneldesk.desktop.records.problems.rules.script_rules import script_problems


@dataclass(frozen=True, slots=True)
class Analysis:
    """Blocks of the html, and problems by source, each in the order of its place."""

    blocks: Sequence[Block] = ()
    problems: Mapping[str, Sequence[Problem]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many problems there are."""
        return sum(len(found) for found in self.problems.values())

    @property
    def first(self) -> tuple[str, Problem] | None:
        """The gravest problem that comes first."""
        for severity in ("error", "warning", "info"):
            for name, found in self.problems.items():
                for problem in found:
                    if problem.severity == severity:
                        return name, problem
        return None

    def after(self, name: str, place: int) -> tuple[str, Problem] | None:
        """The problem that follows a place, in the same source first, then in the next ones."""
        names = list(self.problems)
        if not self.count:
            return None
        start = names.index(name) if name in names else 0
        later = [p for p in self.problems.get(name, ()) if p.start > place]
        if later:
            return name, later[0]
        for step in range(1, len(names) + 1):
            other = names[(start + step) % len(names)]
            if self.problems[other]:
                return other, self.problems[other][0]
        return None


def analyse(texts: Mapping[str, str]) -> Analysis:
    """Scan a page's sources; ``texts`` by field name."""
    html = texts.get("html", "")
    return Analysis(
        tuple(scan(html)),
        {
            "html": find_problems(html),
            "css": css_problems(texts.get("css", "")),
            "custom_javascript": script_problems(texts.get("custom_javascript", "")),
        },
    )
