"""Base of the features of the Files section: what they do, declared for its menus and keys."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.sections.actions import Action, Ids
from funneldesk.desktop.sections.panel import KeysLine

Rows = Sequence[AssetRow]


class FilesFeature(QObject):
    """One thing that can be done with files. The panel holds them in ``FEATURES``, in order.

    A feature owns its widgets and its work; what it needs of the section it takes from ``panel``
    (``library``, ``folder``, ``selected()``, ``workspace``, ``tasks``). The ids of its actions are
    paths: in the record menu and by keys those of the selection, in the list menu the folder that
    is shown or clicked ("" is the assets folder), in the section's menu none.
    """

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self.panel = panel

    def declare(self) -> Iterable[Action]:
        """What the user can do, in the order of the menus."""
        return ()

    def shortcuts(self) -> Iterable[KeysLine]:
        """Keys that no action has, for the ``?`` dialog."""
        return ()

    def selection_changed(self, rows: Rows) -> None:
        """Other files are selected now, or none."""

    def end(self) -> None:
        """The section is going: stop."""

    def rows(self, ids: Ids) -> list[AssetRow]:
        """Files and folders by their paths."""
        known = self.panel.library.rows
        return [known.get(path) or AssetRow(path, True) for path in ids]

    def on_rows(self, act: Callable[[Rows], object]) -> Callable[[Ids], object]:
        """Do it with the files and folders of some ids."""
        return lambda ids: act(self.rows(ids))

    def on_row(self, act: Callable[[AssetRow], object]) -> Callable[[Ids], object]:
        """Do it with one file or folder."""
        return lambda ids: act(self.rows(ids)[0])

    def in_folder(self, act: Callable[[str], object]) -> Callable[[Ids], object]:
        """Do it in the folder that a menu is of, else in the one that is shown."""
        return lambda ids: act(ids[0] if ids else self.panel.folder)

    def is_file(self, _place: object, ids: Ids) -> bool:
        """Whether the ids are one file."""
        return len(ids) == 1 and not self.rows(ids)[0].is_folder
