"""Dialog of the name servers that look-ups ask."""

from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.domains import PART
from funneldesk.desktop.parts.domains.setup.resolvers import (
    lines,
    problem,
    resolvers_of,
    set_resolvers,
)
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.workspace.workspace import Workspace


async def ask_for_servers(parent: QWidget, workspace: Workspace) -> bool:
    """Have the user set them; whether they are others now."""
    known = lines(await resolvers_of(workspace))

    async def keep(values: dict[str, Any]) -> None:
        await set_resolvers(workspace, str(values["servers"]))

    field = FieldSpec(
        "servers",
        _("Name servers"),
        "long",
        hint=_("One in a line: its address, a port after a colon, a name. Empty asks none."),
        check=lambda value, _values: problem(str(value or "")),
    )
    said = _(
        "Only these are asked what the world sees of a record, each for at most 3 seconds. Your "
        "computer's own are not."
    )
    dialog = FormDialog(
        parent,
        workspace,
        _("Name servers for look-ups"),
        (GroupSpec("", said, (field,)),),
        values={"servers": known},
        memory=f"{PART}.servers",
        action=_("Save"),
        send=keep,
        height=230,
    )
    return await dialog.ask() == "done"
