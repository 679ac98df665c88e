"""The address that starts an automation: to copy, as a line of curl, with a test."""

import json

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.labels import PART
from funneldesk.desktop.sections.operations import journaled, operation
from funneldesk.desktop.workspace.workspace import Workspace

EXAMPLE = {"email": "ana@example.com", "name": "ana"}


def curl_line(address: str, body: str) -> str:
    """A line for a shell that posts a body to an address."""
    quoted = body.replace("'", "'\\''")
    return (
        f"curl -X POST '{address}' -H 'Content-Type: application/json' -d '{quoted}'"  # not shown
    )


class PostbackDialog(Dialog):
    """Shows the address; a test is sent once for each press."""

    def __init__(self, parent: QWidget, workspace: Workspace, title: str, code: str) -> None:
        super().__init__(
            parent,
            _("Postback of “{title}”").format(title=title),
            _("Whoever calls this address starts the automation while it is active."),
            width=620,
        )
        self._workspace, self._title, self._code = workspace, title, code
        self.tasks = TaskScope(self)
        self.address = QLineEdit(f"{workspace.base_url.rstrip('/')}/webhooks/{code}")
        self.sent = QPlainTextEdit(json.dumps(EXAMPLE, indent=2))
        self.curl = QLineEdit()
        self.told = Label(size="small", tone="muted", wrap=True)
        self._build()

    def _build(self) -> None:
        for field in (self.address, self.curl):
            field.setReadOnly(True)
        self.sent.setFixedHeight(96)
        self.sent.textChanged.connect(self._show_curl)
        self.body.addWidget(labelled(_("Address"), self.address))
        self.body.addLayout(row(self._copier(_("Copy address"), self.address), None))
        self.body.addWidget(labelled(_("Body (JSON)"), self.sent))
        self.body.addWidget(labelled(_("From a shell"), self.curl))
        self.test = Button(_("Send a test"), icon_name="send")
        self.test.clicked.connect(lambda: self.tasks.latest("test", self._test()))
        self.body.addLayout(row(self._copier(_("Copy curl line"), self.curl), self.test, None))
        self.body.addWidget(self.told)
        self.add_button("", _("Close"))
        self._show_curl()

    def _copier(self, text: str, field: QLineEdit) -> Button:
        return Button(
            text,
            icon_name="copy",
            on_click=lambda: QGuiApplication.clipboard().setText(field.text()),
        )

    def _show_curl(self) -> None:
        body = " ".join(self.sent.toPlainText().split())
        self.curl.setText(curl_line(self.address.text(), body))
        self.curl.setCursorPosition(0)

    async def _test(self) -> None:
        try:
            body = json.loads(self.sent.toPlainText() or "{}")
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            self.told.setText(_("The body must be an object in braces."))
            return
        self.told.setText("")
        with operation(
            self._workspace, _("Sending a test"), tell=lambda told: self.told.setText(told.what)
        ) as done:
            async with journaled(self._workspace, PART, self._title, _("Sending a test")):
                await self._workspace.run(lambda api: api.automations.fire(self._code, body))
        if not done.failed:
            self.told.setText(_("Sent. If the automation is active, its log shows the run soon."))
