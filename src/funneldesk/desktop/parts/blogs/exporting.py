"""Export of blogs that the server makes and sends by email (quirk 59)."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.blogs import BlogExport, BlogExported
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.kind import KIND, PART
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

ALL, SELECTED = "all", "selected"
COLUMNS = (
    ("id", _("Number")),
    ("name", _("Name")),
    ("slug", _("Slug")),
    ("status", _("Status")),
    ("domain_id", _("Domain’s number")),
    ("article_url_pattern", _("Articles’ addresses")),
    ("comments_enabled", _("Comments")),
    ("created_at", _("Created")),
    ("updated_at", _("Changed")),
)
SAID = _("The server makes the file and sends it by email to the user of this key.")
NO_REASON = _("The server gave no reason. Try again in some minutes.")


class ExportDialog(FormDialog):
    """Asks which blogs and columns; sends the wish once. ``ids`` are the selected blogs."""

    def __init__(self, parent: QWidget, workspace: Workspace, ids: Sequence[int]) -> None:
        self._ids = list(ids)
        which = [(ALL, _("All blogs"))]
        if ids:
            which.append((SELECTED, _("{blogs} selected").format(blogs=_count(len(ids)))))
        fields = (
            FieldSpec("which", _("Blogs"), "choice", choices=tuple(which)),
            FieldSpec("columns", _("Columns"), "several", choices=COLUMNS, check=_some),
        )
        super().__init__(
            parent,
            workspace,
            _("Have blogs exported"),
            (GroupSpec("", SAID, fields),),
            values={"which": which[-1][0], "columns": [key for key, _title in COLUMNS]},
            memory=f"{PART}.export",
            action=_("Send by email"),
            send=self._ask_for_it,
            height=380,
        )

    async def _ask_for_it(self, values: dict[str, Any]) -> None:
        chosen = set(values["columns"] or ())
        is_some = bool(self._ids) and values["which"] == SELECTED
        draft = BlogExport(columns=[key for key, _title in COLUMNS if key in chosen])
        if is_some:
            draft = BlogExport(columns=draft.columns, selected_ids=self._ids)
        what = _count(len(self._ids)) if is_some else _("All blogs")
        async with journaled(self.workspace, PART, what, _("Exporting")):
            told = await self.workspace.run(lambda api: api.blogs.export(draft))
        self._say(told)

    def _say(self, told: BlogExported) -> None:
        title = _("The server is making the export")
        text = _("It comes by email to the user whose key this brand is opened with.")
        notice = Notice(title, told.message or text, "success", key=f"{PART}/export")
        if not told.success:
            title = _("There is no export")
            notice = Notice(title, told.message or NO_REASON, "warning", key=f"{PART}/export")
        self.workspace.notifications.post(notice)


def _count(number: int) -> str:
    return counted(number, KIND.unit)


def _some(value: Any, _values: Any) -> str | None:
    return None if value else _("Choose at least one column.")
