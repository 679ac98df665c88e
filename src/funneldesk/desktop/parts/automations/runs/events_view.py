"""Events that have started an automation, as its server counts them (document: events)."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.contract.automations import AutomationEvent
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.automations.triggers import TRIGGER_TITLES


class EventsView(QWidget):
    """One line for each type of event."""

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self.told = Label("", size="small", tone="muted", wrap=True)
        self.list = TickList(_("Events"))
        self.setLayout(column(self.told, self.list, spacing=4, margins=(12, 8, 12, 8)))

    def show_events(self, events: Sequence[AutomationEvent] | None) -> None:
        """List them, the latest first; None while they are read."""
        found = sorted(events or (), key=lambda each: str(each.last_fired_at or ""), reverse=True)
        self.list.rows.set_rows([self._row(each) for each in found])
        self.list.setVisible(bool(found))
        told = _("Types of event that have started this automation so far.")
        if events is None:
            told = _("Reading the events…")
        elif not found:
            told = _("No event has started it yet.")
        self.told.setText(told)

    def _row(self, event: AutomationEvent) -> TickRow:
        formats, said = self._formats(), []
        if event.first_fired_at is not None:
            said.append(_("First {when}").format(when=formats.recent(event.first_fired_at)))
        if event.last_fired_at is not None:
            said.append(_("last {when}").format(when=formats.recent(event.last_fired_at)))
        count = ""
        if event.count is not None:
            words = ngettext("{count:,} time", "{count:,} times", event.count)
            count = words.format(count=event.count)
        title = TRIGGER_TITLES.get(event.type, event.type)
        return TickRow(event.type, title, ", ".join(said), count, "info")
