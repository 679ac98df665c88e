"""Commands that organise files: new folder, rename, delete, copy addresses."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.addresses import FORMS, Addressed, Form, absolute, addresses
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.shortcuts import WITHIN, bind
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.delete.delete import delete_files, runs_of
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.organise.new_folder import new_folder
from funneldesk.desktop.parts.files.organise.rename import ask_about_folder, rename_file
from funneldesk.desktop.parts.files.organise.select import select_when_shown
from funneldesk.desktop.sections.panel import Command

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
        bind(panel, FOLDER_KEYS, lambda: self.new_folder(panel.folder), WITHIN)

    def commands(self) -> Iterable[Command]:
        panel = self.panel
        rows = panel.selected()
        if panel.may_write:
            yield Command(
                _("New folder…"), lambda: self.new_folder(panel.folder), FOLDER_KEYS, "folder-plus"
            )
            if len(rows) == 1:
                yield Command(_("Rename…"), lambda: self.rename(rows[0]), "F2", "pencil")
            if rows:
                yield Command(
                    _("Delete {what}…").format(what=_named(rows)),
                    lambda: self.delete(rows),
                    "Delete",  # not shown
                    "trash-2",
                )
        if _with_address(rows):
            yield Command(_("Copy address"), lambda: self.copy_addresses(rows), "Ctrl+C", "copy")

    def shortcuts(self) -> Iterable[tuple[str, str]]:
        yield FOLDER_KEYS, _("New folder")
        yield "F2", _("Rename the file")
        yield "Delete", _("Delete what is selected")  # not shown
        yield "Ctrl+C", _("Copy the addresses of what is selected")

    def fill_menu(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        if _with_address(rows):
            copy = menu.addMenu(_("Copy address as"))
            for form, words in FORMS:
                copy.addAction(words, partial(self.copy_addresses, rows, form))
        menu.addAction(_("Copy path"), lambda: self.copy_paths(rows))
        if not self.panel.may_write:
            return
        menu.addSeparator()
        if len(rows) == 1:
            menu.addAction(_("Rename…") + "\tF2", lambda: self.rename(rows[0]))
        menu.addAction(_("Delete…") + "\tDel", lambda: self.delete(rows))

    def fill_folder_menu(self, menu: QMenu, folder: str) -> None:
        if self.panel.may_write:
            menu.addAction(_("New folder…"), lambda: self.new_folder(folder))
            row = self.panel.library.rows.get(folder)
            if row is not None:
                menu.addAction(_("Delete folder…"), lambda: self.delete([row]))

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
    return counted(len(rows), "file") if not any(r.is_folder for r in rows) else _("the selection")
