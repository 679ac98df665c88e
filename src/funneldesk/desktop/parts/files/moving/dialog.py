"""Dialog for the target folder, name conflicts, and references to the old place."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import Qt

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.moving.order import Clash, clashes, why_not
from funneldesk.desktop.assets.upload_review.dialog.target_field import TargetField, target_problem
from funneldesk.desktop.kit.controls.buttons import Segments, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.organise.fit import make_room
from funneldesk.desktop.parts.files.references.update_offer import UpdateOffer

TEXT = _(
    "The server can't move files, so a copy is made and compared byte by byte; moving then deletes"
    " the old file. The address changes."
)
CHOICES = (("skip", _("Skip"), ""), ("both", _("Keep both"), ""), ("replace", _("Replace"), ""))


class MoveDialog(Dialog):
    """Answers "copy" or "move" with ``folder`` and ``clash``. ``files`` as ``files_in`` gives
    them."""

    def __init__(
        self,
        panel: FilesBrowser,
        rows: Sequence[AssetRow],
        files: Sequence[tuple[AssetRow, str]],
        target: str | None,
    ) -> None:
        what = f"“{rows[0].name}”" if len(rows) == 1 else counted(len(files), "file")
        super().__init__(panel, _("Copy or move {what}").format(what=what), TEXT, width=500)
        self._panel = panel
        self._rows = rows
        self._files = files
        self.target = TargetField(panel.library, target or "")
        self.target.offer_folders()
        self.problem = Label(size="small", tone="muted", wrap=True)
        self.clash_words = Label(size="small", wrap=True)
        self.clashes = Segments()
        self.offer = UpdateOffer(panel.workspace, [row.path for row in rows], self._paths)
        self._build()

    @property
    def folder(self) -> str:
        """Where to."""
        return self.target.folder

    @property
    def clash(self) -> Clash:
        """Choice for files whose name is taken there."""
        return cast("Clash", self.clashes.current() or "skip")

    def _build(self) -> None:
        self.clashes.set_choices(CHOICES)
        self.body.addWidget(self.target)
        self.body.addWidget(self.problem)
        self.body.addWidget(self.clash_words)
        self.body.addLayout(row(self.clashes, None))
        self.body.addWidget(self.offer)
        self.offer.told.connect(lambda: make_room(self))
        self.add_button("", _("Cancel"))
        move = self.add_button("move", _("Move"))
        self.offer.name_button(move, _("Move"), _("Move and publish changes"))
        self.add_button("copy", _("Copy"), "primary")
        self.target.field.textChanged.connect(self._judge)
        self.target.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._judge()

    def _judge(self) -> None:
        library = self._panel.library
        typed = target_problem(self.folder, library.folders)
        why = "" if typed else why_not(self._rows, self.folder)
        self.problem.setText(why)
        self.problem.setVisible(bool(why))
        taken = [] if typed or why else clashes(self._files, self.folder, library.rows)
        name = taken[0].rpartition("/")[2] if taken else ""
        words = _("“{name}” is there already:")
        if len(taken) > 1:
            words = ngettext(
                "{count:,} is there already:", "{count:,} are there already:", len(taken)
            )
        self.clash_words.setText(words.format(name=name, count=len(taken)))
        for widget in (self.clash_words, self.clashes):
            widget.setVisible(bool(taken))
        for key in ("copy", "move"):
            self.button(key).setEnabled(not typed and not why)
        make_room(self)

    def _paths(self) -> dict[str, str]:
        """Old path to new, as the dialog stands now."""
        folder = self.folder
        return {row.path: f"{folder}/{inner}" if folder else inner for row, inner in self._files}
