"""What is wrong in a source, and where: shared by the rules for html, css and scripts."""

from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]

MOST_PROBLEMS = 200
"""More than this helps nobody: the worst are kept."""

LONGEST_MESSAGE = 400
"""Characters; messages quote names from the source, which may be of any length."""

_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2}


class Fix(NamedTuple):
    """A ready answer to a problem: ``text`` goes in place of the problem's span."""

    label: str
    text: str


class Problem(NamedTuple):
    """A finding at ``[start, end)`` of a source, in characters of the ``str``.

    ``kind`` names the rule, ``message`` is the sentence that the user reads.
    """

    start: int
    end: int
    severity: Severity
    message: str
    kind: str
    fixes: tuple[Fix, ...] = ()


class ProblemList:
    """Gathers findings; of each severity no more than can be shown in the end."""

    def __init__(self) -> None:
        self._found: dict[Severity, list[Problem]] = {"error": [], "warning": [], "info": []}

    def add(
        self,
        span: tuple[int, int],
        severity: Severity,
        kind: str,
        message: str,
        *fixes: Fix,
    ) -> None:
        """Note a finding; beyond the limit of its severity it is dropped."""
        found = self._found[severity]
        if len(message) > LONGEST_MESSAGE:
            message = f"{message[: LONGEST_MESSAGE - 1]}…"
        if len(found) < MOST_PROBLEMS:
            found.append(Problem(*span, severity, message, kind, fixes))

    def extend(self, problems: list[Problem]) -> None:
        """Note what another rule found."""
        for problem in problems:
            span = (problem.start, problem.end)
            self.add(span, problem.severity, problem.kind, problem.message, *problem.fixes)

    def worst(self) -> list[Problem]:
        """At most ``MOST_PROBLEMS``, errors before warnings before hints, in source order."""
        by_rank = [problem for severity in _RANK for problem in self._found[severity]]
        return sorted(by_rank[:MOST_PROBLEMS], key=lambda p: (p.start, p.end, _RANK[p.severity]))
