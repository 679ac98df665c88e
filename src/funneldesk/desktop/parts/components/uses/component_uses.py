"""Where each component of a brand is used, as far as its records are on this computer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.use import Use, records_of
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.components import USED
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.query import FilterSpec
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.workspace.workspace import Workspace

IN_USE = {True: _("Used"), False: _("Not used")}


class ComponentUses(QObject):
    """One for each workspace. ``by_code`` are the uses of those that are used; ``changed`` tells
    that they are others now, or that more of the brand was looked through."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.index = workspace.shared(ReferenceIndex)
        self.by_code: Mapping[str, Sequence[Use]] = {}
        self._tasks = TaskScope(self)
        self._sections: dict[RecordSection, RecordSection] = {}
        self.index.updated.connect(self.read)

    def begin(self) -> None:
        """Look, unless that began already; what was found before is there at once."""
        self.index.begin()
        self.read()

    def read(self) -> None:
        """Take what the index has found."""
        self._tasks.latest("read", self._read())

    async def _read(self) -> None:
        self.by_code = await self.index.component_uses()
        self.changed.emit()

    def of(self, code: object) -> Sequence[Use]:
        """Uses of a component; pages first."""
        return self.by_code.get(str(code), ())

    @property
    def covered_words(self) -> str:
        """How much of the brand was looked through; empty for all of it."""
        return self.index.failure or self.index.covered_words

    def section(self, declared: RecordSection) -> RecordSection:
        """The section with how often each component is used."""
        if declared not in self._sections:
            columns = tuple(self._counted(each) for each in declared.columns)
            used: FilterSpec[SummaryRow] = FilterSpec(USED, _("Use"), self._is_used, IN_USE)
            filters = (*declared.filters, used)
            self._sections[declared] = replace(declared, columns=columns, filters=filters)
        return self._sections[declared]

    def _counted(self, column: RecordColumn[SummaryRow]) -> RecordColumn[SummaryRow]:
        if column.key != USED:
            return column

        def count(row: SummaryRow) -> int | None:
            return len(records_of(self.of(row.get("code")))) or None

        return replace(column, value=count, tip=lambda _row: self.covered_words)

    def _is_used(self, row: SummaryRow) -> bool:
        return bool(self.of(row.get("code")))
