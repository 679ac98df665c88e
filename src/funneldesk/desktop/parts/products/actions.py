"""What is done with products from the list: copies, and deletion after a look at their uses."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.products import Product
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, confirm_by_name
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.kind import KIND
from funneldesk.desktop.parts.products.where_used import Uses, uses_of
from funneldesk.desktop.records.bulk.deletion import Deletion, DeletionWords, with_way_back
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.making.copier import Copying, RecordCopier
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import may_write

if TYPE_CHECKING:
    from funneldesk.client import Api

MOST_LOOKED_AT = 5
"""Of more products the uses are not asked for one by one."""


class ProductActions:
    """Each one tells what it did, and what it could not."""

    def __init__(self, panel: EditedPanel, library: RecordLibrary[Any], runs: SectionRuns) -> None:
        self._panel, self._library, self._runs = panel, library, runs
        self._workspace = panel.workspace
        self.deletion = ProductDeletion(panel, runs)

    async def clone(self, ids: Ids) -> None:
        """A copy of each, under a code of its own."""
        if not may_write(self._workspace, KIND.part, KIND.units):
            return
        copier = RecordCopier(self._workspace, KIND, self._library, COPYING)
        work = SectionWork(
            _("Duplicate products"),
            _("Duplicating"),
            lambda count: _("{products} duplicated").format(products=counted(count, KIND.unit)),
            copier.copy,
            copier.look,
        )
        await self._runs.run(work, self._items(ids))
        if len(ids) == 1 and copier.made:
            self._panel.open_record(str(copier.made[-1]))

    def _items(self, ids: Iterable[str]) -> list[BulkItem]:
        rows = self._library.rows
        return [BulkItem(i, str(rows[i].get("title") or i)) for i in ids if i in rows]


class ProductDeletion(Deletion):
    """Says what uses the products before they go; undo makes them again."""

    def __init__(self, panel: EditedPanel, runs: SectionRuns) -> None:
        super().__init__(
            panel,
            runs,
            DeletionWords(),
            lambda: with_way_back(panel, lambda draft, made: bool(draft.code == made.code))[0],
        )

    async def is_wanted(self, items: Sequence[BulkItem]) -> bool:
        uses = await self._uses(items)
        title = _("Delete {products}?").format(products=counted(len(items), KIND.unit))
        action = _("Delete {products}").format(products=counted(len(items), KIND.unit))
        if len(items) == 1:
            title = _("Delete “{name}”?").format(name=items[0].title)
        if any(each.any for _item, each in uses):
            return await UsesDialog(self.panel, title, action, uses).ask() == "delete"
        said = [line for _item, each in uses for line in each.lines()]
        text = "\n".join([_("Nothing is known to use it. Buyers keep their orders."), *said])
        if len(items) > 1:
            text = _("Buyers keep their orders. Pages that sell them will fail at checkout.")
        name = self.workspace.connection.name
        return await confirm_by_name(self.panel, title, text, name=name, action=action)

    async def _uses(self, items: Sequence[BulkItem]) -> list[tuple[BulkItem, Uses]]:
        if len(items) > MOST_LOOKED_AT:
            return []
        rows = self.panel.source.library.rows
        return [
            (each, await uses_of(self.workspace, int(each.id), str(rows[each.id].get("code"))))
            for each in items
        ]


async def _clone(api: "Api", product_id: int) -> Product:
    return await api.products.clone(product_id)


async def _every(api: "Api") -> Sequence[Product]:
    return [each async for each in api.products.iterate()]


COPYING = Copying(
    _clone, _every, lambda original, made: made.title.startswith(original.title[:200])
)


class UsesDialog(Dialog):
    """Answers "delete". Names what is known to use each product."""

    def __init__(
        self, parent: QWidget, title: str, action: str, uses: Sequence[tuple[BulkItem, Uses]]
    ) -> None:
        text = _("It is used. Pages that sell it will fail at checkout; orders stay as they are.")
        super().__init__(parent, title, text, width=480)
        for item, found in uses:
            if len(uses) > 1:
                self.body.addWidget(Label(item.title, size="strong", wrap=True))
            for line in found.lines():
                self.body.addWidget(Label(line, wrap=True))
        self.add_button("", _("Cancel"))
        self.add_button("delete", action, "danger")


def product_actions(actions: ProductActions, panel: EditedPanel) -> tuple[Action, ...]:
    """What the list offers for the selected products."""
    anywhere = Place.PALETTE | Place.LIST_MENU
    start = panel.tasks.start
    return (
        Action(
            "products.duplicate",
            _("Duplicate the selected products"),
            lambda ids: start(actions.clone(ids)),
            "copy",
            "Ctrl+D",
            anywhere | Place.SELECTION_BAR,
            _("Duplicate"),
            Takes.SEVERAL,
            writes=KIND.part,
        ),
        actions.deletion.action(),
    )
