"""Timeline of everything that is known of a customer: all sources in one list, the newest first."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from heapq import merge
from typing import Any

from PySide6.QtGui import QShowEvent

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.customer import CUSTOMER
from funneldesk.desktop.people.sources.declared import MOST, SOURCES
from funneldesk.desktop.people.sources.source import COPY, Person, Source
from funneldesk.desktop.records.detail.declaration import Body, value_at
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.detail.timeline import Event, TimelineView
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

A_SLICE = 200
"""Rows that are made events in one turn of the window's loop."""
MOMENTS = ("created_at", "begun_at", "updated_at")
"""Values of which the first that is there tells when something was."""


def events_of_row(source: Source, body: Body, formats: Formats) -> list[Event]:
    """A row of a source as events, mostly one; none for a row without a moment."""
    if source.events is not None:
        return source.events(body, formats)
    at = next((found for name in MOMENTS if (found := moment(body.get(name)))), None)
    if at is None:
        return []
    line = source.line(body, formats)
    words = " · ".join(each for each in (line.title, line.value, line.chip) if each)
    return [Event(at, source.event or source.title, words, line.opens)]


async def events_of_rows(source: Source, rows: Sequence[Body], formats: Formats) -> list[Event]:
    """What the rows of a source tell of, the newest first, without holding up the window."""
    found: list[Event] = []
    for place, row in enumerate(rows, 1):
        found += events_of_row(source, row, formats)
        if place % A_SLICE == 0:
            await asyncio.sleep(0)
    return sorted(found, key=_when, reverse=True)


def together(sources: Iterable[Sequence[Event]]) -> list[Event]:
    """The events of all sources, the newest first; those of each are in that order already."""
    return list(merge(*sources, key=_when, reverse=True))


def _when(event: Event) -> datetime:
    return event.at


class CustomerTimeline(RecordView):
    """Shows at once what this computer knows, then what the server says now. A source that fails
    is named, and hides nothing of the others."""

    def __init__(
        self, workspace: Workspace, formats: Callable[[], Formats], path: str = "customer.email"
    ) -> None:
        super().__init__()
        self._workspace, self._formats, self._path = workspace, formats, path
        self.person = Person("")
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._events: dict[str, list[Event]] = {}
        self._failed: dict[str, str] = {}
        self._is_due = False
        self.tasks = TaskScope(self)
        self.progress = ProgressLine()
        self.failure = Banner(_("Try again"), closable=False)
        self.failure.pressed.connect(self._read_again)
        self.timeline = TimelineView(CUSTOMER, formats)
        self.timeline.asked_to_open.connect(workspace.go)
        self.reach = Label("", size="small", tone="muted", wrap=True)
        self.reach.setContentsMargins(16, 6, 16, 8)
        self.setLayout(column(self.failure, self.progress, self.timeline, self.reach, spacing=0))

    def show_record(self, body: Body) -> None:
        email = str(value_at(body, self._path) or "")
        if email == self.person.email:
            return
        self.person, self._failed = Person(email), {}
        self._rows, self._events = {}, {}
        self._show()
        self._is_due = bool(email)
        self._read_once_seen()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read_once_seen()

    def _read_once_seen(self) -> None:
        if self._is_due and self.isVisible():
            self._is_due = False
            self._read_again()

    def _read_again(self) -> None:
        self.tasks.latest("read", self._read(self.person))

    async def _read(self, person: Person) -> None:
        self._failed = {}
        self.progress.set_on(True)
        try:
            for source in SOURCES:
                await self._recall(source, person)
            self._show()
            await asyncio.gather(*(self._refresh(source, person) for source in SOURCES))
        finally:
            self.progress.set_on(False)

    async def _recall(self, source: Source, person: Person) -> None:
        known = await self._workspace.store.record(COPY, f"{source.key}/{person.email}")
        rows = known.body.get("rows") if known is not None else None
        if isinstance(rows, list):
            await self._take(source, person, [row for row in rows if isinstance(row, dict)])

    async def _take(self, source: Source, person: Person, rows: list[dict[str, Any]]) -> None:
        """Make events of rows, unless they are those of before."""
        if person is not self.person or self._rows.get(source.key) == rows:
            return
        events = await events_of_rows(source, rows, self._formats())
        if person is self.person:
            self._rows[source.key], self._events[source.key] = rows, events

    async def _refresh(self, source: Source, person: Person) -> None:
        def tell(told: Explanation | None) -> None:
            if told is not None and person is self.person:
                self._failed[source.title] = told.what

        with operation(self._workspace, source.doing, tell=tell):
            rows = await source.read(self._workspace, person)
            if source.kept:
                known = {"rows": rows, "read_at": datetime.now(UTC).isoformat()}
                await self._workspace.store.put_record(
                    COPY, f"{source.key}/{person.email}", known, None
                )
            await self._take(source, person, rows)
        if person is self.person:
            self._show()

    def _show(self) -> None:
        self.timeline.show_events(together(self._events.get(each.key, ()) for each in SOURCES))
        cut = [each.title for each in SOURCES if len(self._rows.get(each.key, ())) >= MOST]
        newest = _("Only the newest {count} of each are shown here: {sources}.")
        self.reach.setText(newest.format(count=MOST, sources=", ".join(cut)))
        self.reach.setVisible(bool(cut))
        if self._failed:
            what = _("Not all of it could be read: {sources}").format(
                sources=", ".join(self._failed)
            )
            self.failure.say(what, next(iter(self._failed.values())), "warning")
        else:
            self.failure.clear()
