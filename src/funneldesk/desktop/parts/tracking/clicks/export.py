"""Export of clicks that the server makes and sends by email; sent once (quirk 10)."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.tracking import ClicksExport
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.tracking import PART, filter_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

COLUMNS = {
    "created_at": _("When"),
    "session_id": _("Session"),
    "code": _("Click"),
    "url": _("First page"),
    "ip_address": _("IP address"),
    "country": _("Country"),
    "city": _("City"),
    "device": _("Device"),
    "browser": _("Browser"),
    "utm_source": _("Source"),
    "utm_medium": _("Medium"),
    "utm_campaign": _("Campaign"),
    "referrer": _("Came from"),
    "affiliate": _("Affiliate"),
    "merchant": _("Merchant"),
    "funnel_id": _("Funnel number"),
    "pgid": _("Page number"),
    "subid": _("Sub id"),
    "vtid": _("Visitor id (vtid)"),
    "is_bot": _("Bot"),
    "page_views": _("Pages"),
    "seconds": _("Seconds"),
    "add_to_carts": _("Added to cart"),
    "events": _("Events"),
}


class ExportDialog(FormDialog):
    """Asks for the columns; what the list is narrowed to, or its selection, is exported."""

    def __init__(
        self, parent: QWidget, workspace: Workspace, query: Query, codes: Sequence[str] = ()
    ) -> None:
        self._query, self._codes = query, list(codes)
        what = (
            _("The {clicks} that are selected.").format(clicks=counted(len(codes), "click"))
            if codes
            else _("What the list is narrowed to now.")
        )
        said = _("The server sends the file by email to the user of this key.")
        super().__init__(
            parent,
            workspace,
            _("Export clicks"),
            (GroupSpec("", f"{what} {said}", _FIELDS),),
            values={"columns": []},
            memory=f"{PART}.export",
            action=_("Send by email"),
            send=self._send_wish,
            height=220,
        )

    async def _send_wish(self, values: Mapping[str, Any]) -> None:
        wish = ClicksExport(
            filters=filters_of(self._query),
            selected_codes=self._codes,
            columns=[str(each) for each in values.get("columns") or ()],
        )
        async with journaled(self.workspace, PART, _("clicks"), _("Exporting")):
            answer = await self.workspace.run(lambda api: api.tracking.export(wish))
        text = answer.message or _("It comes by email to the user of this key.")
        self.workspace.notifications.post(Notice(_("The server is making the export"), text))


def filters_of(query: Query) -> list[dict[str, Any]]:
    """A query as an export takes it: fields with their values."""
    sent = filter_of(query).query()
    return [
        {"field": name, "value": value}
        for name, value in sent.items()
        if name not in ("sortBy", "sortDir")
    ]


_FIELDS = (
    FieldSpec(
        "columns",
        _("Columns"),
        "several",
        choices=tuple(COLUMNS.items()),
        hint=_("None means all."),
    ),
)
