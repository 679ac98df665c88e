"""Commands that organise files: new folder, rename, delete, copy addresses."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QGuiApplication

from funneldesk.desktop.assets.addresses import FORMS, Addressed, Form, absolute, addresses
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import WRITES, FilesBrowser
from funneldesk.desktop.parts.files.delete.delete import delete_files, runs_of
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.organise.new_folder import new_folder
from funneldesk.desktop.parts.files.organise.rename import ask_about_folder, rename_file
from funneldesk.desktop.parts.files.organise.select import select_when_shown
from funneldesk.desktop.sections.actions import Action, Place, Takes

NOTICE = "files/organise"
FOLDER_KEYS = "Ctrl+Shift+N"


class Organise(FilesFeature):
    """Each one asks where something may be lost, and tells what it did."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self.runs = runs_of(panel)
        panel.asked_for_folder.connect(lambda: self.new_folder(panel.folder))
        panel.asked_to_rename.connect(self.rename)
        panel.asked_to_delete.connect(self.delete)
        panel.asked_to_copy.connect(self.copy_addresses)

    def declare(self) -> Iterable[Action]:
        for form, words in FORMS:
            yield Action(
                f"files.copy-as-{form}",
                words,
                self.on_rows(partial(self.copy_addresses, form=form)),
                places=Place.RECORD_MENU,
                submenu=_("Copy address as"),
                offered=lambda _place, ids: bool(_with_address(self.rows(ids))),
            )
        yield Action(
            "files.copy-address",
            _("Copy address"),
            self.on_rows(self.copy_addresses),
            icon="copy",
            told_keys="Ctrl+C",
            takes=Takes.SEVERAL,
            offered=lambda _place, ids: bool(_with_address(self.rows(ids))),
            tip=_("Copy the addresses of what is selected"),
        )
        yield Action(
            "files.copy-path",
            _("Copy path"),
            self.on_rows(self.copy_paths),
            icon="copy",
            places=Place.RECORD_MENU,
            takes=Takes.SEVERAL,
        )
        yield from self._of_a_folder()
        yield from self._of_the_selection()

    def _of_a_folder(self) -> Iterable[Action]:
        yield Action(
            "files.new-folder",
            _("New folder…"),
            self.in_folder(self.new_folder),
            icon="folder-plus",
            keys=FOLDER_KEYS,
            places=Place.PALETTE | Place.LIST_MENU,
            writes=WRITES,
        )
        yield Action(
            "files.delete-folder",
            _("Delete folder…"),
            self.on_rows(self.delete),
            icon="trash-2",
            places=Place.LIST_MENU,
            writes=WRITES,
            offered=lambda _place, ids: ids[0] in self.panel.library.rows,
            ends_menu=True,
        )

    def _of_the_selection(self) -> Iterable[Action]:
        yield Action(
            "files.rename",
            _("Rename…"),
            self.on_row(self.rename),
            icon="pencil",
            told_keys="F2",
            places=Place.PALETTE | Place.RECORD_MENU,
            takes=Takes.ONE,
            writes=WRITES,
            offered=lambda place, ids: place is Place.PALETTE or len(ids) == 1,
            starts_group=Place.RECORD_MENU,
            tip=_("Rename the file"),
        )
        yield Action(
            "files.delete",
            lambda ids: _("Delete {what}…").format(what=_named(self.rows(ids))),
            self.on_rows(self.delete),
            icon="trash-2",
            told_keys="Del",
            places=Place.PALETTE | Place.RECORD_MENU,
            menu_title=_("Delete…"),
            takes=Takes.SEVERAL,
            writes=WRITES,
            ends_menu=True,
            tip=_("Delete what is selected"),
        )

    # What is done

    def new_folder(self, parent: str) -> None:
        """Make a folder in ``parent`` and show it."""
        if self._may_write():
            self.panel.tasks.latest("organise", self._new_folder(parent))

    def rename(self, row: AssetRow) -> None:
        """Give a file another name; a folder has its own for good."""
        if self._may_write():
            self.panel.tasks.latest("organise", self._rename(row))

    def delete(self, rows: Sequence[AssetRow]) -> None:
        """Delete files and folders, after asking."""
        if self._may_write():
            self.panel.tasks.start(delete_files(self.panel, list(rows), self.runs))

    def copy_addresses(self, rows: Sequence[AssetRow], form: Form = "url") -> None:
        """Put the files' addresses on the clipboard, a line each."""
        files = _with_address(rows)
        if not files:
            self._say(
                _("There is no address to copy."), _("A folder has none: select its files."), "info"
            )
            return
        base = self.panel.workspace.base_url
        made = [replace(Addressed.of(row), src=absolute(row.src, base)) for row in files]
        QGuiApplication.clipboard().setText(addresses(form, made))
        said = ngettext(
            "The address is on the clipboard.",
            "{count:,} addresses are on the clipboard.",
            len(files),
        )
        self._say(said.format(count=len(files)))

    def copy_paths(self, rows: Sequence[AssetRow]) -> None:
        """Put the paths of files and folders on the clipboard, a line each."""
        QGuiApplication.clipboard().setText("\n".join(row.path for row in rows))
        said = ngettext(
            "The path is on the clipboard.", "{count:,} paths are on the clipboard.", len(rows)
        )
        self._say(said.format(count=len(rows)))

    async def _new_folder(self, parent: str) -> None:
        path = await new_folder(self.panel, parent)
        if path:
            self.panel.show_folder(parent)
            await select_when_shown(self.panel, path)
            self.panel.list.enter()

    async def _rename(self, row: AssetRow) -> None:
        if not row.is_folder:
            await rename_file(self.panel, row)
        elif await ask_about_folder(self.panel, row):
            self.panel.asked_to_move.emit([row])

    def _may_write(self) -> bool:
        if self.panel.may_write:
            return True
        self._say(
            _("Files can only be looked at here."), _("Ask an owner or admin for more."), "warning"
        )
        return False

    def _say(self, title: str, text: str = "", tone: str = "success") -> None:
        self.panel.workspace.notifications.post(Notice(title, text, tone, key=NOTICE))


def _with_address(rows: Sequence[AssetRow]) -> list[AssetRow]:
    return [row for row in rows if row.src and not row.is_folder]


def _named(rows: Sequence[AssetRow]) -> str:
    if len(rows) == 1:
        return f"“{rows[0].name}”"
    files = bool(rows) and not any(row.is_folder for row in rows)
    return counted(len(rows), "file") if files else _("the selection")
