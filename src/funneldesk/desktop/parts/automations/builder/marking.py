"""What is marked on the graph of an automation: numbers, a run, a dry run, a difference."""

from collections.abc import Mapping

from funneldesk.contract.automation_flow.dry_run import DryRun
from funneldesk.contract.automations import NodeStats
from funneldesk.desktop.kit.graph.model.difference import Difference
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.marks import Count, EdgeMark, Mark
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.labels import RESULT_TONES, RESULTS
from funneldesk.desktop.parts.automations.runs.lines import Run, taken_ways

Way = tuple[str, str, str]
Marked = tuple[dict[str, Mark], dict[Way, EdgeMark]]
_HOT = 3.0


def numbers(stats: Mapping[str, NodeStats], graph: Graph) -> Marked:
    """How the steps of each node ended; connections to failing nodes are hot."""
    nodes = {}
    for code, each in stats.items():
        counts = tuple(
            Count(f"{value:,}", RESULT_TONES[name], RESULTS[name])
            for name, value in (
                ("success", each.success),
                ("failed", each.failed),
                ("skipped", each.skipped),
            )
            if value
        )
        nodes[code] = Mark("danger" if each.failed else "", "", counts)
    ways = {}
    for edge in graph.edges.values():
        source, target = graph.nodes[edge.source].code, graph.nodes[edge.target].code
        known = stats.get(target)
        if known is not None and known.failed:
            share = known.failed / max(1, known.failed + known.success + known.skipped)
            way = (source, edge.output, target)
            ways[way] = EdgeMark("danger", f"{known.failed:,}", 1 + _HOT * share)
    return nodes, ways


def replay(run: Run, graph: Graph, upto: int) -> Marked:
    """A run on the graph: the step that is shown stands out, those behind it are faded."""
    nodes = {node.code: Mark(faded=True) for node in graph.nodes.values()}
    for place, line in enumerate(run.lines):
        if place > upto or line.node_code is None:
            break
        nodes[line.node_code] = _result(line.status or "")
    done = {code for code, mark in nodes.items() if not mark.faded}
    ways = {
        way: EdgeMark(RESULT_TONES.get(status, "muted"), "", 1.6)
        for way, status in taken_ways(run, graph).items()
        if way[0] in done and way[2] in done
    }
    return nodes, ways


def dry(run: DryRun, graph: Graph, upto: int) -> Marked:
    """A dry run on the graph, as far as its steps are shown."""
    nodes = {node.code: Mark(faded=True) for node in graph.nodes.values()}
    for step in run.steps[: upto + 1]:
        nodes[step.code] = _result(step.status)
    done = {step.code for step in run.steps[: upto + 1]}
    ways = {
        way: EdgeMark("accent", "", 1.6) for way in run.taken if way[0] in done and way[2] in done
    }
    return nodes, ways


def changes(found: Difference) -> Marked:
    """What differs from another version, on the graph that has the added nodes."""
    nodes = {code: Mark("success", _("Added")) for code in found.added}
    nodes |= {code: Mark("warning", _("Changed")) for code in found.changed}
    nodes |= {code: Mark("", _("Moved")) for code in found.moved if code not in nodes}
    ways = dict.fromkeys(found.ways_added, EdgeMark("success", "", 1.6))
    return nodes, ways


def _result(status: str) -> Mark:
    return Mark(RESULT_TONES.get(status, "muted"), RESULTS.get(status, status))
