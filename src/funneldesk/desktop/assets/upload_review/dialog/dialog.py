"""Dialog before an upload: files that will be sent, files that cannot and why, and remedies."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.dialog.actions import ActionBar
from funneldesk.desktop.assets.upload_review.dialog.detail import Detail
from funneldesk.desktop.assets.upload_review.dialog.file_list import FileList
from funneldesk.desktop.assets.upload_review.dialog.folder_rows import files_below, folder_row
from funneldesk.desktop.assets.upload_review.dialog.group_list import GroupList
from funneldesk.desktop.assets.upload_review.dialog.labels import (
    ALL,
    WORDS,
    Counts,
    head_words,
    hidden_words,
    row_words,
)
from funneldesk.desktop.assets.upload_review.dialog.target_field import TargetField
from funneldesk.desktop.assets.upload_review.kind_labels import cannot_convert
from funneldesk.desktop.assets.upload_review.plan.decisions import Decisions
from funneldesk.desktop.assets.upload_review.review import UploadReview
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, line, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.dialogs.dialog import Dialog, confirm
from funneldesk.desktop.kit.lists.check_list import framed
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, ngettext

WIDTH, LEAST_WIDTH, HEIGHT, LEAST_HEIGHT = 1080, 840, 560, 380
GROUPS_WIDTH, ROOM = 224, 250
LOW = 500
"""Below this height the list needs the room more than the images."""
FOLDER = "folder"


class UploadReviewDialog(Dialog):
    """Answers "upload"; ``review.order()`` then is what was decided."""

    def __init__(self, parent: QWidget, review: UploadReview) -> None:
        window = parent.window()
        super().__init__(
            parent, _("Upload files"), width=min(WIDTH, max(window.width() - 40, LEAST_WIDTH))
        )
        self.review = review
        self.tasks = TaskScope(self)
        self.said = Label(_("Looking at the files."), tone="muted", wrap=True)
        self.notes = Label(size="small", tone="muted", wrap=True)
        self.bar = ThinBar()
        self.banner = Banner(_("Ask again"), closable=False)
        self.groups = GroupList()
        self.about = Label(size="small", tone="muted", wrap=True)
        self.choices = ActionBar(_("What becomes of all of these"))
        self.list = FileList(self._row)
        self.detail = Detail(review)
        self.target = TargetField(review.library, review.target)
        self.views = QStackedWidget()
        self.nothing = EmptyState(
            "folder-open", _("Looking at the files"), _("Nothing is sent yet.")
        )
        self.undo_button = Button(_("Undo"), kind="plain", icon_name="undo-2", on_click=review.undo)
        self._placed = False
        self._shown = ""
        self._height = min(HEIGHT, max(window.height() - ROOM, LEAST_HEIGHT))
        self._build()
        self._wire()
        self._progressed()
        self._changed()

    def begin(self) -> None:
        """The files are known: ask the server what is there."""
        self.tasks.latest("ask", self.review.ask())

    # Building

    def _build(self) -> None:
        self.groups.setFixedWidth(GROUPS_WIDTH)
        head = column(self.about, self.choices, spacing=8, margins=(16, 8, 12, 8))
        right = column(spacing=0)
        right.addLayout(head)
        for each, stretch in ((line(), 0), (self.list, 1), (line(), 0), (self.detail, 0)):
            right.addWidget(each, stretch)
        ground = QWidget()
        both = row(self.groups, line(vertical=True), spacing=0)
        both.addLayout(right, 1)
        ground.setLayout(both)
        for view in (self.nothing, framed(ground)):
            self.views.addWidget(view)
        self.views.setFixedHeight(self._height)
        self.detail.set_low(self._height < LOW)
        for widget in (self.said, self.bar, self.banner, self.views, self.notes):
            self.body.addWidget(widget)
        self.body.setSpacing(8)
        self.target.setMinimumWidth(260)
        self._foot.insertWidget(0, self.target, 2)
        self._foot.insertWidget(1, self.undo_button)
        self.cancel_button = Button(_("Cancel"), on_click=self.reject)
        self._foot.addWidget(self.cancel_button)
        self.yes = self.add_button("upload", _("Upload"), "primary")
        self.yes.clicked.disconnect()
        self.yes.clicked.connect(self._upload)
        # Enter belongs to the fields and the list; Ctrl+Enter sends.
        self.yes.setDefault(False)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._upload)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.review.undo)

    def _wire(self) -> None:
        self.review.changed.connect(self._changed)
        self.review.progressed.connect(self._progressed)
        self.groups.chosen.connect(lambda _: self._begin_group())
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_detail())
        self.list.acted.connect(lambda act: self._act(self._selection(), act))
        self.list.entered.connect(self._enter_detail)
        self.choices.acted.connect(lambda act, conversion: self._act(self._many(), act, conversion))
        self.detail.bar.acted.connect(
            lambda act, conversion: self._act(self._one(), act, conversion)
        )
        self.detail.renamed.connect(
            lambda number, name: self._decide(self.review.decisions.name(number, name))
        )
        self.detail.folder_renamed.connect(
            lambda place, name: self._decide(self.review.decisions.folder(place, name))
        )
        self.target.chosen.connect(self.review.set_target)
        self.banner.pressed.connect(self.begin)

    # Showing

    def _progressed(self) -> None:
        review = self.review
        if review.phase == "looking":
            self.said.setText(
                _("Looking at the files: {count:,} so far. Nothing is sent.").format(
                    count=len(review.facts)
                )
            )
        elif review.phase == "asking":
            self.said.setText(_("Asking the server what is there already. Nothing is sent."))
        comparing = review.compared < review.to_compare
        self.bar.setVisible(comparing)
        if comparing:
            self.bar.set_share(review.compared / review.to_compare)
        self._show_notes()

    def _changed(self) -> None:
        review = self.review
        self._show_notes()
        is_ready = review.phase == "ready"
        counts = Counts.of(review.plan, review.facts)
        self.undo_button.setVisible(review.can_undo)
        self.yes.setEnabled(is_ready and counts.go > 0)
        self.yes.setText(_upload_label(counts.go, counts.open))
        set_tip(
            self.yes,
            _("Files that need a decision won’t be uploaded (Ctrl+Enter).")
            if counts.open
            else "Ctrl+Enter",
        )
        if review.phase == "looking":
            return
        self.target.offer_folders()
        if not review.facts:
            self.nothing.say(
                _("There is nothing to upload"), review.trouble or _("No file was found.")
            )
            self.views.setCurrentIndex(0)
            return
        if is_ready:
            self.said.setText(head_words(counts))
        self.views.setCurrentIndex(1)
        self._show_groups()

    def _show_notes(self) -> None:
        review = self.review
        told = [review.trouble] if review.trouble and review.facts else []
        if review.hidden:
            told.append(hidden_words(review.hidden))
        if review.stopped:
            told.append(
                ngettext(
                    "Only the first {count:,} file is here: choose fewer at a time.",
                    "Only the first {count:,} files are here: choose fewer at a time.",
                    len(review.facts),
                ).format(count=len(review.facts))
            )
        if review.compared < review.to_compare:
            told.append(
                _("Comparing with the server: {compared:,} of {to_compare:,}.").format(
                    compared=review.compared, to_compare=review.to_compare
                )
            )
        self.notes.setText(" ".join(told))
        self.notes.setVisible(bool(told))
        if review.unasked:
            after = _(
                "You can upload: each name is asked for before its turn, nothing is replaced."
            )
            self.banner.say(
                _("What is there already is not known."), f"{review.unasked} {after}", "warning"
            )
        else:
            self.banner.clear()

    def _show_groups(self) -> None:
        found, plan = self.review.members, self.review.plan
        undecided = {each.number for each in plan.files if each.state == "open"}
        counts = {
            key: (len(numbers), len(undecided.intersection(numbers)) if undecided else 0)
            for key, numbers in found.items()
        }
        if FOLDER in counts:
            counts[FOLDER] = (len(plan.map.renamed), 0)
        self.groups.show_groups(counts)
        if self.review.phase == "ready" and not self._placed:
            self._placed = True
            undone = (key for key in self.groups.keys[1:] if counts[key][1])
            if self.groups.current() == ALL:
                # The first group of its own in which something is to be decided.
                self.groups.choose(next(undone, ALL))
            self.list.setFocus()
        self._show_group()

    def _begin_group(self) -> None:
        """Another group: from its first file on. The same one, when others came or went: as it
        is."""
        if self.groups.current() != self._shown:
            self._shown = self.groups.current()
            self.list.rows.arrange(())
        self._show_group()

    def _show_group(self) -> None:
        key = self.groups.current()
        if not key:
            return
        self.about.setText(WORDS[key].text)
        self.list.arrange(self._ids(key))
        self.list.rows.tell_changed()
        if not self.list.currentIndex().isValid() and self.list.rows.ids:
            self.list.setCurrentIndex(self.list.rows.index(0))
        self._selected()
        self._show_detail()

    def _ids(self, key: str) -> Sequence[str]:
        if key == FOLDER:
            return sorted(self.review.plan.map.renamed)
        return [str(number) for number in self.review.members.get(key, ())]

    def _row(self, row_id: str) -> ListRow | None:
        review = self.review
        if self.groups.current() == FOLDER:
            return folder_row(review.plan, review.below, row_id)
        number = int(row_id)
        if number >= len(review.plan.files):
            return None
        return row_words(review.plan.files[number], review.facts[number])

    def _selected(self) -> None:
        """The bar over the list speaks of what is selected, or of all."""
        chosen, key = self.list.selected_ids(), self.groups.current()
        many = len(chosen) > 1
        numbers = [] if key == FOLDER else self._many()
        with_conversion = any(not cannot_convert(self.review.facts[number]) for number in numbers)
        left_out = bool(self.review.decisions.left_out)
        decided = left_out if key == FOLDER else self.review.decisions.touch(numbers)
        self.choices.offer(key, with_conversion=with_conversion, can_take_back=decided)
        words = (
            _("The {count:,} selected:").format(count=len(chosen))
            if many
            else _("All {count:,}:").format(count=len(self.list.rows.ids))
        )
        self.choices.say(words)
        # Of all files at once nothing sensible can be decided.
        speaks = key not in ("protected", "unreadable") and (key != ALL or many)
        self.choices.setVisible(speaks and len(self.list.rows.ids) > 1)

    def _show_detail(self) -> None:
        place = self.list.currentIndex().row()
        self.detail.setVisible(place >= 0)
        if place < 0:
            return
        row_id = self.list.rows.ids[place]
        if self.groups.current() == FOLDER:
            self.detail.show_folder(row_id)
        else:
            self.detail.show_file(int(row_id), self.groups.current())

    def _enter_detail(self) -> None:
        if self.detail.name.isVisible():
            self.detail.name.setFocus(Qt.FocusReason.TabFocusReason)
            self.detail.name.selectAll()

    # Deciding

    def _numbers(self, ids: Sequence[str]) -> list[int]:
        if self.groups.current() == FOLDER:
            return files_below(self.review.facts, ids)
        return [int(row_id) for row_id in ids]

    def _many(self) -> list[int]:
        chosen = self.list.selected_ids()
        return self._numbers(chosen if len(chosen) > 1 else self.list.rows.ids)

    def _selection(self) -> list[int]:
        return self._numbers(self.list.selected_ids())

    def _one(self) -> list[int]:
        place = self.list.currentIndex().row()
        return self._numbers([self.list.rows.ids[place]]) if place >= 0 else []

    def _act(self, numbers: list[int], act: str, conversion: Conversion | None = None) -> None:
        """Decide about files; what cannot be decided about one of them leaves it as it is."""
        decisions, review = self.review.decisions, self.review
        if act in ("replace", "both"):
            able = [n for n in numbers if {"conflict", "same"} & set(review.plan.files[n].groups)]
            decisions = decisions.clash(able, "replace" if act == "replace" else "both")
        elif act == "cure" and conversion is not None:
            able = [n for n in numbers if not cannot_convert(review.facts[n])]
            decisions = decisions.conversion(able, conversion)
        elif act == "out":
            decisions = decisions.leave_out(numbers)
        elif act == "back":
            decisions = decisions.take_back(numbers)
        self._decide(decisions)

    def _decide(self, decisions: Decisions) -> None:
        self.review.decide(decisions)

    # Leaving

    def _upload(self) -> None:
        if self.yes.isEnabled():
            self.tasks.latest("leave", self._go())

    async def _go(self) -> None:
        await self.review.settle()
        if self.review.order() is not None:
            self.answer("upload")

    def reject(self) -> None:
        """Esc, Cancel and the window's own button."""
        if self.review.can_undo and self.isVisible():
            self.tasks.latest("leave", self._leave())
        else:
            super().reject()

    async def _leave(self) -> None:
        sure = await confirm(
            self,
            _("Leave without uploading?"),
            _(
                "What you decided about these files is not kept. The files themselves stay as they "
                "are, here and on the server."
            ),
            action=_("Leave"),
        )
        if sure:
            self.answer("")


def _upload_label(ready: int, undecided: int) -> str:
    """What the button will do, and how many files it leaves because nothing was decided."""
    if not ready:
        return _("Upload")
    if undecided:
        return ngettext(
            "Upload {ready:,} of {total:,} file",
            "Upload {ready:,} of {total:,} files",
            ready + undecided,
        ).format(ready=ready, total=ready + undecided)
    return ngettext("Upload {ready:,} file", "Upload {ready:,} files", ready).format(ready=ready)
