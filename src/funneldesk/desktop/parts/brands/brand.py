"""Brand's settings as a kind of record: the one record that its part has."""

from collections.abc import AsyncIterator

from funneldesk.client import Api
from funneldesk.contract.brands import Brand, BrandPatch
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.brands.zones import CURRENCIES, zone_choices
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import ListedKind, RecordKind
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.rows import summary_row
from funneldesk.desktop.records.save.writes import RecordWrites

LONGEST_NAME = 255
GROUP = FieldGroup(_("Brand"), _("Dates and amounts everywhere follow the brand's settings."))


def _name(value: object, _unused: object) -> str | None:
    if not str(value or "").strip():
        return _("A brand needs a name.")
    return (
        None
        if len(str(value)) <= LONGEST_NAME
        else _("At most {LONGEST_NAME} characters.").format(LONGEST_NAME=LONGEST_NAME)
    )


class LocalBrandDraft(RecordDraft):
    """A brand's settings while they are edited."""

    declared = RecordFields(
        RecordField("name", _("Name"), max_length=LONGEST_NAME, check=_name, group=GROUP),
        RecordField("timezone", _("Time zone"), "choice", choices=zone_choices(), group=GROUP),
        RecordField("currency", _("Currency"), "choice", choices=CURRENCIES, group=GROUP),
    )
    listed = ("name",)


async def _get(api: Api, _: object) -> Brand:
    return await api.brands.get()


async def _update(api: Api, _: int, patch: BrandPatch) -> Brand:
    return await api.brands.update(patch)


async def _slices(api: Api) -> AsyncIterator[Listing[Brand]]:
    yield Listing((await api.brands.get(),))


BRAND = RecordKind("brands", "brand", LocalBrandDraft, _get, RecordWrites(BrandPatch, _update))
LISTED = ListedKind(
    LocalCopy("brands"), "brand", summary_row("id", ("name",)), _slices, _get, edited=BRAND
)
