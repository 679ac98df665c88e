"""The customer as a tab of a detail: what the pane beside a ticket shows."""

from collections.abc import Callable

from PySide6.QtGui import QShowEvent

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.records.detail.declaration import Body, value_at
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.workspace.workspace import Workspace


class CustomerTab(RecordView):
    """``path`` leads to the address in the record. Nothing is read before it is looked at."""

    def __init__(
        self,
        workspace: Workspace,
        formats: Callable[[], Formats],
        path: str = "customer.email",
        *,
        at_home: bool = False,
    ) -> None:
        super().__init__()
        self.view = CustomerView(workspace, formats, at_home=at_home)
        self._path, self._email = path, ""
        self.setLayout(column(self.view, spacing=0))

    def show_record(self, body: Body) -> None:
        self._email = str(value_at(body, self._path) or "")
        if self.isVisible():
            self.view.show_email(self._email)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.view.show_email(self._email)
