"""Frame of CRM: which entity, and as what: board, table, reports or set-up."""

from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from funneldesk.contract.crm import CrmEntity
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.fields import named
from funneldesk.desktop.parts.crm.host import CrmHost
from funneldesk.desktop.parts.crm.reports.page import reports_page
from funneldesk.desktop.parts.crm.schema import Schema
from funneldesk.desktop.parts.crm.setup.page import setup_page
from funneldesk.desktop.parts.crm.table import EntriesPanel
from funneldesk.desktop.records.entities.frame import EntityPanel
from funneldesk.desktop.records.entities.host import TABLE, EntityPage, EntityWords
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

__all__ = ["TABLE", "CrmPanel"]

BOARD = "board"


def _table(host: CrmHost) -> Panel:
    entity = host.schema.entity(host.entity_id)
    if entity is None:
        raise ValueError("the table is of an entity that is known")
    return EntriesPanel(host.workspace, host.schema.section(entity.id), entity)


PAGES: tuple[EntityPage[CrmHost], ...] = (
    EntityPage(BOARD, _("Board"), "square-kanban", BoardPage),
    EntityPage(TABLE, _("Table"), "list", _table),
    EntityPage("reports", _("Reports"), "chart-line", reports_page, shows_entries=False),
    EntityPage(
        "setup",
        _("Set up"),
        "settings",
        setup_page,
        without_entity=True,
        follows=True,
        shows_entries=False,
    ),
)


class CrmPanel(EntityPanel[CrmEntity, CrmHost]):
    """Beside the entity stands its pipeline, where the board has several to choose from."""

    part = "crm"
    words: ClassVar[EntityWords] = EntityWords(
        _("Entity"),
        _("entries"),
        _("Reading the set-up of CRM"),
        "square-kanban",
        (
            _("No entities yet"),
            _("Leads, contacts, deals: begin with a preset, and change what you like."),
            _("Set up CRM"),
        ),
    )

    def __init__(self, workspace: Workspace) -> None:
        self._lines: dict[str, int] = {}
        super().__init__(workspace, workspace.shared(Schema))

    def pages_of(self) -> tuple[EntityPage[CrmHost], ...]:
        return PAGES

    def make_host(self, entity_id: int) -> CrmHost:
        host = CrmHost(self.workspace, entity_id, self)
        host.choose_pipeline(self._lines.get(str(entity_id), 0))
        return host

    def named(self, entity: CrmEntity) -> str:
        return entity.plural_name or entity.name

    def one_of(self, entity: CrmEntity) -> str:
        return named(entity)

    def beside_choice(self) -> tuple[QWidget, ...]:
        self.lines = FoldingSegments(_("Pipeline"))
        self.lines.chosen.connect(lambda key: self.host.choose_pipeline(int(key)))
        return (self.lines,)

    def page_named(self, declared: EntityPage[CrmHost]) -> None:
        entity = self.schema.entity(self.entity_id)
        lines = (entity.pipelines or []) if entity is not None else []
        self.lines.set_choices([(str(line.id), line.name, "") for line in lines])
        self.lines.choose(str(self.host.pipeline_id))
        self.lines.setVisible(declared.key == BOARD and len(lines) > 1)

    async def entity_of(self, record_id: str) -> int:
        with operation(self.workspace, _("Reading this entry"), "crm/open") as asked:
            entry = await self.workspace.run(lambda api: api.crm.get_entry(record_id))
        if asked.failed:
            return 0
        return entry.crm_entity_id or 0

    def state(self) -> dict[str, Any]:
        lines = {str(host.entity_id): host.pipeline_id for host in self.hosts.values()}
        return {**super().state(), "lines": self._lines | lines}

    def restore(self, state: dict[str, Any]) -> None:
        lines = state.get("lines")
        known = lines if isinstance(lines, dict) else {}
        self._lines = {each: line for each, line in known.items() if isinstance(line, int)}
        super().restore(state)
