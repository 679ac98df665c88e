"""Kind of record of a part, declared once for what treats all records alike."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.desktop.kit.forms.field_spec import Lookup
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import RecordFields
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.library.row import RecordRow
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.writes import RecordWrites
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

R = TypeVar("R", bound=RecordRow)


@dataclass(frozen=True, slots=True, eq=False)
class RecordKind:
    """``unit`` is one record in words ("page"). ``get`` reads one from the server, ``writes`` is
    how one is saved. ``bulk_groups``: the order of the groups of ``RecordField.bulk``.
    ``identity`` makes of an id as lists have it the one that calls take; ``several`` is the plural
    of ``unit`` where that has no s."""

    part: str
    unit: str
    draft: type[RecordDraft]
    get: "Callable[[Api, Any], Awaitable[Record]]"
    writes: RecordWrites
    bulk_groups: tuple[str, ...] = ()
    identity: Callable[[str], Any] = int
    several: str = ""
    lookups: Callable[[Workspace], Mapping[str, Lookup]] = lambda _: {}
    """Where references are found, by the names of their fields ("bonuses.bonus_product_id")."""
    caution: Callable[[Workspace, str, Any, Callable[[str], Any]], str] = lambda *_: ""
    """Why the change of a field looks mistyped, in a sentence: from its value before, and the
    values of the record as they will be."""

    @property
    def units(self) -> str:
        """Several records, as ``noun`` knows them ("pages")."""
        return self.several or f"{self.unit}s"

    @property
    def title(self) -> str:
        """Records of this kind at the beginning of a sentence ("Pages")."""
        return noun(self.units).capitalize()

    def fields_in(self, workspace: Workspace) -> RecordFields:
        """The fields as a brand has them: its currency and zone, and where references are found."""
        fields = self.draft.declared.in_formats(formats_of(workspace))
        return fields.with_lookups(self.lookups(workspace))

    async def read(self, workspace: Workspace, record_id: str) -> Any:
        """A record as the server has it. Raises ``ApiError``."""
        return await workspace.run(lambda api: self.get(api, self.identity(record_id)))


@dataclass(frozen=True, slots=True, eq=False)
class ListedKind(Generic[R]):
    """Records that are listed, and kept on this computer as ``copy`` says.

    ``unit`` is one record in words ("page"). ``slices`` reads the list from the server piece
    by piece, ``get`` one record, whole, by the ``id`` of its row. ``details``: what ``get`` gives
    has another shape than the rows of the list, which therefore stay as they are; ``texts`` are
    what is sought in it beside them. ``edited``: how records are edited, where drafts of them are
    kept. ``fills``: whole records are fetched in the background, the newest first, until so many
    are here.
    """

    copy: LocalCopy
    unit: str
    row: type[R]
    slices: "Callable[[Api], AsyncIterator[Listing[Any]]]"
    get: "Callable[[Api, str], Awaitable[Record]]"
    details: bool = False
    edited: RecordKind | None = None
    fills: int = 0
    texts: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    added: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    """What a row has of a whole record that the server's list does not tell; the keys are always
    the same, also of an empty record."""

    @property
    def part(self) -> str:
        """The part of the interface that has them."""
        return self.copy.part
