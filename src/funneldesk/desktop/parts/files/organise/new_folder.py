"""A new folder: its name is narrow on this server, so that it is judged while it is typed."""

from typing import TYPE_CHECKING

from funneldesk.contract.files import is_in_products
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.upload_review.plan.names import (
    allowed_folder,
    free_name,
    is_folder_name,
)
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.organise.name_dialog import Judged, NameDialog
from funneldesk.desktop.sections.operations import confirmed

if TYPE_CHECKING:
    from funneldesk.client import Api

NOTICE = "files/organise"
NARROW = _("Small letters a to z, digits, - and _ only.")
PRODUCTS_IS_KEPT = _("The folder products is kept by the server itself; nothing can be put there.")


async def new_folder(panel: FilesBrowser, parent: str) -> str:
    """Ask for a name and make the folder in ``parent``; its path, empty when none was made."""
    workspace, library = panel.workspace, panel.library
    if is_in_products(parent):
        notice = Notice(_("No folder can be made here."), PRODUCTS_IS_KEPT, "info", key=NOTICE)
        workspace.notifications.post(notice)
        return ""

    async def make(name: str) -> None:
        async def made(api: "Api") -> object:
            return await api.files.create_folder(name, parent=parent)

        async def look() -> object | None:
            await library.refresh()
            return library.has_folder(_path(parent, name)) or None

        await confirmed(workspace.run(made), look)

    dialog = NameDialog(
        panel,
        _("New folder"),
        _("In “{folder}”.").format(folder=parent) if parent else _("At the top of the files."),
        label=_("Name"),
        action=_("Make folder"),
        judge=lambda name: judged_folder(name, parent, library),
        carry_out=make,
        workspace=workspace,
    )
    if await dialog.ask() != "done":
        return ""
    path = _path(parent, dialog.name)
    library.put([AssetRow.of_folder(path)])
    workspace.announce("files", path, source=panel)
    return path


def judged_folder(name: str, parent: str, library: AssetLibrary) -> Judged:
    """Whether a folder may be called so here, and what it may be called instead."""
    there = {path.rpartition("/")[2] for path in library.inside(parent)}
    if not name:
        return Judged(_("A folder needs a name."))
    if not is_folder_name(name):
        return Judged(NARROW, free_name(allowed_folder(name), there))
    if is_in_products(name) and not parent:
        return Judged(PRODUCTS_IS_KEPT)
    if name in there:
        return Judged(_("There is something of this name already."), free_name(name, there))
    return Judged()


def _path(parent: str, name: str) -> str:
    return f"{parent}/{name}" if parent else name
