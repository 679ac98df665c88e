"""Board of an entity's entries: the stages of one pipeline at a time."""

from collections.abc import Sequence

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.declared import entries_board, stage_columns
from funneldesk.desktop.parts.crm.customer_tab import CustomerTab
from funneldesk.desktop.parts.crm.host import CrmHost
from funneldesk.desktop.records.board.declaration import ColumnSpec
from funneldesk.desktop.records.board.panel import BoardPanel
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.sections.actions import Action, Place, Takes


class BoardPage(BoardPanel):
    """The board that a host's entity and pipeline have."""

    def __init__(self, host: CrmHost) -> None:
        entity = host.schema.entity(host.entity_id)
        if entity is None:
            raise KeyError(host.entity_id)
        self.host, self.entity = host, entity
        super().__init__(host.workspace, entries_board(entity, host.schema.section(entity.id)))
        host.pipeline_changed.connect(lambda _id: self.lane_changed())

    @property
    def columns(self) -> Sequence[ColumnSpec]:
        return stage_columns(self.host.schema.pipeline(self.host.pipeline_id))

    @property
    def lane(self) -> int:
        return self.host.pipeline_id

    def own_tabs(self) -> Sequence[OwnTab]:
        self.customer = CustomerTab(self.workspace, self.entity)
        return (OwnTab("customer", _("Customer"), self.customer),)

    def set_up_buttons(self) -> Sequence[Button]:
        return (Button(_("Set up stages"), on_click=lambda: self.host.show_page("setup")),)

    def begin_form(self) -> None:
        self.host.begin_entry()

    async def learn_columns(self) -> None:
        await self.host.schema.learn()

    def declare(self) -> Sequence[Action]:
        in_table = Action(
            "crm.open-in-table",
            _("Open in the table"),
            lambda ids: self.host.open_entry(ids[0]),
            "list",
            places=Place.LIST_MENU | Place.PALETTE,
            takes=Takes.ONE,
        )
        return (*super().declare(), in_table)
