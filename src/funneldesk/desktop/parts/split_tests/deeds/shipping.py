"""Shipping of a winner: declared, then the page rewritten with that variant alone (quirk 27).

The change is shown as a difference first, and written only where the page is still as it was
shown; its history has the version before, and a notice leads back.
"""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.markup import applied
from funneldesk.contract.markup_edits import CannotEdit
from funneldesk.contract.markup_records import only_variant
from funneldesk.desktop.assets.references.writers import RecordWriter
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.diff.field_changes import FieldChanges
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.deeds.winner import DONE, PART, WinnerDialog
from funneldesk.desktop.parts.split_tests.results.reading import Reading, VariantReading
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.sections.operations import confirmed, may_write, operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.contract.pages import Page

NOTICE, SHIPPED = "split_tests/ship", "split_tests/shipped"
WIDTH, HEIGHT = 760, 260
Body = Mapping[str, Any]


class ShipDialog(WinnerDialog):
    """The winner, and below it what becomes of the page; the difference follows the choice."""

    def __init__(
        self, parent: QWidget, workspace: Workspace, body: Body, reading: Reading, page: "Page"
    ) -> None:
        self.page = page
        self.html = page.html or ""
        self.after: str | None = None
        self.agreed = ""
        decided = body.get("status") == "finalized"
        super().__init__(
            parent,
            workspace,
            body,
            reading,
            title=_("Ship the winner on “{page}”").format(page=page.name),
            action=_("Ship winner"),
            height=90 if decided else 240,
        )
        self.setFixedWidth(WIDTH)
        is_live = page.status == "published"
        told = (
            _("Visitors see this right away. The page's history keeps the version before.")
            if is_live
            else _("The page isn't published. Its history keeps the version before.")
        )
        self.said = Label(told, size="small", tone="muted", wrap=True)
        titles = (_("Now"), _("With the winner alone"))
        self.changes = FieldChanges("", "", titles=titles)
        self.changes.setFixedHeight(HEIGHT)
        self.body.addWidget(self.changes)
        self.body.addWidget(self.said)
        self._show_change()

    def follow(self, name: str) -> None:
        super().follow(name)
        if name == "winner_node_code":
            self._show_change()

    def _show_change(self) -> None:
        self.after = None
        self.go_button.setEnabled(False)
        self.tasks.latest("change", self._work_out(self.chosen))

    async def _work_out(self, chosen: VariantReading | None) -> None:
        if chosen is None:
            return
        try:
            after = await in_thread(with_winner, self.html, self._body, chosen.name)
        except CannotEdit as refused:
            self.changes.say(_("The page can't be rewritten"), str(refused))
            return
        self.after = after
        self.changes.show_texts(self.page.name, {"html": (self.html, after)})
        self.go_button.setEnabled(True)

    def go(self) -> None:
        if self.after is not None:
            self.agreed = self.after
            super().go()


class Shipping:
    """Ships winners for the section's panel."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._workspace = panel.workspace

    async def ship(self, body: Body, reading: Reading) -> None:
        """Ask, declare, and rewrite the page; again where somebody changed it meanwhile."""
        workspace, page_id = self._workspace, body.get("page_id")
        if not isinstance(page_id, int):
            return
        if not (may_write(workspace, PART, _("split tests")) and may_write(workspace, "pages", "")):
            return
        with operation(workspace, _("Shipping the winner"), NOTICE):
            page = await workspace.run(lambda api: api.pages.get(page_id))
            dialog = ShipDialog(self._panel.window(), workspace, body, reading, page)
            if await dialog.ask() != DONE:
                return
            workspace.announce(PART, str(body.get("id")), source=None)
            await self._write(page, dialog.html, dialog.agreed)

    async def _write(self, page: "Page", before: str, after: str) -> None:
        about = _("Before a split test's winner was shipped")
        writer: RecordWriter = self._workspace.writers["pages"](self._workspace, about)
        item = BulkItem(str(page.id), page.name)
        change = partial(_changed, before, after)
        outcome = await confirmed(writer.write(item, change), lambda: writer.look(item))
        if outcome.kind == "done":
            self._workspace.announce("pages", item.id, source=self._panel)
        self._tell(item, outcome)

    def _tell(self, item: BulkItem, outcome: Outcome) -> None:
        post = self._workspace.notifications.post
        undo = outcome.undo
        if outcome.kind != "done":
            show = NoticeAction(_("Show the page"), partial(self._workspace.go, "pages", item.id))
            what = _("The winner is declared, but “{page}” was left as it is.")
            why = " ".join(filter(None, (outcome.what, outcome.now_what)))
            text = why or _("Somebody changed it meanwhile. Look at the change again.")
            told = Notice(what.format(page=item.title), text, "warning", key=SHIPPED, action=show)
            post(told)
            return
        back = None
        if undo is not None:
            back = NoticeAction(
                _("Undo"), lambda: self._panel.tasks.start(self._undo(item, outcome))
            )
        what = _("“{page}” now shows only the winner").format(page=item.title)
        text = _(
            "Undo brings the test's block back. It stays decided: visitors still see its winner."
        )
        post(Notice(what, text, "success", key=SHIPPED, action=back, lasting=True))

    async def _undo(self, item: BulkItem, outcome: Outcome) -> None:
        if outcome.undo is None:
            return
        with operation(self._workspace, _("Bringing the block back"), NOTICE):
            done = await outcome.undo()
            said = " ".join(filter(None, (done.what, done.now_what)))
            what = _("“{page}” shows the test again").format(page=item.title)
            tone = "success"
            if done.kind != "done":
                what, tone = _("“{page}” was left as it is.").format(page=item.title), "warning"
            self._workspace.announce("pages", item.id, source=self._panel)
            self._workspace.notifications.post(Notice(what, said, tone, key=SHIPPED))


def with_winner(html: str, body: Body, variant: str) -> str:
    """The page's html with one variant alone. Raises CannotEdit."""
    edits = only_variant(html, int(body["id"]), str(body.get("name") or ""), variant)
    return applied(html, edits)


def _changed(before: str, after: str, field: str, text: str) -> str:
    """The html as it was agreed to, and only where it is still the one that was shown."""
    return after if field == "html" and text == before else text
