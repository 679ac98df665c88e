"""Declaration of a search over all records of a kind: where it looks, and what it may change."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.list.list_pane import RecordListPane
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.search_replace.results import Entry
from funneldesk.desktop.sections.panel import Panel

Kept = dict[str, Any]
"""What a part keeps of a record beside its texts, as JSON, so that taking back can use it."""


class ReplaceRules:
    """What a kind of record adds to a replacement; this one adds nothing."""

    choice: QWidget | None = None
    """A question that is asked before a run, under what the run means."""

    def begin(self, entries: Sequence[Entry]) -> None:
        """A run over these records is about to be asked for: make ``choice``."""

    def decide(self) -> None:
        """The run begins: keep what was answered, as ``choice`` goes with its dialog."""

    async def prepare(self, record_id: str, draft: RecordDraft, plan: SavePlan) -> Kept | str:
        """Make a draft fit to be sent; why it is left alone, or what to keep for taking back."""
        return {}

    def refusal(self, plan: SavePlan) -> str:
        """Why a plan may not be sent, or ""."""
        return plan.warnings[0].sentence if plan.warnings else ""

    async def put_back(self, texts: dict[str, Any], kept: Kept) -> str:
        """Make the texts from before fit to be sent again; a sentence about that, or ""."""
        return ""


@dataclass(frozen=True, slots=True)
class Searched:
    """``fields`` are names of text fields, in the order in which hits are shown; ``heading`` gives
    the title and the second line of a row of the list. ``open_at`` shows a record at a hit: its
    id, the field as the local copy names it, and the range."""

    panel: Panel
    session: EditSession
    pane: RecordListPane[Any]
    fields: tuple[str, ...]
    heading: Callable[[Any], tuple[str, str]]
    open_at: Callable[[str, str, int, int], Awaitable[object]]
    rules: ReplaceRules

    @property
    def source(self) -> str:
        """The field that is shown of a record without a hit in view."""
        declared = self.session.kind.draft.declared
        return next((name for name in self.fields if declared[name].language), self.fields[0])

    @property
    def part(self) -> str:
        """The part of the interface that has the records."""
        return self.session.kind.part

    @property
    def unit(self) -> str:
        """One record in words."""
        return self.session.kind.unit

    @property
    def wire(self) -> dict[str, str]:
        """The searched fields: in the local copy, and as they are written (quirk 22)."""
        declared = self.session.kind.draft.declared
        return {declared[name].read_as or name: name for name in self.fields}

    @property
    def titles(self) -> dict[str, str]:
        """What the searched fields are called, as the local copy names them."""
        label = self.session.kind.draft.declared.label
        return {local: label(name) for local, name in self.wire.items()}

    @property
    def units(self) -> str:
        """Several records, as ``noun`` knows them."""
        return self.session.kind.units

    def counted(self, count: int) -> str:
        """ "1 page", "1,200 pages"."""
        return counted(count, self.unit)

    def texts(self, draft: RecordDraft) -> dict[str, str]:
        """The searchable texts of a record, by the names of the local copy."""
        return {local: draft.text(name) for local, name in self.wire.items()}

    async def read(self, record_id: str) -> Any:
        """A record as the server has it. Raises ``ApiError``."""
        return await self.session.kind.read(self.panel.workspace, record_id)

    async def update(self, record_id: str, patch: Any) -> Any:
        """The record after a write. Raises ``ApiError``."""
        call = self.session.kind.writes.update
        return await self.panel.workspace.run(lambda api: call(api, int(record_id), patch))

    def opened(self, record: Any) -> RecordDraft:
        """A record of the server as it is edited."""
        return self.session.kind.draft.opened(record.model_dump(mode="json"))
