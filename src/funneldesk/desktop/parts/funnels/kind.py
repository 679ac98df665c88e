"""Funnels as a kind of record: how they are read, made, changed and deleted (quirk 40)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from funneldesk.contract.funnels import Funnel, FunnelDraft, FunnelPatch
from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import Making, RecordWrites

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "funnels"
LONGEST_NAME = 255
STATUSES = {"active": _("Active"), "inactive": _("Inactive")}
FUNNEL = FieldGroup(_("Funnel"), _("Its pages are put together in the map."))


def _name(value: Any, _values: Values) -> str | None:
    return None if str(value or "").strip() else _("This can't be empty.")


class LocalFunnelDraft(RecordDraft):
    """A funnel while it is edited."""

    declared = RecordFields(
        RecordField("name", _("Name"), group=FUNNEL, check=_name, max_length=LONGEST_NAME),
        RecordField(
            "status",
            _("Status"),
            "choice",
            group=FUNNEL,
            choices=tuple(STATUSES.items()),
            bulk=FUNNEL.title,
        ),
    )
    listed = ("name", "status")


FIELDS = LocalFunnelDraft.declared


async def read_funnel(api: "Api", funnel_id: int) -> Funnel:
    """A funnel with its pages."""
    return await api.funnels.get(funnel_id)


async def _create(api: "Api", draft: FunnelDraft) -> Funnel:
    return await api.funnels.create(draft)


async def _update(api: "Api", funnel_id: int, patch: FunnelPatch) -> Funnel:
    return await api.funnels.update(funnel_id, patch)


async def _delete(api: "Api", funnel_id: int) -> None:
    await api.funnels.delete(funnel_id)


async def _named(api: "Api", name: str) -> Iterable[int]:
    return [each.id for each in await api.funnels.list() if each.name == name]


WRITES = RecordWrites(FunnelPatch, _update, Making(FunnelDraft, _create, _named), _delete)
KIND = RecordKind(PART, "funnel", LocalFunnelDraft, read_funnel, WRITES, (FUNNEL.title,))
