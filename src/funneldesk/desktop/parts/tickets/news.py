"""News of tickets: what came while nobody looked, and what comes back from being snoozed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.tickets import STATUSES, Ticket, TicketFilter
from funneldesk.desktop.kit.notices.local_notices import tell
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, apart
from funneldesk.desktop.local.user_data.reminders import Reminder
from funneldesk.desktop.parts.tickets.tickets import PART
from funneldesk.desktop.records.reminders.reminders import Reminders
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.sections.waiting import Arrival, Waiting
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.listing import Listing

AT_ONCE = 30
OVER = ("closed", "resolved", "spam")


class TicketNews(QObject):
    """One for a brand: ``workspace.shared(TicketNews)``. ``came`` carries the rows of the newest
    open tickets and how many tickets each status has."""

    came = Signal(object, object)
    back = Signal(str)
    """A ticket is no longer snoozed, and unread."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._tasks = TaskScope(self)
        self._back: dict[str, Reminder] = {}
        self.reminders = workspace.shared(Reminders, PART)
        self.reminders.due.connect(self._due)
        workspace.connection_changed.connect(self._mark_soon)

    async def ask(self) -> Waiting:
        """The newest open tickets and the counts, in one call. Raises ``ApiError``."""
        await self._begin()
        listing = await self._workspace.run(_newest)
        counts = _counts(listing)
        self.take(listing.rows)
        self.came.emit([each.model_dump(mode="json") for each in listing.rows], counts)
        asleep = [r for r in self.reminders.listed("snooze") if r.summary.get("status") == "open"]
        known = {each.id for each in asleep}
        return Waiting(
            max(0, counts["open"] - len(asleep)),
            tuple(
                Arrival(each.ticket_code, each.from_name or each.from_email or "", _subject(each))
                for each in listing.rows
                if not each.read and each.ticket_code not in known
            ),
        )

    def take(self, rows: Sequence[Ticket]) -> None:
        """Wake what a customer wrote to since it was snoozed, and forget what is over."""
        for each in rows:
            kept = self.reminders.of(each.ticket_code, "snooze")
            if kept is None or each.ticket_code in self._back:
                continue
            now = each.model_dump(mode="json")
            if each.status in OVER:
                self._tasks.start(self._drop([kept]))
            elif not each.read and now.get("updated_at") != kept.summary.get("updated_at"):
                self._due([kept], _("{name} wrote: “{subject}” is back"))

    async def _begin(self) -> None:
        try:
            await self.reminders.begin()
        except LocalStoreProblem as problem:
            tell(self._workspace.notifications, problem)

    # What comes back

    def _due(
        self, found: Sequence[Reminder], words: str = _("Back from snooze: “{subject}”")
    ) -> None:
        notes = [each for each in found if each.kind == "note"]
        for each in notes:
            title = each.note or _("Reminder")
            self._say(title, str(each.summary.get("subject") or ""), each.id, f"note/{each.id}")
        back = [each for each in found if each.kind == "snooze"]
        if len(back) == 1:
            summary = back[0].summary
            name = str(summary.get("from_name") or summary.get("from_email") or "")
            said = words.format(
                name=apart(name), subject=apart(str(summary.get("subject") or back[0].id))
            )
            self._say(said, "", back[0].id, "back")
        elif back:
            said = _("{tickets} back from snooze").format(tickets=counted(len(back), "ticket"))
            self._say(said, "", "", "back")
        for each in back:
            self._back[each.id] = each
            self.back.emit(each.id)
        self._tasks.start(self._drop(notes))
        self._mark_soon()

    def _say(self, title: str, text: str, code: str, key: str) -> None:
        show = NoticeAction(_("Show"), partial(self._workspace.go, PART, code))
        notice = Notice(
            title, text, key=f"{PART}/{key}", action=show, lasting=bool(text), away=True
        )
        self._workspace.notifications.post(notice)

    def _mark_soon(self) -> None:
        if self._back and self._workspace.connection_state == ONLINE:
            self._tasks.latest("mark", self._mark_all())

    async def _mark_all(self) -> None:
        """Mark what is back as unread; what cannot be reached waits for the connection."""
        for code, reminder in tuple(self._back.items()):
            if self._workspace.may_write(PART):
                with optional() as asked:
                    await self._workspace.run(partial(_mark_as_unread, code))
                if self._workspace.connection_state != ONLINE and asked.failed:
                    return
            self._back.pop(code, None)
            await self._drop([reminder])
            self.back.emit(code)

    async def _drop(self, found: Sequence[Reminder]) -> None:
        for each in found:
            try:
                # Another one may have been set meanwhile.
                if self.reminders.of(each.id, each.kind) is each:
                    await self.reminders.drop(each.kind, [each.id])
            except LocalStoreProblem as problem:
                tell(self._workspace.notifications, problem)


async def _newest(api: "Api") -> "Listing[Ticket]":
    wanted = TicketFilter(per_page=AT_ONCE, status="open", sort="date_desc")
    listing = await api.tickets.list(wanted)
    if "statuses" not in listing.extra:
        counts = await api.tickets.count()
        listing.extra["statuses"] = counts.model_dump()
    return listing


async def _mark_as_unread(code: str, api: "Api") -> None:
    await api.tickets.mark_as_unread(code)


def _counts(listing: "Listing[Ticket]") -> Mapping[str, int]:
    """How many tickets there are in all, and of each status."""
    told: Any = listing.extra.get("statuses")
    each = {name: _number(told.get(name)) if isinstance(told, dict) else 0 for name in STATUSES}
    return {"all": sum(each.values()), **each}


def _number(value: object) -> int:
    return value if type(value) is int else 0


def _subject(ticket: Ticket) -> str:
    return ticket.subject or ticket.preview_message or ""
