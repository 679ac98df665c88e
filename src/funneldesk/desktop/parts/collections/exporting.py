"""Export of a collection that the server sends to an e-mail address."""

from typing import Any

from funneldesk.contract.collections import Collection, CollectionExportDraft
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.collections.fields import own_fields
from funneldesk.desktop.parts.collections.kind import PART
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.value_checks import checked, email
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.sections.panel import Panel

HEIGHT = 360


class EmailExport:
    """Asks where to and which fields; the request is sent once."""

    def __init__(self, panel: Panel, collection: Collection) -> None:
        self._panel, self._collection = panel, collection

    async def ask(self) -> None:
        """Ask, send, and say what happens now."""
        codes = [each.code for each in own_fields(self._collection)]
        values: dict[str, Any] = {"email": "", "fields": codes, "new_only": False}
        workspace = self._panel.workspace
        remembered = await workspace.store.value(f"{PART}.export.email", "")
        values["email"] = remembered if isinstance(remembered, str) else ""

        async def send(typed: dict[str, Any]) -> None:
            draft = CollectionExportDraft(
                email=str(typed["email"]).strip(),
                fields=[code for code in codes if code in (typed["fields"] or ())],
                new_only=bool(typed["new_only"]),
            )
            await workspace.store.put_value(f"{PART}.export.email", draft.email)
            number, name = self._collection.id, self._collection.name
            async with journaled(workspace, PART, name, _("Exporting"), str(number)):
                await workspace.run(lambda api: api.collections.export(number, draft))
            values["email"] = draft.email

        dialog = FormDialog(
            self._panel,
            workspace,
            _("Export “{name}” by email").format(name=self._collection.name),
            (GroupSpec("", "", self._fields()),),
            values=values,
            memory=f"{PART}.export.{self._collection.id}",
            action=_("Request export"),
            send=send,
            height=HEIGHT,
        )
        if await dialog.ask() == "done":
            title = _("The export was requested")
            text = _("The server sends the file to {email} when it is ready.")
            said = Notice(title, text.format(email=values["email"]), "success", key=f"{PART}/mail")
            workspace.notifications.post(said)

    def _fields(self) -> tuple[FieldSpec, ...]:
        address = checked(_("Email address"), required=True, check=email)
        named = tuple((f.code, f.name or f.code) for f in own_fields(self._collection))
        return (
            FieldSpec("email", _("Email address"), check=address),
            FieldSpec("fields", _("Fields"), "several", choices=named, check=_some),
            FieldSpec("new_only", _("Only entries since the last export"), "bool"),
        )


def _some(value: Any, _values: Any) -> str | None:
    return None if value else _("Choose at least one field.")
