"""The customer beside another record: what is known, from where, and what can be done for them.

Every source is read by itself: from this computer at once, then from the server; one that fails
hides none of the others. Of two customers shortly after each other only the later is shown.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QMetaMethod, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.customer import PART, read_customer
from funneldesk.desktop.people.customer_card import CustomerCard
from funneldesk.desktop.people.deeds.asking import ask_deed
from funneldesk.desktop.people.deeds.deed import Body, Deed
from funneldesk.desktop.people.deeds.doing import Deeds
from funneldesk.desktop.people.deeds.journal import show_journal
from funneldesk.desktop.people.sources.declared import DONE_HERE, SOURCES
from funneldesk.desktop.people.sources.source import COPY, Person
from funneldesk.desktop.people.sources.source_view import SourceView
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Change, Workspace

DETAILS = "details"
PAUSE = 0.15
"""Seconds for which a customer is shown before the server is asked: keys run through tickets."""
AGE_MILLISECONDS = 30_000


class CustomerView(QWidget):
    """``email`` is whose; "" nobody's. ``deed_told`` carries a sentence for a reply. ``at_home``:
    it stands in Customers, where nothing has to lead."""

    deed_told = Signal(str)

    def __init__(
        self, workspace: Workspace, formats: Callable[[], Formats], *, at_home: bool = False
    ) -> None:
        super().__init__()
        self.person, self._at_home = Person(""), at_home
        self._workspace = workspace
        self._deeds = workspace.shared(Deeds)
        self._tasks = TaskScope(self)
        self._is_due = False
        self.detail = CustomerCard(formats)
        self.detail.again.clicked.connect(self.read_again)
        self.detail.failure.pressed.connect(lambda: self._again(DETAILS))
        self.views = {
            source.key: SourceView(source, formats, self._deeds.refusal, self._leads)
            for source in SOURCES
        }
        self.sentence = Label("", wrap=True)
        self.add = Button(
            _("Add to the reply"), icon_name="corner-left-up", on_click=self.put_into_reply
        )
        self.told = surface("sunken")
        self.open = Button(
            _("Open in Customers"),
            kind="link",
            icon_name="external-link",
            on_click=lambda: workspace.go(PART, self.email),
        )
        tip = _("Journal of what was done from this computer")
        self.journal = Button(kind="icon", icon_name="history", tip=tip, on_click=self.open_journal)
        self._age = QTimer(self, interval=AGE_MILLISECONDS)
        self._build()
        self._wire()
        self._clear()

    @property
    def email(self) -> str:
        """Whose customer data it shows."""
        return self.person.email

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read."""
        return not self._tasks.is_busy

    def _build(self) -> None:
        surface("app", self)
        told = column(self.sentence, spacing=6, margins=(12, 8, 12, 8))
        told.addLayout(row(None, self.add))
        self.told.setLayout(told)
        inner = surface("app")
        every = (self.detail, *self.views.values())
        inner.setLayout(column(*every, None, spacing=12, margins=(12, 12, 12, 12)))
        self._scroll = scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAccessibleName(_("Customer"))
        scroll.setWidget(inner)
        foot = row(self.open, None, self.journal, margins=(8, 4, 12, 8))
        # Above the rest: notices come up in the corner below.
        whole = column(self.told, scroll, spacing=0)
        whole.addLayout(foot)
        self.setLayout(whole)

    def _wire(self) -> None:
        for key, view in self.views.items():
            view.asked_again.connect(lambda key=key: self._again(key))
            view.asked_to_open.connect(self._workspace.go)
            view.asked.connect(lambda deed, body: self._tasks.latest("deed", self._ask(deed, body)))
        self._workspace.changed.connect(self._changed)
        self._workspace.connection_changed.connect(self._show_rights)
        self._deeds.changed.connect(self._journal_changed)
        self._age.timeout.connect(self._tell_ages)

    def show_email(self, email: str, beside: str = "") -> None:
        """Show the customer with this address; "" shows none. ``beside``: the ticket that is shown
        already is not among the others."""
        person = Person(email, beside)
        if person == self.person:
            return
        self.person = person
        self._clear()
        self._tasks.cancel("read")
        if email:
            self._tasks.latest("read", self._read())

    def read_again(self) -> None:
        """Ask the server for everything that is unfolded."""
        if self.email:
            self._tasks.latest("read", self._read(0))

    # Reading

    async def _read(self, pause: float = PAUSE) -> None:
        await self._recall()
        await asyncio.sleep(pause)
        self._is_due = not self.isVisible()
        unfolded = [key for key, view in self.views.items() if view.is_open and not self._is_due]
        await asyncio.gather(self._read_details(), *map(self._refresh, unfolded))

    async def _recall(self) -> None:
        """What this computer knows from before."""
        store, person = self._workspace.store, self.person
        kept = await store.record(PART, person.email)
        if kept is not None:
            at = await store.record(COPY, f"{DETAILS}/{person.email}")
            read_at = moment(at.body.get("read_at")) if at is not None else None
            self.detail.show_record(kept.body, person.email, read_at)
            self.open.setVisible(not self._at_home)
        for key, view in self.views.items():
            known = await store.record(COPY, f"{key}/{person.email}")
            rows = known.body.get("rows") if known is not None else None
            if known is not None and isinstance(rows, list) and person is self.person:
                read_at = moment(known.body.get("read_at"))
                view.show_rows(self._besides([r for r in rows if isinstance(r, dict)]), read_at)

    async def _read_details(self) -> None:
        store, person, card = self._workspace.store, self.person, self.detail
        card.show_problem(None)
        with operation(
            self._workspace,
            _("Reading the customer"),
            tell=card.show_problem,
            progress=card.progress.set_on,
        ) as asked:
            customer = await self._workspace.run(lambda api: read_customer(api, person.email))
            body, now = customer.model_dump(mode="json"), datetime.now(UTC)
            await store.put_record(PART, person.email, body, None)
            seen = {"read_at": now.isoformat()}
            await store.put_record(COPY, f"{DETAILS}/{person.email}", seen, None)
            if person is self.person:
                card.show_record(body, person.email, now)
                self.open.setVisible(not self._at_home)
        if isinstance(asked.error, NotFound) and person is self.person:
            card.show_problem(None)
            card.show_record({}, person.email)
            card.show_nobody(True)
            self.open.hide()

    async def _refresh(self, key: str) -> None:
        """One source, as the server knows it now."""
        view, person = self.views[key], self.person
        view.show_problem(None)
        with operation(
            self._workspace,
            view.source.doing,
            tell=view.show_problem,
            progress=view.progress.set_on,
        ):
            rows = await view.source.read(self._workspace, person)
            now = datetime.now(UTC)
            if view.source.kept:
                known = {"rows": rows, "read_at": now.isoformat()}
                await self._workspace.store.put_record(COPY, f"{key}/{person.email}", known, None)
            if person is self.person:
                view.show_rows(self._besides(rows), now)

    def _besides(self, rows: list[dict[str, object]]) -> list[dict[str, object]]:
        beside = self.person.beside
        return [row for row in rows if not beside or row.get("ticket_code") != beside]

    def _again(self, key: str) -> None:
        """One source once more, or for the first time."""
        if self.email and self.isVisible():
            work = self._read_details() if key == DETAILS else self._refresh(key)
            self._tasks.latest(key, work)

    def _clear(self) -> None:
        for key, view in self.views.items():
            self._tasks.cancel(key)
            view.clear()
        self._tasks.cancel(DETAILS)
        self.detail.show_record({}, self.email or _("No customer"))
        self.detail.show_problem(None)
        self.offer("")
        self.open.hide()
        for widget in (*self.views.values(), self.detail.again, self.journal):
            widget.setVisible(bool(self.email))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._age.start()
        self._tell_ages()
        if self._is_due:
            self._is_due = False
            self.read_again()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._age.stop()

    def _tell_ages(self) -> None:
        self.detail.tell_age()
        for view in self.views.values():
            view.tell_age()

    # What is done

    def refusal(self, deed: Deed) -> str:
        """Why the key may not do it, in a sentence."""
        return self._deeds.refusal(deed)

    def buttons(self, deed: Deed) -> list[Button]:
        """The buttons of a deed, one for each record that it fits."""
        lines = [line for view in self.views.values() if view.is_open for line in view.lines]
        return [line.buttons[deed.name] for line in lines if deed.name in line.buttons]

    def reveal(self, button: Button) -> None:
        """Put the keyboard on a button, in view."""
        self._scroll.ensureWidgetVisible(button)
        button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    async def _ask(self, deed: Deed, body: Body) -> None:
        person = self.person
        outcome = await ask_deed(self, self._workspace, deed, body, person.email)
        if outcome is not None and person is self.person:
            self.offer(outcome.sentence)

    def offer(self, sentence: str) -> None:
        """A sentence for the reply, where somebody takes it; "" takes it away."""
        taken = self.isSignalConnected(QMetaMethod.fromSignal(self.deed_told))
        self.sentence.setText(sentence)
        self.told.setVisible(bool(sentence) and taken)

    def put_into_reply(self) -> None:
        """Put the sentence that is offered into the reply."""
        sentence = self.sentence.text()
        if not sentence:
            return
        self.offer("")
        self.deed_told.emit(sentence)

    def _changed(self, change: Change) -> None:
        """Something was written: what it concerns is read again."""
        about = change.part == PART and (not change.ids or self.email in change.ids)
        if about and self.email:
            self._again(DETAILS)
            for key, view in self.views.items():
                if change.part in view.source.changes and view.is_open:
                    self._again(key)

    def _journal_changed(self, person: str) -> None:
        if self.person.wrote(person) and self.views[DONE_HERE].is_open:
            self._again(DONE_HERE)

    def _show_rights(self) -> None:
        for view in self.views.values():
            view.show_rights()

    def _leads(self, part: str) -> bool:
        return part.split("/")[0] in self._workspace.sections

    @property
    def offered(self) -> str:
        """The sentence that can be put into the reply; "" where there is none."""
        return self.sentence.text()

    def open_journal(self) -> None:
        """Show all that was done from this computer, whoever it was done for."""
        self._tasks.latest("journal", show_journal(self.window(), self._workspace))
