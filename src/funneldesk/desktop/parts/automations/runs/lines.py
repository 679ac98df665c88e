"""The log of an automation, as runs (document: log fields not shown; see the server's)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from funneldesk.contract.automations import AutomationLog
from funneldesk.desktop.kit.graph.model.graph import Graph


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its lines, the oldest first."""

    id: str
    lines: tuple[AutomationLog, ...]

    @property
    def began(self) -> datetime | None:
        """When its first known step was done."""
        return self.lines[0].created_at if self.lines else None

    @property
    def failed(self) -> AutomationLog | None:
        """The first step that failed."""
        return next((line for line in self.lines if line.status == "failed"), None)

    @property
    def status(self) -> str:
        """failed, skipped (a step was, none failed) or success."""
        known = {line.status for line in self.lines}
        return next((each for each in ("failed", "skipped") if each in known), "success")


def runs_of(lines: Iterable[AutomationLog]) -> list[Run]:
    """The runs of a log that comes newest first, the newest run first."""
    found: dict[str, list[AutomationLog]] = {}
    for line in lines:
        found.setdefault(str(line.run_id), []).append(line)
    return [Run(name, tuple(reversed(each))) for name, each in found.items()]


def taken_ways(run: Run, graph: Graph) -> dict[tuple[str, str, str], str]:
    """The ways that a run took, each with how the step behind it went."""
    status = {line.node_code: line.status or "" for line in run.lines}
    codes = {node.key: node.code for node in graph.nodes.values()}
    return {
        (codes[edge.source], edge.output, codes[edge.target]): status[codes[edge.target]]
        for edge in graph.edges.values()
        if codes[edge.source] in status
        and codes[edge.target] in status
        and status[codes[edge.source]] != "failed"
    }


def waiting_at(runs: Iterable[Run], graph: Graph) -> Mapping[str, int]:
    """How many runs wait to go on at each node, by its code: a delay was their last step."""
    waiting: dict[str, int] = {}
    for run in runs:
        last = run.lines[-1]
        node = graph.by_code(last.node_code or "")
        if last.node_type != "delay" or last.status != "success" or node is None:
            continue
        for edge in graph.leaving(node.key):
            code = graph.nodes[edge.target].code
            waiting[code] = waiting.get(code, 0) + 1
    return waiting
