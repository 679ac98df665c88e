"""Putting records of a list off, and noting what to be reminded of, for one or many."""

from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.notices.local_notices import tell
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, apart
from funneldesk.desktop.local.user_data.reminders import Kind, Reminder
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.reminders.dialog import TimeDialog
from funneldesk.desktop.records.reminders.reminders import Reminders
from funneldesk.desktop.records.reminders.times_ahead import short_moment, times_ahead
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes

TIMES = ("later", "tomorrow", "next-week")
MENUS = Place.PALETTE | Place.LIST_MENU
NO_TIME = _("The day is over. Choose another time.")


class Snoozing(QObject):
    """Of the section whose list ``panel`` shows. ``leaving`` carries the ids that are about to
    leave the list; ``done`` a way to take the last change back."""

    leaving = Signal(object)
    done = Signal(object)

    def __init__(self, panel: RecordsPanel, row: Callable[[str], SummaryRow | None]) -> None:
        super().__init__(panel)
        self._panel, self._row = panel, row
        self._part, self._unit = panel.declared.part, panel.declared.unit
        self.reminders = panel.workspace.shared(Reminders, self._part)

    @property
    def _formats(self) -> Formats:
        return self._panel.brand.formats

    def declare(self) -> Iterator[Action]:
        """The actions, in the order of the menus."""
        yield Action(
            f"{self._part}.snooze",
            _("Snooze"),
            self.open_menu,
            icon="moon",
            keys="B",
            places=Place.PALETTE | Place.SELECTION_BAR,
            takes=Takes.EVERY,
        )
        for key in TIMES:
            yield self._one(
                f"snooze-{key}",
                partial(self._words, key),
                partial(self._snooze_for, key),
                offered=partial(self._is_ahead, key),
            )
        yield self._one("snooze-until", _("Choose a time…"), self._choose)
        yield self._one(
            "wake",
            _("Unsnooze"),
            lambda ids: self._start(self.wake(ids)),
            offered=lambda _place, ids: any(self.reminders.of(each, "snooze") for each in ids),
        )
        yield Action(
            f"{self._part}.remind",
            _("Remind me…"),
            lambda ids: self._start(self._remind(ids[0])),
            icon="bell",
            keys="H",
            places=MENUS,
            takes=Takes.ONE,
        )

    def _one(
        self,
        name: str,
        title: str | Callable[[Ids], str],
        run: Callable[[Ids], object],
        offered: Callable[[Place, Ids], bool] = lambda *_more: True,
    ) -> Action:
        return Action(
            f"{self._part}.{name}",
            title,
            run,
            icon="moon",
            places=MENUS,
            takes=Takes.EVERY,
            submenu=_("Snooze"),
            offered=offered,
        )

    def open_menu(self, ids: Ids) -> None:
        """Offer the times beside the record that is current."""
        menu, table = QMenu(self._panel), self._panel.list.table
        menu.setAccessibleName(_("Snooze"))
        menu.aboutToHide.connect(menu.deleteLater)
        for action in self._panel.declared_actions.declared:
            if action.submenu == _("Snooze") and action.offered(Place.LIST_MENU, ids):
                self._panel.declared_actions.add(menu, action, ids)
        box = table.visualRect(table.currentIndex())
        menu.popup(table.viewport().mapToGlobal(QPoint(box.left() + 40, box.bottom())))
        menu.setActiveAction(menu.actions()[0])

    async def snooze(self, ids: Sequence[str], until: datetime) -> None:
        """Put records off. Those that are put off already get the other time."""
        rows = {each: row.summary for each in ids if (row := self._row(each)) is not None}
        before = [r for each in rows if (r := self.reminders.of(each, "snooze")) is not None]
        self.leaving.emit(list(rows))
        if rows and await self._kept(self.reminders.keep("snooze", until, rows)):
            said = _("{records} snoozed until {time}").format(
                records=counted(len(rows), self._unit), time=self._brief(until)
            )
            self._say(said, partial(self._restore, "snooze", tuple(rows), before))

    async def wake(self, ids: Sequence[str]) -> None:
        """Bring records back now."""
        before = [r for each in ids if (r := self.reminders.of(each, "snooze")) is not None]
        if before and await self._kept(self.reminders.drop("snooze", ids)):
            said = _("{records} back in the list").format(records=counted(len(before), self._unit))
            self._say(said, partial(self._restore, "snooze", (), before))

    async def forget_note(self, record_id: str) -> None:
        """A reminder is not wanted any more."""
        before = self.reminders.of(record_id, "note")
        if before is not None and await self._kept(self.reminders.drop("note", [record_id])):
            self._say(_("Reminder removed"), partial(self._restore, "note", (), [before]))

    def about(self, record_id: str) -> tuple[str, str]:
        """What stands above a record that is open: until when it is snoozed, and the note."""
        until, note = self.reminders.snoozed_until(record_id), self.reminders.of(record_id, "note")
        return (
            _("Snoozed until {time}").format(time=self._brief(until)) if until is not None else "",
            _("Reminder {time}: {note}").format(time=self._brief(note.due), note=apart(note.note))
            if note is not None
            else "",
        )

    async def _restore(self, kind: Kind, ids: Sequence[str], before: Sequence[Reminder]) -> None:
        if ids:
            await self._kept(self.reminders.drop(kind, ids))
        if before:
            await self._kept(self.reminders.put_back(before))
        self._panel.workspace.notifications.withdraw(self._notice)

    async def _remind(self, record_id: str) -> None:
        row, known = self._row(record_id), self.reminders.of(record_id, "note")
        dialog = TimeDialog(
            self._panel,
            _("Remind me"),
            _("On this computer, with a notice that leads back here."),
            _("Set reminder"),
            lambda: self._formats,
            at=known.due if known is not None else None,
            noted=True,
            note=known.note if known is not None else "",
        )
        if await dialog.ask() != "yes" or dialog.at is None or row is None:
            return
        at, note = dialog.at, dialog.note.text().strip()
        if await self._kept(self.reminders.keep("note", at, {record_id: row.summary}, note)):
            before = [known] if known is not None else []
            back = partial(self._restore, "note", (record_id,), before)
            self._say(_("Reminder set for {time}").format(time=self._brief(at)), back)

    def _choose(self, ids: Ids) -> None:
        self._start(self._ask_time(tuple(ids)))

    async def _ask_time(self, ids: Sequence[str]) -> None:
        dialog = TimeDialog(
            self._panel,
            _("Snooze until"),
            _("It comes back at that time, or earlier when the customer writes."),
            _("Snooze"),
            lambda: self._formats,
        )
        if await dialog.ask() == "yes" and dialog.at is not None:
            await self.snooze(ids, dialog.at)

    def _snooze_for(self, key: str, ids: Ids) -> None:
        at = self._time(key)
        if at is not None:
            self._start(self.snooze(tuple(ids), at))

    def _time(self, key: str) -> datetime | None:
        ahead = times_ahead(datetime.now(UTC), self._formats.zone)
        return next((each.at for each in ahead if each.key == key), None)

    def _is_ahead(self, key: str, _place: Place, _ids: Ids) -> bool:
        return self._time(key) is not None

    def _words(self, key: str, _ids: Ids) -> str:
        ahead = times_ahead(datetime.now(UTC), self._formats.zone)
        found = next((each for each in ahead if each.key == key), None)
        return f"{found.title} · {self._brief(found.at)}" if found is not None else NO_TIME

    def _brief(self, at: datetime) -> str:
        return short_moment(at, datetime.now(UTC), self._formats)

    async def _kept(self, work: Awaitable[object]) -> bool:
        """Whether the disk took it; otherwise that is told."""
        try:
            await work
        except LocalStoreProblem as problem:
            tell(self._panel.workspace.notifications, problem)
            return False
        return True

    @property
    def _notice(self) -> str:
        return f"{self._part}/snooze"

    def _say(self, what: str, back: Callable[[], Awaitable[None]]) -> None:
        async def undo() -> None:
            await back()

        self.done.emit(undo)
        action = NoticeAction(_("Undo"), lambda: self._start(undo()))
        notice = Notice(what, tone="success", key=self._notice, action=action)
        self._panel.workspace.notifications.post(notice)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        self._panel.tasks.start(work)
