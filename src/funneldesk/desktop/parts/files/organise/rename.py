"""Rename a file: its extension stays, and references follow if the user agrees."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.contract.file_kinds import TYPES, ending_of
from funneldesk.contract.file_names import BadPath, clean_name, joined
from funneldesk.contract.files import is_protected
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow, folded, kind_by_name
from funneldesk.desktop.assets.references.updates import Following, ReferenceUpdates
from funneldesk.desktop.assets.upload_review.plan.names import free_name
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.organise.fit import make_room
from funneldesk.desktop.parts.files.organise.name_dialog import Judged, NameDialog
from funneldesk.desktop.parts.files.organise.select import select_when_shown
from funneldesk.desktop.parts.files.references.update_offer import UpdateOffer
from funneldesk.desktop.records.bulk.outcome import Outcome
from funneldesk.desktop.sections.operations import confirmed

if TYPE_CHECKING:
    from funneldesk.client import Api

NOTICE = "files/organise"
NO_FOLDERS = _(
    "The server can't rename folders. You can create a new folder and move the files there: their"
    " addresses change then."
)
EXTENSION_STAYS = _("The extension {tail} stays: renaming doesn't convert a file.")
NOT_ALL = _("Nothing was renamed yet: what can be updated has changed. See below.")
KEPT = _("The server manages this one itself: it can't be renamed or deleted.")


async def ask_about_folder(panel: FilesBrowser, folder: AssetRow) -> bool:
    """Say that folders have their names for good; whether their files shall be moved instead."""
    dialog = Dialog(panel, _("“{name}” keeps its name").format(name=folder.name), NO_FOLDERS)
    if is_protected(folder.path):
        dialog.add_button("", _("Close"), "primary")
    else:
        dialog.add_button("", _("Cancel"))
        dialog.add_button("move", _("Move its files…"), "primary")
    return await dialog.ask() == "move"


async def rename_file(panel: FilesBrowser, row: AssetRow) -> str:
    """Ask for a name and give it to the file; its new path, empty when it keeps its name.

    What refers to the file is updated where the user wants it, and one undo takes back both.
    """
    workspace, library = panel.workspace, panel.library
    if is_protected(row.path):
        what = _("“{name}” keeps its name.").format(name=row.name)
        workspace.notifications.post(Notice(what, KEPT, "info", key=NOTICE))
        return ""
    stem, tail = _parts(row.name)
    renamed: list[AssetRow] = []

    async def give(typed: str) -> str:
        if await offer.judge():
            return NOT_ALL
        renamed.append(await _renamed(panel, row, f"{completed(typed, tail)}{tail}"))
        return ""

    dialog = NameDialog(
        panel,
        _("Rename file"),
        EXTENSION_STAYS.format(tail=tail) if tail else "",
        label=_("Name"),
        action=_("Rename"),
        judge=lambda typed: judged_name(typed, row, library),
        carry_out=give,
        workspace=workspace,
        value=stem,
        tail=tail,
    )
    offer = UpdateOffer(
        workspace,
        [row.path],
        lambda: {row.path: joined(row.folder, f"{completed(dialog.name, tail) or stem}{tail}")},
    )
    offer.told.connect(lambda: make_room(dialog))
    offer.name_button(dialog.go_button, _("Rename"), _("Rename and publish changes"))
    dialog.body.addWidget(offer)
    if await dialog.ask() != "done" or not renamed or renamed[0].path == row.path:
        return ""
    new, uses = renamed[0], offer.writable if offer.accepted else ()
    _show_renamed(panel, row, new)
    await select_when_shown(panel, new.path)
    said, undo = _("Renamed to {name}").format(name=new.name), partial(_name_back, panel, new, row)
    following = Following(said, {row.path: new.path}, uses, undo)
    await workspace.shared(ReferenceUpdates).follow(following)
    return new.path


def _show_renamed(panel: FilesBrowser, old: AssetRow, new: AssetRow) -> None:
    panel.library.forget([old.path])
    panel.library.put([new])
    panel.workspace.announce("files", old.path, new.path, source=panel)


async def _name_back(panel: FilesBrowser, new: AssetRow, old: AssetRow) -> Outcome:
    """Give the file its old name, if nothing else has it now. Raises ``ApiError``."""
    folder, _slash, name = old.path.rpartition("/")
    if await panel.workspace.run(lambda api: api.files.exists(name, folder=folder)):
        return Outcome.failed(
            _("“{name}” is another file's name now.").format(name=name),
            _("The file keeps its new name."),
        )
    back = await _renamed(panel, new, name)
    was_selected = [row.path for row in panel.selected()] == [new.path]
    _show_renamed(panel, new, back)
    if was_selected:
        panel.tasks.start(select_when_shown(panel, back.path))
    return Outcome.done()


async def _renamed(panel: FilesBrowser, row: AssetRow, name: str) -> AssetRow:
    """Have the server rename it; the file as it is then. Raises ``ApiError``."""
    new = joined(row.folder, name)

    async def work(api: "Api") -> AssetRow:
        answer = await api.files.rename(row.path, name)
        return renamed_row(row, answer.new_path or new, answer.url or "")

    async def look() -> AssetRow | None:
        if not await _has_moved(panel, row.path, new):
            return None
        # It was carried out: the list has its address.
        await panel.library.refresh()
        return panel.library.rows.get(new) or renamed_row(row, new, "")

    return await confirmed(panel.workspace.run(work), look)


async def _has_moved(panel: FilesBrowser, old: str, new: str) -> bool:
    """Whether a renaming without an answer was carried out. Raises ``ApiError``."""

    async def look(api: "Api") -> bool:
        folder, _slash, name = new.rpartition("/")
        if not await api.files.exists(name, folder=folder):
            return False
        return not await api.files.exists(old.rpartition("/")[2], folder=folder)

    return await panel.workspace.run(look)


def completed(typed: str, tail: str) -> str:
    """The name without its extension, which a user may have typed as well, or only its dot."""
    stem = typed.strip()
    while (cut := stem.rstrip(". ")) != stem or (
        tail and stem.casefold().endswith(tail.casefold())
    ):
        stem = cut if cut != stem else stem[: -len(tail)]
    return stem


def judged_name(typed: str, row: AssetRow, library: AssetLibrary) -> Judged:
    """Whether a file may get this name (without its ending), and what would do instead."""
    tail = _parts(row.name)[1]
    typed = completed(typed, tail)
    name = f"{typed}{tail}"
    if not typed:
        return Judged(_("A file needs a name."))
    other = ending_of(typed)
    if other in TYPES and other != ending_of(row.name):
        offer = completed(typed[: -len(other)], tail)
        return Judged(
            _("Renaming can't turn a {tail} file into .{other}.").format(tail=tail, other=other),
            offer,
        )
    try:
        cleaned = clean_name(name)
        path = joined(row.folder, cleaned)
    except BadPath as problem:
        offer = typed.strip(". ").replace("/", "-")
        return Judged(str(problem), offer if _is_fine(offer, tail) and offer != typed else "")
    if cleaned != name:
        return Judged(_("It has to be in Unicode's form C."), cleaned.removesuffix(tail))
    if path != row.path and path in library.rows:
        there = {other.rpartition("/")[2] for other in library.inside(row.folder)}
        offer = free_name(name, there).removesuffix(tail)
        return Judged(_("Another file has this name. It would not be replaced."), offer)
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
