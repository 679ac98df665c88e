"""What deploying would change, before it is done."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.contract.automation_flow.graph import graph_of
from funneldesk.contract.automation_flow.runnable import stuck_nodes
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.graph.model.difference import Difference
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import COMMENT
from funneldesk.desktop.kit.graph.reading import problems_of
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.automations.builder.check import whole_check
from funneldesk.desktop.parts.automations.builder.kinds import KINDS

MOST_NAMED, MOST_LINES = 6, 8


def names_of(codes: Sequence[str], *graphs: Graph) -> str:
    """Nodes by title and code, the first of them."""
    said = []
    for code in codes[:MOST_NAMED]:
        node = next((found for graph in graphs if (found := graph.by_code(code))), None)
        said.append(f"{KINDS.title(node)} ({code})" if node is not None else code)
    rest = len(codes) - MOST_NAMED
    if rest > 0:
        said.append(ngettext("{count:,} more", "{count:,} more", rest).format(count=rest))
    return ", ".join(said)


def told_changes(found: Difference, before: Graph, after: Graph) -> list[str]:
    """A difference in lines."""
    lines = []
    if found.added:
        lines.append(_("Added: {nodes}").format(nodes=names_of(found.added, after)))
    if found.removed:
        lines.append(_("Removed: {nodes}").format(nodes=names_of(found.removed, before)))
    for code, settings in list(found.changed.items())[:MOST_NAMED]:
        named = ", ".join(name or _("its type") for name in settings)
        text = _("Changed: {node}: {settings}")
        lines.append(text.format(node=names_of([code], after), settings=named))
    ways = len(found.ways_added), len(found.ways_removed)
    if any(ways):
        text = _("Connections: {added} added, {removed} removed")
        lines.append(text.format(added=ways[0], removed=ways[1]))
    if "trigger_node_type" in found.settings:
        lines.append(_("Another trigger starts it."))
    if not lines and (found.moved or found.comments):
        lines.append(_("Only places or comments differ: it runs as before."))
    return lines or [_("Nothing differs.")]


def told_runs(waiting: Mapping[str, int], found: Difference) -> list[str]:
    """Runs that wait, and which of them the change touches."""
    total = sum(waiting.values())
    if not total:
        return [_("No run waits at a delay, as far as the log was read.")]
    told = ngettext(
        "{count:,} run waits at a delay and goes on with the new version.",
        "{count:,} runs wait at a delay and go on with the new version.",
        total,
    )
    lines = [told.format(count=total)]
    lost = sum(count for code, count in waiting.items() if code in found.removed)
    if lost:
        words = ngettext(
            "{count:,} of them ends: its next node is removed.",
            "{count:,} of them end: their next node is removed.",
            lost,
        )
        lines.append(words.format(count=lost))
    other = sum(count for code, count in waiting.items() if code in found.changed)
    if other:
        words = ngettext(
            "{count:,} of them meets a changed node next.",
            "{count:,} of them meet a changed node next.",
            other,
        )
        lines.append(words.format(count=other))
    return lines


def told_problems(
    graph: Graph, document: Mapping[str, Any], trigger: str, entry: str | None
) -> tuple[list[str], list[str]]:
    """What is wrong with a draft in lines: what keeps it from being deployed, and the rest."""
    nodes = [node for node in graph.in_order() if node.kind != COMMENT]
    if not nodes:
        return [_("There is no node in it yet.")], []
    wrong = problems_of(KINDS, graph, [node.key for node in nodes])
    stuck = stuck_nodes(graph_of(document), entry, trigger)
    unreached = whole_check(lambda: (trigger, entry))(graph)
    blocking: list[str] = []
    others: list[str] = []
    for node in nodes:
        own = wrong.get(node.key) or stuck.get(node.code)
        found = " ".join(filter(None, (own, unreached.get(node.key))))
        if found:
            line = f"{names_of([node.code], graph)}: {found}"
            (blocking if node.code in stuck else others).append(line)
    return blocking, others


async def tell_problems(
    parent: QWidget, title: str, blocking: Sequence[str], others: Sequence[str]
) -> None:
    """Say why a draft can't be deployed yet."""
    dialog = Dialog(
        parent,
        _("“{title}” can't be deployed yet").format(title=title),
        _("Every run would fail at these nodes. Nothing was deployed."),
        width=560,
    )
    _add_lines(dialog, blocking, "danger")
    if others:
        dialog.body.addWidget(Label(_("Other problems"), size="label"))
        _add_lines(dialog, others, "warning")
    dialog.add_button("", _("Close"), "primary")
    await dialog.ask()


def _add_lines(dialog: Dialog, lines: Sequence[str], tone: str) -> None:
    for text in lines[:MOST_LINES]:
        dialog.body.addWidget(Label(text, tone=tone, wrap=True))
    more = len(lines) - MOST_LINES
    if more > 0:
        words = ngettext("{count:,} more", "{count:,} more", more).format(count=more)
        dialog.body.addWidget(Label(words, tone="muted"))


async def ask_to_deploy(
    parent: QWidget,
    title: str,
    compared: str,
    changes: Sequence[str],
    runs: Sequence[str],
    problems: Sequence[str],
) -> bool:
    """Show what would change, and what is wrong with it; whether to go on."""
    dialog = Dialog(
        parent,
        _("Deploy “{title}”?").format(title=title),
        _("It runs for every new event from now on, and becomes active."),
        width=560,
    )
    if problems:
        dialog.body.addWidget(Label(_("Problems in the draft"), size="label"))
        _add_lines(dialog, problems, "warning")
        dialog.body.addWidget(Label(_("Changes"), size="label"))
    dialog.body.addWidget(Label(compared, size="small", tone="muted", wrap=True))
    for line in changes:
        dialog.body.addWidget(Label(line, wrap=True))
    dialog.body.addWidget(Label(_("Runs under way"), size="label"))
    for line in runs:
        dialog.body.addWidget(Label(line, wrap=True))
    cancel = dialog.add_button("", _("Cancel"))
    if problems:
        dialog.add_button("yes", _("Deploy with problems"))
        cancel.setFocus(Qt.FocusReason.OtherFocusReason)
    else:
        dialog.add_button("yes", _("Deploy"), "primary")
    return await dialog.ask() == "yes"
