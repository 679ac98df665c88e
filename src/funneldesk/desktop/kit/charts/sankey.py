"""Sankey: flows between nodes as they are drawn, from left to right and never in a circle."""

from collections import defaultdict
from typing import Any

from funneldesk.desktop.kit.charts.chart import Chart
from funneldesk.desktop.kit.charts.labels import Labels, axis_unit, tidy
from funneldesk.desktop.kit.charts.values import number
from funneldesk.desktop.local.texts import _


def sankey(chart: Chart, labels: Labels) -> dict[str, Any]:
    """Nodes as (key, text) and links as (source, target, value, place of the flow).

    A flow that would close a circle ends in a node of its own beside the one that it returns to.
    Flows of nothing, and those without a value, are not drawn.
    """
    names, unit = dict(chart.nodes), axis_unit(chart)
    ahead: dict[str, set[str]] = defaultdict(set)
    nodes: dict[str, str] = {}
    links: list[list[Any]] = []
    for place, flow in enumerate(chart.flows):
        value = number(flow.value)
        if value is None or value <= 0:
            continue
        source, target = f"n{flow.source}", f"n{flow.target}"
        nodes[source] = tidy(names.get(flow.source, flow.source))
        name = tidy(names.get(flow.target, flow.target))
        if _leads_to(ahead, target, source):
            target = f"r{flow.target}"
            name = _("{name}, again").format(name=name)
        nodes[target] = name
        ahead[source].add(target)
        links.append([source, target, value, place, labels.value(flow.value, unit)])
    return {"nodes": [[key, name] for key, name in nodes.items()], "links": links}


def _leads_to(ahead: dict[str, set[str]], start: str, end: str) -> bool:
    """Whether one comes from ``start`` to ``end``, or they are the same."""
    waiting, seen = [start], {start}
    while waiting:
        at = waiting.pop()
        if at == end:
            return True
        fresh = ahead.get(at, set()) - seen
        seen |= fresh
        waiting.extend(fresh)
    return False
