"""Table of an entity's entries, with the one that is open beside it as a form."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.contract.crm import CrmEntity, CrmEntry
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.customer_tab import linked_address
from funneldesk.desktop.parts.crm.fields import named
from funneldesk.desktop.parts.crm.kind import flat
from funneldesk.desktop.parts.crm.moves import StageMoves
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.making.quick_line import QuickLine
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.sections.actions import Action, Place, Takes
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Change, Workspace

PART = "crm"
WIDE = 1_180
"""Width from which the customer stands beside the form."""
NEXT_KEYS, BACK_KEYS = "Alt+Shift+Right", "Alt+Shift+Left"


class EntriesPanel(EditedPanel):
    """The panel of an entity's entries, with the linked customer beside the form."""

    def __init__(self, workspace: Workspace, declared: RecordSection, entity: CrmEntity) -> None:
        self.entity = entity
        self.customer = CustomerView(workspace, formats_of(workspace))
        self.customer.setMinimumWidth(300)
        self.customer.hide()
        super().__init__(workspace, declared)
        self.moves = StageMoves(self, entity)
        words = _("Add an entry: type its title and press Enter")
        self.quick_add = QuickLine(workspace, self.kind, words, self.first_values)
        layout = self.list.layout()
        if layout is not None:
            layout.addWidget(self.quick_add)
        self.split.addWidget(self.customer)
        self.split.setSizes([600, 390, 310])
        self.quick_add.made.connect(lambda entry: self.tasks.start(self._made(entry)))
        self.tasks.start(self.quick_add.recall())
        self.quick_add.asked_for_form.connect(lambda title: self.begin_new({"title": title}))

    def about_many(self) -> Sequence[Action]:
        writes: Mapping[str, Any] = {"takes": Takes.SEVERAL, "writes": PART}
        anywhere = Place.PALETTE | Place.LIST_MENU
        return (
            Action(
                "crm.next-stage",
                _("Move to the next stage"),
                lambda ids: self.moves.step(ids, 1),
                "arrow-up-right",
                NEXT_KEYS,
                anywhere,
                **writes,
            ),
            Action(
                "crm.previous-stage",
                _("Move to the stage before"),
                lambda ids: self.moves.step(ids, -1),
                "arrow-left",
                BACK_KEYS,
                anywhere,
                **writes,
            ),
        )

    @property
    def one(self) -> str:
        return lower_first(named(self.entity))

    def show_beside(self, body: Mapping[str, Any]) -> None:
        self.customer.show_email(linked_address(self.entity, body))

    def _arrange(self) -> None:
        super()._arrange()
        beside = bool(self.open_id and self.customer.email) and self.width() >= WIDE
        self.customer.setVisible(beside)

    def first_stage(self) -> int:
        """The stage in which a new entry begins: the one that the list is narrowed to."""
        chosen = self.list.query.choices
        lines = [line for line in self.entity.pipelines or () if line.stages]
        wanted = chosen.get("pipeline_id")
        line = next((each for each in lines if each.id == wanted), next(iter(lines), None))
        first = line.stages[0].id if line is not None and line.stages else 0
        stage = chosen.get("stage_id")
        return stage if isinstance(stage, int) else first

    def first_values(self) -> dict[str, Any]:
        return {"stage_id": self.first_stage()}

    async def _made(self, entry: CrmEntry) -> None:
        await self.source.library.keep(flat(self.entity, entry).model_dump(mode="json"))
        self.workspace.announce(self.kind.part, entry.id, source=self)
        self.list.table.select(entry.id)

    async def settle(self) -> None:
        await self.quick_add.making.settle()
        await super().settle()

    def _changed_elsewhere(self, change: Change) -> None:
        # What the board moved is in the library that both show: nothing has to be listed anew.
        shared = isinstance(change.source, BoardPage) and isinstance(self.list.source, MirroredRows)
        if not shared or self.open_id in change.ids:
            super()._changed_elsewhere(change)


def lower_first(name: str) -> str:
    """A name of an entity within a sentence: "deal", but "SKU"."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]
