"""What deploying would change, before it is done."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.graph.model.difference import Difference
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.automations.builder.kinds import KINDS

MOST_NAMED = 6


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


async def ask_to_deploy(
    parent: QWidget, title: str, compared: str, changes: Sequence[str], runs: Sequence[str]
) -> bool:
    """Show what would change; whether to go on."""
    dialog = Dialog(
        parent,
        _("Deploy “{title}”?").format(title=title),
        _("It runs for every new event from now on, and becomes active."),
        width=560,
    )
    dialog.body.addWidget(Label(compared, size="small", tone="muted", wrap=True))
    for line in changes:
        dialog.body.addWidget(Label(line, wrap=True))
    dialog.body.addWidget(Label(_("Runs under way"), size="label"))
    for line in runs:
        dialog.body.addWidget(Label(line, wrap=True))
    dialog.add_button("", _("Cancel"))
    dialog.add_button("yes", _("Deploy"), "primary")
    return await dialog.ask() == "yes"
