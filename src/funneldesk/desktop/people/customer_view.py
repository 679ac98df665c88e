"""The customer beside another record: from this computer at once, then as the server knows it."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.customer import CUSTOMER, PART, read_customer
from funneldesk.desktop.records.detail.detail_view import DetailView
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace


class CustomerView(QWidget):
    """``email`` is whose; "" nobody's."""

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self.email = ""
        self._workspace = workspace
        self._tasks = TaskScope(self)
        self.detail = DetailView(CUSTOMER, formats, beside=True)
        self.detail.asked_again.connect(lambda: self._tasks.latest("read", self._read(self.email)))
        self.nobody = EmptyState("users", _("No customer"), _("No order has this email address."))
        self.pages = QStackedWidget()
        self.pages.addWidget(self.nobody)
        self.pages.addWidget(self.detail)
        self.open = Button(
            _("Open in Customers"),
            kind="link",
            icon_name="external-link",
            on_click=lambda: workspace.go(PART, self.email),
        )
        surface("surface", self)
        foot = row(self.open, None, margins=(12, 4, 12, 8))
        whole = column(self.pages, spacing=0)
        whole.addLayout(foot)
        self.setLayout(whole)
        self._show({})

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read."""
        return not self._tasks.is_busy

    def show_email(self, email: str) -> None:
        """Show the customer with this address; "" shows none."""
        if email == self.email:
            return
        self.email = email
        self._show({})
        if email:
            self._tasks.latest("read", self._read(email))
        else:
            self._tasks.cancel("read")

    async def _read(self, email: str) -> None:
        """What was read before, then what the server says; one that fails hides nothing."""
        store = self._workspace.store
        kept = await store.record(PART, email)
        self._show(kept.body if kept is not None else {})
        self.detail.show_problem(None)
        with operation(
            self._workspace,
            _("Reading the customer"),
            tell=self.detail.show_problem,
            progress=self.detail.show_loading,
        ) as asked:
            customer = await self._workspace.run(lambda api: read_customer(api, email))
            body = customer.model_dump(mode="json")
            await store.put_record(PART, email, body, None)
            self._show(body)
        if isinstance(asked.error, NotFound):
            self.detail.show_problem(None)
            self.pages.setCurrentWidget(self.nobody)
            self.open.hide()

    def _show(self, body: Mapping[str, Any]) -> None:
        self.detail.show_record(body)
        self.pages.setCurrentWidget(self.detail if self.email else self.nobody)
        self.open.setVisible(bool(body))
