"""Kind of record of a part, declared once for what treats all records alike."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from funneldesk.contract.shapes import Record
from funneldesk.desktop.records.edit.draft import RecordDraft

if TYPE_CHECKING:
    from funneldesk.client import Api


@dataclass(frozen=True, slots=True)
class RecordKind:
    """``unit`` is one record in words ("page"). ``get`` reads one from the server."""

    part: str
    unit: str
    draft: type[RecordDraft]
    get: "Callable[[Api, int], Awaitable[Record]]"
