"""Export of a test's numbers that the server makes and sends by email (quirks 10 and 59)."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.split_tests import SplitTestExport
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.deeds.winner import PART
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

FORMATS = (("csv", "CSV"), ("excel", _("Excel workbook")))


class ExportDialog(FormDialog):
    """Asks for the format and what is in it; sends the wish once."""

    def __init__(self, parent: QWidget, workspace: Workspace, body: Mapping[str, Any]) -> None:
        self._body = body
        super().__init__(
            parent,
            workspace,
            _("Have “{test}” exported").format(test=body.get("name") or ""),
            (GroupSpec("", _SAID, _FIELDS),),
            values={"format": "csv", "statistics": True, "intervals": False},
            memory=f"{PART}/export",
            action=_("Send by email"),
            send=self._ask_for_it,
            height=230,
        )

    async def _ask_for_it(self, values: Mapping[str, Any]) -> None:
        number, name = int(self._body["id"]), str(self._body.get("name") or "")
        wish = SplitTestExport(
            format=str(values["format"]),
            include_statistics=bool(values["statistics"]),
            include_confidence_intervals=bool(values["intervals"]),
        )
        async with journaled(self.workspace, PART, name, _("Exporting"), str(number)):
            await self.workspace.run(lambda api: api.split_tests.export(number, wish))
        text = _("It comes by email to the user whose key this brand is opened with.")
        self.workspace.notifications.post(Notice(_("The server is making the export"), text))


_SAID = _("The server makes the file and sends it by email to the user of this key.")
_FIELDS = (
    FieldSpec("format", _("Format"), "choice", choices=FORMATS),
    FieldSpec("statistics", _("With rates, lifts and confidences"), "bool"),
    FieldSpec("intervals", _("With intervals"), "bool"),
)
