"""Set-up tab of a domain: its steps, the record to copy, and what the world sees of it."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea

from funneldesk.contract.domains import Configuration
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.domains import number_of
from funneldesk.desktop.parts.domains.setup.answers_view import AnswersView
from funneldesk.desktop.parts.domains.setup.reasons import is_found, reason
from funneldesk.desktop.parts.domains.setup.record_card import RecordCard
from funneldesk.desktop.parts.domains.setup.step_row import StepRow
from funneldesk.desktop.parts.domains.setup.steps import (
    NAMES,
    Step,
    is_pending,
    is_settled,
    needs_record,
    steps,
)
from funneldesk.desktop.parts.domains.setup.watch import DomainWatch, Watched
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

PROBED = (
    ("dns_ok", _("Record")),
    ("ssl_ok", _("Certificate")),
    ("http_reachable", _("Reached by http")),
    ("https_reachable", _("Reached by https")),
)


class SetupPage(RecordView):
    """Shows one domain. ``asked_for_certificate`` and ``asked_for_servers`` are deeds of the
    panel; ``asked_to_open`` carries an address."""

    asked_for_certificate = Signal()
    asked_for_servers = Signal()
    asked_to_open = Signal(str)

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._workspace, self._formats = workspace, formats
        self.watch = workspace.shared(DomainWatch)
        self.tasks = TaskScope(self)
        self.body: Mapping[str, Any] = {}
        self._build()
        self.watch.changed.connect(self._changed)

    @property
    def record_id(self) -> str:
        """The domain that is shown."""
        return str(self.body.get("record_id") or "")

    def _build(self) -> None:
        self.reason = Banner(closable=False)
        self.card = RecordCard()
        self.answers = AnswersView(self._formats)
        self.answers.again_button.clicked.connect(self.look_again)
        self.answers.servers_button.clicked.connect(self.asked_for_servers)
        self.certificate_button = Button(_("Request certificate"), kind="primary")
        self.certificate_button.clicked.connect(self.asked_for_certificate)
        self.open_button = Button(_("Open in the browser"), icon_name="external-link")
        self.open_button.clicked.connect(
            lambda: self.asked_to_open.emit(f"https://{self.body.get('domain')}")
        )
        self.test_button = Button(_("Test from the server"), icon_name="refresh-cw")
        self.test_button.clicked.connect(lambda: self.tasks.latest("test", self._test()))
        self.tested = Label(size="small", wrap=True)
        self.tested.hide()
        certificate, serving = surface("surface"), surface("surface")
        certificate.setLayout(row(self.certificate_button, None, spacing=8))
        buttons = column(spacing=8)
        buttons.addLayout(row(self.open_button, self.test_button, None))
        buttons.addWidget(self.tested)
        serving.setLayout(buttons)
        contents = {
            "record": self.card,
            "validate": self.answers,
            "certificate": certificate,
            "active": serving,
        }
        self.rows = {name: StepRow(contents.get(name)) for name in NAMES}
        inner = surface("surface")
        inner.setLayout(column(*self.rows.values(), None, spacing=16, margins=(16, 16, 16, 16)))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setAccessibleName(_("Set-up"))
        self.area.setWidget(inner)
        self.setLayout(column(self.reason, self.area, spacing=0))

    def show_record(self, body: Mapping[str, Any]) -> None:
        if body.get("record_id") != self.body.get("record_id"):
            self.tested.hide()
            self.card.copied.setText("")
        self.body = body
        if body:
            self.watch.begin(body)
            self._show()

    def look_again(self) -> None:
        """Look now, and often for a while."""
        if self.body:
            self.watch.again(self.body)

    def _changed(self, record_id: str) -> None:
        if record_id and record_id == self.record_id:
            known = self.watch.of(record_id).body
            self.body = {**self.body, **known}
            self._show()

    def _show(self) -> None:
        body, watched = self.body, self.watch.of(self.record_id)
        found = {each.name: each for each in steps(body, seen=is_found(watched.seen))}
        wanted = needs_record(body)
        waits = is_pending(body)
        if watched.wanted is not None:
            self.card.show_record(watched.wanted, watched.ttl, watched.instructions)
        self.answers.show_answers(watched)
        self._show_reason(watched)
        for name, row_ in self.rows.items():
            kept = name in ("record", "validate") and watched.wanted is not None and waits
            row_.show_step(found[name], self._text(name, found[name]), unfolded=kept)
            row_.setVisible(wanted or name in ("add", "active"))
        self.certificate_button.setVisible(not body.get("is_tracking_domain"))
        self.certificate_button.setEnabled(
            body.get("status") == "validated" and self._workspace.may_write("domains")
        )
        self.rows["certificate"].content.setVisible(  # type: ignore[union-attr]
            found["certificate"].state == "now" and not body.get("is_tracking_domain")
        )
        self.rows["active"].content.setVisible(  # type: ignore[union-attr]
            not body.get("is_tracking_domain")
        )
        self.open_button.setEnabled(is_settled(body))

    def _show_reason(self, watched: Watched) -> None:
        if watched.wanted is None or watched.looked_at is None or not is_pending(self.body):
            self.reason.clear()
            return
        told = reason(watched.seen, watched.wanted, self._formats())
        self.reason.say(told.title, told.text, told.tone)

    def _text(self, name: str, step: Step) -> str:
        status, tracking = self.body.get("status"), self.body.get("is_tracking_domain")
        if name == "record" and step.state == "now":
            return _("Where the domain is managed, add this record.")
        if name == "validate" and step.state == "now":
            return _("The world has the record; the server has to see it too.")
        if name == "certificate" and tracking:
            return "" if step.state == "done" else _("The server gets it by itself.")
        if name == "certificate" and status == "validated":
            return _("It is asked for only when you say so. It takes some seconds to minutes.")
        if name == "certificate" and status == "ssl-pending":
            return _("It is on its way. You are told when the domain is active.")
        if name == "active" and step.state == "done":
            return str(self.body.get("domain") or "")
        return ""

    async def _test(self) -> None:
        number, _tracking = number_of(self.record_id)
        doing = _("Testing the domain")

        def tell(told: Explanation) -> None:
            self._say_tested(f"{told.what} {told.so_what} {told.now_what}".strip())

        self.test_button.setEnabled(False)
        self._say_tested(_("Testing… this takes some seconds."))
        with operation(self._workspace, doing, tell=tell):
            found = await self._workspace.run(lambda api: api.domains.test_configuration(number))
            self._say_tested(_probed(found))
        self.test_button.setEnabled(True)

    def _say_tested(self, text: str) -> None:
        self.tested.setText(text)
        self.tested.show()


def _probed(found: Configuration) -> str:
    words = {True: _("yes"), False: _("no"), None: _("unknown")}
    return "\n".join(f"{title}: {words[getattr(found, name)]}" for name, title in PROBED)
