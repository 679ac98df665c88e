"""What the palette offers: places, commands of the shown section, brands, records."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.app.session_base import SessionBase
from funneldesk.desktop.kit.shortcuts import keymap
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.search import Hit
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.views.view_links import view_of
from funneldesk.desktop.sections.panel import Command, Found, Panel
from funneldesk.desktop.shell.palette.palette import Entry, Finder
from funneldesk.desktop.shell.sections import GROUPS, SECTIONS
from funneldesk.desktop.shell.shortcuts.shortcut_dialog import ShortcutDialog
from funneldesk.desktop.shell.windows.main_window import MainWindow
from funneldesk.desktop.workspace.workspace import Workspace, section_of

MOST_HITS, MOST_OF_A_SECTION = 300, 12


def palette_entries(session: SessionBase, panel: Panel | None) -> list[Entry]:
    """The shown section's commands, every place, every brand; in this order. What the section
    cannot do now comes last, with the reason."""
    here = panel.commands() if panel is not None else ()
    refused = panel.refused() if panel is not None else ()
    return [
        *map(_command, here),
        *_places(session.window),
        *_brands(session),
        *map(_command, refused),
    ]


def next_steps(panel: Panel | None, text: str) -> list[Entry]:
    """What the shown section offers when nothing has these words."""
    return [_command(c) for c in panel.next_steps(text)] if panel is not None else []


def _command(command: Command) -> Entry:
    keys = keymap.of(command.keys, command.action_id)
    said = command.refusal
    return Entry(command.title, said, command.icon, command.run, keys, can_run=not said)


def _places(window: MainWindow) -> Iterator[Entry]:
    number = 0
    for section in SECTIONS:
        number += 1 if section.group else 0
        keys = f"Ctrl+{number}" if section.group else ""
        go = partial(window.show_section, section.name)
        text = GROUPS[section.group] if section.group else _("This brand")
        yield Entry(_("Go to {title}").format(title=section.title), text, section.icon, go, keys)


def _brands(session: SessionBase) -> Iterator[Entry]:
    for connection in session.brands.connections():
        show = partial(session.show_brand, connection.id)
        yield Entry(_("Open {name}").format(name=connection.name), _("Brand"), "badge-check", show)


def records_finder(workspace: Workspace | None, window: MainWindow) -> Finder:
    """Looks for records of a brand in the local copy; of a link to a view gives the way there."""

    async def find(text: str) -> list[Entry]:
        if workspace is None:
            return []
        linked = _linked(window, text)
        if linked is not None:
            return [linked]
        found = await indexed(workspace, text)
        for section in SECTIONS:
            if section.search is not None:
                found += await section.search(workspace, text)
        places = {section.name: place for place, section in enumerate(SECTIONS)}
        found.sort(key=lambda record: places[record.part])
        return [_entry(workspace, record) for record in found]

    return find


def _linked(window: MainWindow, text: str) -> Entry | None:
    part, view = view_of(text) or ("", None)
    section = next((each for each in SECTIONS if each.name == section_of(part)), None)
    if section is None or view is None:
        return None

    def show() -> None:
        window.show_section(section.name)
        window.with_panel(lambda panel: panel.open_view(text))

    named = _("Open the view “{title}”").format(title=view.title)
    title = named if view.title else _("Open the linked view")
    return Entry(title, section.title, section.icon, show)


async def indexed(workspace: Workspace, text: str) -> list[Found]:
    """Records of every section that the one local index has; of each section the best."""
    sections = {s.name: s for s in SECTIONS if s.listed is not None}
    counts: Counter[str] = Counter()
    hits: dict[str, dict[str, Hit]] = {}
    for hit in await workspace.store.search(None, text, limit=MOST_HITS):
        name, of_part = section_of(hit.part), hits.setdefault(hit.part, {})
        if name in sections and hit.id not in of_part and counts[name] < MOST_OF_A_SECTION:
            counts[name] += 1
            of_part[hit.id] = hit
    found: list[Found] = []
    for part, of_part in hits.items():
        section = sections.get(section_of(part))
        if section is None or section.listed is None:
            continue
        known = await workspace.store.summaries(part, list(of_part))
        rows = {str(row["id"]): row for row in known}
        for record_id, hit in of_part.items():
            title, line = section.listed(rows.get(record_id, {}), hit)
            found.append(Found(section.name, record_id, title, line, section.icon))
    return found


def _entry(workspace: Workspace, record: Found) -> Entry:
    return Entry(
        record.title,
        record.text,
        record.icon,
        lambda: workspace.go(record.part, record.record_id),
    )


def show_shortcuts(window: QWidget, panel: Panel | None, tasks: TaskScope) -> None:
    """The ``?`` dialog: the shortcuts of this place and of every place."""
    here = tuple(panel.shortcuts()) if panel is not None else ()
    tasks.start(ShortcutDialog(window, _("In this section"), here).ask())
