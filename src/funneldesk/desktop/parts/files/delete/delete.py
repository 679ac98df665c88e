"""Delete files and folders: what goes, who uses it, and the way back while there is one."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.assets.transfers.downloads.flow import download
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.units import counted as count_words
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.delete.plan import DeletePlan, delete_plan, why_kept
from funneldesk.desktop.parts.files.delete.work import FileRemover
from funneldesk.desktop.parts.files.organise.fit import make_room
from funneldesk.desktop.parts.files.organise.runs import FileRuns
from funneldesk.desktop.parts.files.references.uses_line import UsesLine
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.bulk.section_run import SectionWork

NOTICE = "files/organise"
MOST_NAMED = 5


class DeleteDialog(Dialog):
    """Answers "delete" or "download" (a copy first); ``keeps``: Undo is wanted."""

    def __init__(self, panel: FilesBrowser, plan: DeletePlan) -> None:
        super().__init__(panel, _title(plan), _what_goes(plan), width=500)
        self.panel = panel
        self.plan = plan
        said = ngettext(
            "Used in {users}, where it will be missing.",
            "Used in {users}, where they will be missing.",
            len(plan.chosen),
        )
        self.uses = UsesLine(
            panel.workspace,
            [row.path for row in plan.chosen],
            lambda users: said.format(users=users),
        )
        self.named = column(spacing=4)
        self.keep = CheckBox(_("Keep a copy for Undo until the program ends"))
        self.typed: QLineEdit | None = None
        self._build()
        self.uses.told.connect(self._name)

    @property
    def keeps(self) -> bool:
        """Whether copies are to be made first."""
        return self.keep.isChecked()

    def _build(self) -> None:
        plan, connection = self.plan, self.panel.workspace.connection
        kept = why_kept(plan.kept)
        if kept:
            self.body.addWidget(Label(kept, size="small", wrap=True))
        self.body.addWidget(self.uses)
        self.body.addLayout(self.named)
        self.keep.setChecked(plan.can_be_undone)
        self.keep.setEnabled(plan.can_be_undone)
        self.body.addWidget(self.keep)
        if not plan.can_be_undone:
            said = _("Too large to keep a copy for Undo: download it first if you may need it.")
            self.body.addWidget(Label(said, size="small", tone="muted", wrap=True))
        self.add_button("", _("Cancel"))
        if plan.files:
            self.add_button("download", _("Download first…"))
        go = self.add_button("delete", _("Delete"), "danger")
        if connection.live:
            self._ask_name(connection.name)
        else:
            # Enter takes only what can be taken back.
            first = go if plan.can_be_undone else self.button("")
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_name(self, name: str) -> None:
        """On a live brand its name is typed."""
        field = QLineEdit()
        field.setPlaceholderText(name)
        field.setAccessibleName(_("Type {name} to confirm").format(name=name))
        self.body.addWidget(
            Label(_("Type “{name}” to confirm.").format(name=name), size="small", wrap=True)
        )
        self.body.addWidget(field)
        buttons = [self._buttons[key] for key in ("download", "delete") if key in self._buttons]

        def show(text: str) -> None:
            for button in buttons:
                button.setEnabled(text.strip() == name.strip())

        show("")
        field.textChanged.connect(show)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.typed = field

    def _name(self, found: dict[str, list[Use]]) -> None:
        """The files that are used, the first of them by name."""
        while (item := self.named.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        if len(self.plan.chosen) > 1:
            for path, uses in list(found.items())[:MOST_NAMED]:
                self.named.addWidget(ElidedLabel(f"{path}: {counted(uses)}", size="small"))
            if len(found) > MOST_NAMED:
                rest = _("and {count:,} more").format(count=len(found) - MOST_NAMED)
                self.named.addWidget(Label(rest, size="small", tone="muted"))
        make_room(self)


async def delete_files(
    panel: FilesBrowser, rows: Sequence[AssetRow], runs: FileRuns | None = None
) -> None:
    """Ask, then delete; the end is told, with a way back where copies were kept.

    ``runs``: where it is shown, else the one of the section.
    """
    runs = runs or runs_of(panel)
    if not rows or not panel.may_write or not runs.is_free():
        return
    plan = await in_thread(delete_plan, rows, dict(panel.library.rows))
    if not plan.chosen:
        title = _("This stays.") if len(rows) == 1 else _("These stay.")
        panel.workspace.notifications.post(Notice(title, why_kept(plan.kept), "info", key=NOTICE))
        return
    dialog = DeleteDialog(panel, plan)
    answer = await dialog.ask()
    keep = dialog.keeps
    if not answer:
        return
    if answer == "download" and not await _downloaded(panel, plan):
        return
    rows_by_path = {row.path: row for row in (*plan.files, *plan.folders)}
    remover = FileRemover(panel.workspace, panel.library, rows_by_path, keep=keep)
    work = SectionWork(
        _("Delete files"),
        _("Deleting"),
        lambda _done: _("{files} deleted").format(files=_counts(plan)),
        remover.delete,
        remover.look,
        _("A copy is kept for Undo until the program ends.") if keep else "",
    )
    await runs.run(work, [BulkItem(path, path) for path in rows_by_path])


def runs_of(panel: FilesBrowser) -> FileRuns:
    """The runs of a section: one object for each."""
    found = panel.findChild(FileRuns)
    return found if isinstance(found, FileRuns) else FileRuns(panel)


async def _downloaded(panel: FilesBrowser, plan: DeletePlan) -> bool:
    """Bring copies to this computer; whether all of them are here."""
    job = await download(panel, panel.workspace, plan.chosen)
    if job is None:
        return False
    await job.finished()
    here = job.counts.get("done", 0)
    if here == len(plan.files):
        return True
    said = _("{here:,} of {files} are on this computer.").format(
        here=here, files=count_words(len(plan.files), "file")
    )
    notice = Notice(_("Nothing was deleted: not all could be downloaded."), said, "warning")
    panel.workspace.notifications.post(notice)
    return False


def _title(plan: DeletePlan) -> str:
    if len(plan.chosen) == 1:
        return _("Delete “{name}”?").format(name=plan.chosen[0].name)
    return _("Delete {files}?").format(files=_counts(plan))


def _what_goes(plan: DeletePlan) -> str:
    if not plan.files:
        return ngettext("The folder is empty.", "The folders are empty.", len(plan.folders))
    return _(
        "{files}, {size}. Visitors and pages no longer find them, and the server has no way back."
    ).format(files=_counts(plan), size=size_words(plan.size))


def _counts(plan: DeletePlan) -> str:
    """ "12 files", "12 files in 2 folders", "1 folder"."""
    if not plan.files:
        return count_words(len(plan.folders), "folder")
    said = count_words(len(plan.files), "file")
    if not plan.folders:
        return said
    folders = count_words(len(plan.folders), "folder")
    return _("{files} in {folders}").format(files=said, folders=folders)
