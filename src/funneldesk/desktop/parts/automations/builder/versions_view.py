"""Versions of a graph that this computer has, each compared with the one on the canvas."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QSplitter, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.history import Version


class VersionsView(QWidget):
    """``picked`` carries the key of a version, None for none; ``restore_asked`` a key too."""

    picked = Signal(object)
    restore_asked = Signal(object)

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self._versions: Sequence[Version] = ()
        self.list = QListWidget()
        self.told = QPlainTextEdit()
        self.restore = Button(_("Restore as draft"), icon_name="history", on_click=self._restore)
        self._build()

    def _build(self) -> None:
        self.list.setAccessibleName(_("Versions"))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.currentRowChanged.connect(lambda _place: self._pick())
        self.told.setReadOnly(True)
        self.told.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.told.setAccessibleName(_("What has changed since"))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        right = QWidget()
        inner = column(self.told, spacing=4)
        inner.addLayout(row(self.restore, None))
        right.setLayout(inner)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setSizes([300, 600])
        said = _("Kept on this computer when you open, deploy, discard or replace a graph.")
        self.setLayout(
            column(
                Label(said, size="small", tone="muted", wrap=True), split, margins=(12, 8, 12, 8)
            )
        )
        self.show_changes(())

    def show_versions(self, versions: Sequence[Version]) -> None:
        """List versions, the newest first."""
        self._versions = versions
        self.list.blockSignals(True)
        self.list.clear()
        for version in versions:
            when = self._formats().recent(version.at)
            self.list.addItem(f"{when} · {version.about or version.kind}")
        self.list.blockSignals(False)
        self._pick()

    def show_changes(self, lines: Sequence[str]) -> None:
        """Say what the canvas has that the chosen version has not."""
        hint = _("Choose a version to see what has changed since.")
        self.told.setPlainText("\n".join(lines) or hint)

    def _key(self) -> int | None:
        place = self.list.currentRow()
        return self._versions[place].key if 0 <= place < len(self._versions) else None

    def _pick(self) -> None:
        key = self._key()
        self.restore.setEnabled(key is not None)
        if key is None:
            self.show_changes(())
        self.picked.emit(key)

    def _restore(self) -> None:
        self.restore_asked.emit(self._key())
