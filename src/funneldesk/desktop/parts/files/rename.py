"""Another name for a file: its ending stays, and who refers to it is told before."""

from dataclasses import replace
from typing import TYPE_CHECKING

from funneldesk.contract.file_names import BadPath, clean_name, joined
from funneldesk.contract.files import is_protected
from funneldesk.desktop.assets.library import AssetLibrary
from funneldesk.desktop.assets.preflight.names import free_name
from funneldesk.desktop.assets.row import AssetRow, folded, kind_by_name
from funneldesk.desktop.kit.dialogs import Sheet
from funneldesk.desktop.kit.notices import Notice
from funneldesk.desktop.parts.files.organise_fit import make_room
from funneldesk.desktop.parts.files.organise_name_sheet import Judged, NameSheet
from funneldesk.desktop.parts.files.organise_select import select_when_shown
from funneldesk.desktop.parts.files.organise_uses import UsesLine

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.desktop.parts.files.panel import FilesPanel

NOTICE = "files/organise"
NO_FOLDERS = (
    "The platform cannot rename folders. You can make a new folder and move the files there:"
    " their addresses change then."
)
KEPT = "The platform keeps this one itself: it can be neither renamed nor deleted."


async def ask_about_folder(panel: "FilesPanel", folder: AssetRow) -> bool:
    """Say that folders have their names for good; whether their files shall be moved instead."""
    sheet = Sheet(panel, f"“{folder.name}” keeps its name", NO_FOLDERS)
    if is_protected(folder.path):
        sheet.add_button("", "Close", "primary")
    else:
        sheet.add_button("", "Cancel")
        sheet.add_button("move", "Move its files…", "primary")
    return await sheet.ask() == "move"


async def rename_file(panel: "FilesPanel", row: AssetRow) -> str:
    """Ask for a name and give it to the file; its new path, empty when it keeps its name."""
    workspace, library = panel.workspace, panel.library
    if is_protected(row.path):
        workspace.board.post(Notice(f"“{row.name}” keeps its name.", KEPT, "info", key=NOTICE))
        return ""
    stem, tail = _parts(row.name)
    renamed: list[AssetRow] = []

    async def give(typed: str) -> None:
        renamed.append(await _renamed(panel, row, f"{typed}{tail}"))

    sheet = NameSheet(
        panel,
        "Rename file",
        f"The ending {tail} stays: the platform does not change a file's kind." if tail else "",
        label="Name",
        action="Rename",
        judge=lambda typed: judged_name(typed, row, library),
        carry_out=give,
        value=stem,
        tail=tail,
    )
    uses = UsesLine(workspace, [row.path], _broken)
    uses.told.connect(lambda _: make_room(sheet))
    sheet.body.addWidget(uses)
    if await sheet.ask() != "done" or not renamed or renamed[0].path == row.path:
        return ""
    new = renamed[0]
    library.forget([row.path])
    library.put([new])
    workspace.announce("files", row.path, new.path, source=panel)
    await select_when_shown(panel, new.path)
    return new.path


async def _renamed(panel: "FilesPanel", row: AssetRow, name: str) -> AssetRow:
    """Have the platform rename it; the file as it is then. Raises ``ApiError``."""
    from funneldesk.client.errors import ApiError

    new = joined(row.folder, name)

    async def work(api: "Api") -> AssetRow:
        answer = await api.files.rename(row.path, name)
        return renamed_row(row, answer.new_path or new, answer.url or "")

    try:
        return await panel.workspace.run(work)
    except ApiError as error:
        if not error.maybe_done or not await _has_moved(panel, row.path, new):
            raise
    # The answer was lost, and it was carried out: the list has its address.
    await panel.library.refresh()
    return panel.library.rows.get(new) or renamed_row(row, new, "")


async def _has_moved(panel: "FilesPanel", old: str, new: str) -> bool:
    """Whether a renaming without an answer was carried out. Raises ``ApiError``."""

    async def look(api: "Api") -> bool:
        folder, _, name = new.rpartition("/")
        if not await api.files.exists(name, folder=folder):
            return False
        return not await api.files.exists(old.rpartition("/")[2], folder=folder)

    return await panel.workspace.run(look)


def _broken(users: str) -> str:
    return (
        f"Used in {users}. They keep the old address, which will lead nowhere: change it there"
        " afterwards."
    )


def judged_name(typed: str, row: AssetRow, library: AssetLibrary) -> Judged:
    """Whether a file may get this name (without its ending), and what would do instead."""
    _, tail = _parts(row.name)
    name = f"{typed}{tail}"
    if not typed:
        return Judged("A file needs a name.")
    try:
        cleaned = clean_name(name)
        path = joined(row.folder, cleaned)
    except BadPath as problem:
        offer = typed.strip(". ").replace("/", "-")
        return Judged(str(problem), offer if _is_fine(offer, tail) and offer != typed else "")
    if cleaned != name:
        return Judged("It has to be in Unicode's form C.", cleaned.removesuffix(tail))
    if path != row.path and path in library.rows:
        there = {other.rpartition("/")[2] for other in library.inside(row.folder)}
        offer = free_name(name, there).removesuffix(tail)
        return Judged("Another file has this name. It would not be replaced.", offer)
    return Judged()


def renamed_row(row: AssetRow, path: str, src: str) -> AssetRow:
    """The same file under another path; ``src`` is its address there, empty when not told."""
    srcset = row.srcset.replace(row.src, src) if row.src and src else ""
    kind = kind_by_name(path)
    return replace(row, path=path, src=src, srcset=srcset, kind=kind, sought=folded(path))


def _parts(name: str) -> tuple[str, str]:
    stem, dot, ending = name.rpartition(".")
    return (stem, f".{ending}") if dot and stem else (name, "")


def _is_fine(stem: str, tail: str) -> bool:
    try:
        return bool(stem) and clean_name(f"{stem}{tail}") == f"{stem}{tail}"
    except BadPath:
        return False
