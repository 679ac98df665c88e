"""One file of an upload review in detail: both images, its new name, and uses of the old one."""

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.use import counted
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.conversion import (
    ConversionFailed,
    Converter,
)
from funneldesk.desktop.assets.upload_review.conversion.expected import expected_size
from funneldesk.desktop.assets.upload_review.dialog.actions import USUAL, ActionBar
from funneldesk.desktop.assets.upload_review.dialog.labels import kind_line, sides_words
from funneldesk.desktop.assets.upload_review.dialog.thumbnail_box import ThumbBox
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact, one_line
from funneldesk.desktop.assets.upload_review.kind_labels import cannot_convert
from funneldesk.desktop.assets.upload_review.plan.names import is_folder_name, problem_of_name
from funneldesk.desktop.assets.upload_review.plan.plan import BY_USER, Planned
from funneldesk.desktop.assets.upload_review.review import UploadReview
from funneldesk.desktop.assets.upload_review.spool import tried_folder
from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.lists.record_list import ago
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

TRY_AFTER = 0.35
MOST_TITLES = 3
HEIGHT, LOW_HEIGHT = 216, 176
PICTURE_HEIGHT, LOW_PICTURE_HEIGHT = 100, 60


class Detail(QWidget):
    """``renamed`` and ``folder_renamed`` carry a name that fits."""

    renamed = Signal(int, str)
    folder_renamed = Signal(str, str)

    def __init__(self, review: UploadReview) -> None:
        super().__init__()
        surface("app", self)
        self.review = review
        self.tasks = TaskScope(self)
        thumbnails = review.workspace.shared(Thumbnails)
        self.ours = ThumbBox(thumbnails, _("The image on this computer"))
        self.theirs = ThumbBox(thumbnails, _("The image on the server"))
        self.our_head = ElidedLabel(_("Yours"), size="label")
        self.their_head = ElidedLabel(_("On the server"), size="label")
        self.our_time = ElidedLabel(size="small", tone="muted")
        self.their_time = ElidedLabel(size="small", tone="muted")
        self.our_words = ElidedLabel(size="small", tone="muted")
        self.their_words = ElidedLabel(size="small", tone="muted")
        self.title = ElidedLabel(size="strong")
        self.why = Label(size="small", tone="muted", wrap=True)
        self.uses = Label(size="small", wrap=True)
        self.tried = Label(size="small", tone="muted", wrap=True)
        self.name_words = Label(_("Name on the server"), size="label", tone="muted")
        self.name = QLineEdit()
        self.name_problem = Label(size="small", tone="danger", wrap=True)
        self.bar = ActionBar(_("What becomes of this file"))
        self._number = -1
        self._place = ""
        self._trying: tuple[int, Conversion | None] = (-1, None)
        self._index: ReferenceIndex | None = None
        self._build()

    @property
    def number(self) -> int:
        """The file that is shown; -1 for none."""
        return self._number

    def show_file(self, number: int, group: str) -> None:
        """Show a file; ``group`` is the one that it is looked at in."""
        planned, fact = self.review.plan.files[number], self.review.facts[number]
        is_new = number != self._number
        self._number, self._place = number, ""
        found = self._there(planned)
        self.title.setText(one_line(fact.place))
        self.why.setText(" ".join(filter(None, (planned.why, *fact.notes))))
        self.why.setVisible(bool(self.why.text()))
        self._show_sides(not fact.trouble, found is not None)
        if not fact.trouble:
            self.ours.show_local(fact.path)
            self.our_time.setText(_when(fact.changed / 1e9))
            self.our_words.setText(kind_line(fact))
        if found is not None:
            self._show_theirs(found)
        self._show_name(planned.name, _("Name on the server"), fact.trouble == "" and is_new)
        can_convert = not fact.trouble and not cannot_convert(fact)
        self.bar.offer(
            _offered(planned, group),
            with_conversion=can_convert,
            can_take_back=self.review.decisions.touch([number]),
        )
        if is_new:
            self.bar.show_conversion(planned.conversion or USUAL)
        self._try(number, fact, planned.conversion)
        self._tell_uses(found)

    def show_folder(self, place: str) -> None:
        """Show a folder that gets a new name."""
        is_new = place != self._place
        self._number, self._place = -1, place
        path = self.review.plan.map.path(place)
        self.title.setText(one_line(place))
        self.why.setText(_("Its files go to {path}").format(path=path))
        self.why.show()
        self._show_sides(False, False)
        self.uses.hide()
        self.tried.hide()
        self._trying = (-1, None)
        self._show_name(path.rpartition("/")[2], _("Name of the folder on the server"), is_new)
        self.bar.offer("folder", can_take_back=False)

    def set_low(self, low: bool) -> None:
        """With smaller images, where there is little room."""
        self.setFixedHeight(LOW_HEIGHT if low else HEIGHT)
        for box in (self.ours, self.theirs):
            box.setFixedHeight(LOW_PICTURE_HEIGHT if low else PICTURE_HEIGHT)

    def _build(self) -> None:
        self.name.setAccessibleName(_("Name on the server"))
        self.name.editingFinished.connect(self._named)
        self.name.textEdited.connect(lambda _: self._judge_name())
        pictures = row(spacing=12)
        for side in self._sides():
            box, *lines = side
            for words in lines:
                words.setFixedWidth(box.width())
            pictures.addLayout(column(box, 2, *lines, None, spacing=0))
        field = column(self.name_words, self.name, self.name_problem, spacing=4)
        told = column(self.title, self.why, self.tried, self.uses, spacing=4)
        told.addLayout(field)
        told.addStretch(1)
        upper = row(spacing=16)
        upper.addLayout(pictures)
        upper.addLayout(told, 1)
        whole = column(spacing=8, margins=(16, 12, 16, 12))
        whole.addLayout(upper, 1)
        whole.addWidget(self.bar)
        self.setLayout(whole)
        self.name_problem.hide()
        self.set_low(False)

    def _sides(self) -> tuple[tuple[QWidget, ...], ...]:
        """The image of each side, and the lines under it."""
        return (
            (self.ours, self.our_head, self.our_words, self.our_time),
            (self.theirs, self.their_head, self.their_words, self.their_time),
        )

    def _show_sides(self, *visible: bool) -> None:
        for side, on in zip(self._sides(), visible, strict=True):
            for widget in side:
                widget.setVisible(on)

    def _there(self, planned: Planned) -> AssetRow | None:
        if not {"conflict", "same"} & set(planned.groups):
            return None
        return self.review.library.rows.get(planned.beside or planned.path)

    def _show_theirs(self, found: AssetRow) -> None:
        self.theirs.show_row(found)
        told = " · ".join(
            filter(None, (size_words(found.size), sides_words(found.width, found.height)))
        )
        self.their_time.setText(_when(found.changed))
        self.their_words.setText(told)

    # Its name

    def _show_name(self, name: str, words: str, is_new: bool) -> None:
        self.name_words.setText(words)
        self.name.setAccessibleName(words)
        visible = bool(name)
        for widget in (self.name_words, self.name):
            widget.setVisible(visible)
        if is_new or not self.name.hasFocus():
            self.name.setText(name)
            self._judge_name()

    def _judge_name(self) -> str:
        name = self.name.text().strip()
        if self._place:
            fits = is_folder_name(name)
            problem = "" if fits else _("Small letters a to z, digits, _ and - only.")
        elif self._number >= 0 and name:
            planned, fact = self.review.plan.files[self._number], self.review.facts[self._number]
            webp = planned.conversion is not None and planned.conversion.format == "webp"
            problem = problem_of_name(name, "image/webp" if webp else fact.kind)
        else:
            problem = ""
        self.name_problem.setText(problem)
        self.name_problem.setVisible(bool(problem) and self.name.isVisible())
        return problem

    def _named(self) -> None:
        name = self.name.text().strip()
        if not name or self._judge_name():
            return
        if self._place:
            if name != self.review.plan.map.path(self._place).rpartition("/")[2]:
                self.folder_renamed.emit(self._place, name)
        elif self._number >= 0 and name != self.review.plan.files[self._number].name:
            self.renamed.emit(self._number, name)

    # What is learnt meanwhile

    def _try(self, number: int, fact: FileFact, conversion: Conversion | None) -> None:
        """Show the size after conversion: a guess at once, then the result."""
        if (number, conversion) == self._trying:
            return
        self._trying = (number, conversion)
        self.tasks.cancel("try")
        self.tried.setVisible(conversion is not None)
        if conversion is None:
            return
        guess = expected_size(fact, conversion)
        self.tried.set_tone("muted")
        about = _("about {size}").format(size=size_words(guess)) if guess else _("smaller")
        told = _("{size} becomes {about}; trying it…")
        self.tried.setText(told.format(size=size_words(fact.size), about=about))
        self.tasks.debounce("try", TRY_AFTER, lambda: self._tried(number, fact, conversion))

    async def _tried(self, number: int, fact: FileFact, conversion: Conversion) -> None:
        try:
            workspace = self.review.workspace
            spool = tried_folder(workspace)
            made = await workspace.shared(Converter).convert(fact.path, conversion, spool)
        except ConversionFailed as problem:
            self.tried.set_tone("danger")
            self.tried.setText(_("This does not work: {problem}").format(problem=problem))
            self.review.conversion_failed(number, conversion, str(problem))
            return
        await in_thread(_remove, made.path)
        self.tried.setText(
            _("{size} becomes {new_size}, {sides} pixels.").format(
                size=size_words(fact.size),
                new_size=size_words(made.size),
                sides=sides_words(made.width, made.height),
            )
        )

    def _tell_uses(self, found: AssetRow | None) -> None:
        if found is None:
            self.tasks.cancel("uses")
            self.uses.hide()
        else:
            self.tasks.latest("uses", self._used(found))

    def _learnt(self) -> None:
        if self._number >= 0 and self.isVisible():
            self._tell_uses(self._there(self.review.plan.files[self._number]))

    async def _used(self, found: AssetRow) -> None:
        if self._index is None:
            self._index = self.review.workspace.shared(ReferenceIndex)
            self._index.updated.connect(self._learnt)
        index = self._index
        uses = await index.uses(found.path)
        known = index.covered_words
        rest = f" {known}." if known else ""
        if uses:
            titles = list(dict.fromkeys(use.title for use in uses))
            named = ", ".join(titles[:MOST_TITLES]) + ("…" if len(titles) > MOST_TITLES else "")
            told = _("Replacing it changes {what}: {named}.{rest}")
            self.uses.setText(told.format(what=counted(uses), named=named, rest=rest))
        else:
            self.uses.setText(
                _("No page is known to use the file that is there.{rest}").format(rest=rest)
            )
        self.uses.show()


def _offered(planned: Planned, group: str) -> str:
    """The group whose choices a file has, whatever group it is looked at in."""
    if planned.state == "out" and not {"same", "conflict"} & set(planned.groups):
        return "unreadable" if planned.why != BY_USER else group
    for own in ("conflict", "same", "large", "kind"):
        if own in planned.groups:
            return own
    return "ready"


def _when(seconds: float) -> str:
    if not seconds:
        return ""
    return _("Changed {when}").format(
        when=ago(datetime.fromtimestamp(seconds, UTC), datetime.now(UTC))
    )


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
