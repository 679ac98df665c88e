"""What is written on the graph: visitors at each screen, a walk, and what differs in a version."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from funneldesk.contract.quizzes import EntryCounts
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.graph.model.difference import Difference
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.marks import Count, EdgeMark, Mark
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.flow.drawflow import SCREEN

Marks = tuple[dict[str, Mark], dict[tuple[str, str, str], EdgeMark]]
HOT = 0.25
"""A share of those who came to a screen and left there from which on it is shown in red."""


def visitor_marks(graph: Graph, entries: EntryCounts | None, formats: Formats) -> Marks:
    """How many came to each screen, and the share that left there."""
    if entries is None or not entries.is_seen:
        return {}, {}
    marks: dict[str, Mark] = {}
    for node in graph.in_order():
        counts = entries.screens.get(str(node.data.get(SCREEN) or ""))
        if counts is None:
            continue
        shown = [Count(f"{counts.reached:,}", "accent", _("reached"))]
        if counts.left and counts.reached:
            share = counts.left / counts.reached
            tone = "danger" if share >= HOT else "warning"
            shown.append(Count(f"−{formats.percent(share, 0)}", tone, _("left here")))
        marks[node.code] = Mark(counts=tuple(shown))
    return marks, {}


def walk_marks(graph: Graph, codes: Sequence[str]) -> Marks:
    """The way that was walked; all else is faded."""
    nodes = {str(node.data.get(SCREEN) or ""): node.code for node in reversed(graph.in_order())}
    met = [nodes[code] for code in codes if code in nodes]
    marks = {node.code: Mark(faded=True) for node in graph.in_order() if node.code not in met}
    for place, code in enumerate(met):
        here = place == len(met) - 1
        marks[code] = Mark("accent" if here else "info", _("Here") if here else "")
    steps = set(pairwise(met))
    edges = {
        way: EdgeMark("accent", "", 2.0)
        for edge in graph.edges.values()
        if ((way := _way(graph, edge.source, edge.output, edge.target))[0], way[2]) in steps
    }
    return marks, edges


def difference_marks(found: Difference) -> Marks:
    """What the flow has that a version had not; what it lost is only told."""
    marks = {code: Mark("success", _("Added")) for code in found.added}
    marks |= {code: Mark("warning", _("Changed")) for code in found.changed}
    marks |= {code: Mark("info", _("Moved")) for code in found.moved if code not in marks}
    return marks, {way: EdgeMark("success", _("Added"), 2.0) for way in found.ways_added}


def difference_words(found: Difference) -> str:
    """The same in a sentence."""
    counts: Mapping[str, int] = {
        _("{count:,} added"): len(found.added),
        _("{count:,} removed"): len(found.removed),
        _("{count:,} changed"): len(found.changed),
        _("{count:,} moved"): len(found.moved),
        _("{count:,} ways added"): len(found.ways_added),
        _("{count:,} ways removed"): len(found.ways_removed),
    }
    said = [words.format(count=count) for words, count in counts.items() if count]
    return ", ".join(said) or _("Nothing differs.")


def _way(graph: Graph, source: int, output: str, target: int) -> tuple[str, str, str]:
    return graph.nodes[source].code, output, graph.nodes[target].code
