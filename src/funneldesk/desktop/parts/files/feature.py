"""Base of the features of the Files section: commands, and entries in its menus."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.sections.panel import Command, KeysLine


class FilesFeature:
    """One thing that can be done with files. The panel holds them in ``FEATURES``, in order.

    A feature owns its widgets and its work; what it needs of the section it takes from ``panel``
    (``library``, ``folder``, ``selected()``, ``workspace``, ``tasks``).
    """

    def __init__(self, panel: FilesBrowser) -> None:
        self.panel = panel

    def commands(self) -> Iterable[Command]:
        """Commands for the palette now."""
        return ()

    def shortcuts(self) -> Iterable[KeysLine]:
        """The keys and what they do, for the ``?`` dialog; the feature binds them itself."""
        return ()

    def fill_menu(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        """Add what concerns the selected files and folders; there is at least one."""

    def fill_folder_menu(self, menu: QMenu, folder: str) -> None:
        """Add what concerns the folder that is shown ("" is the assets folder)."""

    def fill_section_menu(self, menu: QMenu) -> None:
        """Add what concerns all files of the brand."""

    def selection_changed(self, rows: Sequence[AssetRow]) -> None:
        """Other files are selected now, or none."""

    def end(self) -> None:
        """The section is going: stop."""
