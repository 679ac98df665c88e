"""Move of all pages of a domain to another one: looked at first, clashes of slugs named."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHeaderView, QWidget

from funneldesk.contract.domains import Move, MoveDraft, MovePreview
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.domains import PART
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import confirmed, journaled, operation, sending
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

MOST_LISTED = 1_000
"""Pages that servers list of a preview; how many there are is told beside."""
TABLE_HEIGHT = 260


class MoveDialog(Dialog):
    """Answers "moved" once the pages of ``source`` are on the chosen one of ``targets``."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        source: Mapping[str, Any],
        targets: Sequence[Mapping[str, Any]],
    ) -> None:
        name = str(source.get("domain") or "")
        super().__init__(parent, _("Move the pages of {domain}").format(domain=name), width=680)
        self.workspace, self._source = workspace, source
        self.tasks = TaskScope(self)
        self.preview: MovePreview | None = None
        self.moved: Move | None = None
        self.target = CalmCombo()
        for each in targets:
            self.target.addItem(str(each.get("domain") or ""), int(each["id"]))
        self.progress, self.problem = ProgressLine(), Banner(closable=False)
        self.told = Label(wrap=True)
        self._rows: dict[str, SummaryRow] = {}
        self.table: TableView = TableView(_("Pages that move"), _COLUMNS, self._rows.get)
        self.table.setFixedHeight(TABLE_HEIGHT)
        header = self.table.horizontalHeader()
        for at, shown in enumerate(_COLUMNS):
            header.resizeSection(at, shown.width)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.hide()
        for widget in (
            labelled(_("To"), self.target),
            self.progress,
            self.problem,
            self.told,
            self.table,
        ):
            self.body.addWidget(widget)
        self.add_button("", _("Cancel"))
        self.go_button = self.add_button("go", _("Move pages"), "primary")
        self.go_button.clicked.disconnect()
        self.go_button.clicked.connect(lambda: self.tasks.latest("go", self._move()))
        self.target.currentIndexChanged.connect(self._look)
        self._look()

    @property
    def clashes(self) -> list[SummaryRow]:
        """Pages whose slug the other domain has already."""
        return [each for each in self._rows.values() if each.get("slug_taken") is True]

    def _draft(self) -> MoveDraft:
        return MoveDraft(target_domain_id=int(self.target.currentData()))

    def _look(self) -> None:
        self.go_button.setEnabled(False)
        self.tasks.latest("look", self._preview())

    async def _preview(self) -> None:
        number, draft = int(self._source["id"]), self._draft()
        self.problem.clear()
        found: MovePreview | None = None
        doing = _("Looking at what would move")
        with operation(self.workspace, doing, tell=self._tell, progress=self.progress.set_on):
            found = await self.workspace.run(lambda api: api.domains.preview_move(number, draft))
        if found is not None:
            self._show(found)

    def _show(self, found: MovePreview) -> None:
        self.preview = found
        rows = [SummaryRow(str(each.id), each.model_dump(mode="json")) for each in found.preview]
        rows.sort(key=lambda each: each.get("slug_taken") is not True)
        self._rows.clear()
        self._rows.update({each.id: each for each in rows})
        self.table.arrange([each.id for each in rows])
        self.table.rows.tell_changed()
        self.table.setVisible(bool(rows))
        said = _("{pages} will be met under {target}.").format(
            pages=counted(found.pages_affected, "page"), target=self.target.currentText()
        )
        if found.components_affected:
            more = _("So will {components}.")
            said += " " + more.format(components=counted(found.components_affected, "component"))
        if found.pages_affected > len(rows):
            said += " " + _("The first {count:,} are listed.").format(count=len(rows))
        self.told.setText(said if found.pages_affected else _("No page stands on this domain."))
        if clashes := self.clashes:
            text = _("Change the slug of these pages, or of those on the other domain, first.")
            title = _("{pages} can't move: the slug is taken there")
            self.problem.say(title.format(pages=counted(len(clashes), "page")), text, "danger")
        self.go_button.setEnabled(bool(found.pages_affected) and not clashes)

    async def _move(self) -> None:
        number, draft, run = int(self._source["id"]), self._draft(), self.workspace.run
        name = str(self._source.get("domain") or "")
        self.go_button.setEnabled(False)

        async def look(api: "Api") -> Move | None:
            left = await api.domains.preview_move(number, draft)
            known = self.preview.pages_affected if self.preview is not None else 0
            return None if left.pages_affected else Move(pages_updated=known)

        doing = _("Moving the pages")
        say, show = self._tell, self.progress.set_on
        with sending(self.workspace, self, doing, f"{PART}/move", tell=say, progress=show):
            async with journaled(self.workspace, PART, name, _("Moving the pages of")):
                call = run(lambda api: api.domains.move(number, draft))
                self.moved = await confirmed(call, lambda: run(look))
        self.go_button.setEnabled(True)
        if self.moved is not None:
            self.answer("moved")

    def _tell(self, told: Explanation) -> None:
        self.problem.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)


_COLUMNS: tuple[Column[SummaryRow], ...] = (
    Column("title", _("Page"), lambda row: str(row.get("title") or ""), width=220),
    Column("slug", _("Slug"), lambda row: str(row.get("slug") or ""), width=150, muted=True),
    Column(
        "state",
        _("What happens"),
        lambda row: _("Slug taken") if row.get("slug_taken") is True else _("Moves"),
        width=120,
        tone=lambda row: "danger" if row.get("slug_taken") is True else "success",
    ),
)
