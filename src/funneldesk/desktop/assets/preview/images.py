"""Pictures of the preview, kept as files: each rendering whole, and one dialog of them all."""

import asyncio
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QImageWriter
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.preview.drawing import Drawing, View
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.export.file_dialog import ask_folder
from funneldesk.desktop.kit.export.writing import CannotWrite, write_whole
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.preview.preview import PreviewFrame

_PART_MOST = 48
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?$")
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


class ImagesDialog(Dialog):
    """What is wanted of ``count`` renderings. Answers "choose"."""

    def __init__(self, parent: QWidget, count: int) -> None:
        super().__init__(
            parent,
            _("Save images"),
            _(
                "PNG files of whole pages, at the width that a visitor has. The pages' own scripts "
                "do not run in them."
            ),
        )
        many = (
            _("Each of the {count} pages as an image").format(count=count)
            if count > 1
            else _("The page as an image")
        )
        self.each = CheckBox(many)
        self.each.setChecked(True)
        self.dialog = CheckBox(_("One sheet with all of them"))
        self.dialog.setChecked(count > 1)
        self.double = CheckBox(_("Twice as sharp, for high-resolution screens"))
        for box in (self.each, self.dialog, self.double):
            self.body.addWidget(box)
            box.toggled.connect(self._check)
        self.dialog.setVisible(count > 1)
        self.add_button("", _("Cancel"))
        self.choose = self.add_button("choose", _("Choose a folder…"), "primary")

    def _check(self) -> None:
        self.choose.setEnabled(self.each.isChecked() or self.dialog.isChecked())


class TakingDialog(Dialog):
    """How far it is, and Stop."""

    def __init__(self, parent: QWidget, count: int) -> None:
        super().__init__(parent, _("Taking images"))
        self._count = count
        self.bar = ThinBar()
        self.words = ElidedLabel("", size="small", tone="muted")
        self.body.addWidget(self.words)
        self.body.addWidget(self.bar)
        self.add_button("", _("Stop"))

    def say(self, done: int, name: str) -> None:
        """``done`` of them are taken, ``name`` is next."""
        self.bar.set_share(done / max(1, self._count))
        told = _("{number} of {count}: {name}") if name else _("Writing the sheet")
        self.words.setText(told.format(number=done + 1, count=self._count, name=name))


class PictureSaving:
    """Asks, takes and keeps pictures; tells how it went."""

    def __init__(self, owner: QWidget, drawing: Drawing, notifications: NotificationCenter) -> None:
        """``owner`` is what the work ends with."""
        self._owner = owner
        self._drawing = drawing
        self._notifications = notifications
        self._tasks = TaskScope(owner)

    def begin(self, title: str, views: Sequence[View], parent: QWidget, columns: int = 0) -> None:
        """Ask what is wanted of these views; ``columns`` of them are a row of the dialog."""
        work = self._save(title, tuple(views), parent, columns or len(views))
        self._tasks.latest("pictures", work)

    async def _save(self, title: str, views: Sequence[View], parent: QWidget, columns: int) -> None:
        frames = await self._drawing.frames_of(views)
        dialog = ImagesDialog(parent, len(frames))
        if await dialog.ask() != "choose":
            return
        wanted = dialog.each.isChecked(), dialog.dialog.isChecked()
        scale = 2 if dialog.double.isChecked() else 1
        folder = await ask_folder(parent, _("Where to save the images"))
        if folder is None:
            return
        progress = TakingDialog(parent, len(frames))
        taking = asyncio.ensure_future(
            self._take(title, frames, folder, columns, wanted, scale, progress)
        )
        taking.add_done_callback(lambda _: progress.answer("done"))
        try:
            stopped = await progress.ask() != "done"
        finally:
            if not taking.done():
                taking.cancel()
        await asyncio.wait([taking])
        self._notifications.post(_saved_notice(taking, stopped, folder))

    async def _take(
        self,
        title: str,
        frames: "Sequence[PreviewFrame]",
        folder: Path,
        columns: int,
        wanted: tuple[bool, bool],
        scale: int,
        progress: TakingDialog,
    ) -> tuple[list[Path], int]:
        """The files written, and how many of the pictures end before their page does."""
        from funneldesk.desktop.kit.web.preview.capture import Photographer
        from funneldesk.desktop.kit.web.preview.contact_sheet import Named, contact_sheet

        each, together = wanted
        base = f"{self._drawing.workspace.base_url}/cdn"
        camera = Photographer(self._drawing.load_asset, base, self._owner, scale)
        written: list[Path] = []
        kept: list[Named] = []
        cut = 0
        try:
            for number, frame in enumerate(frames):
                name = " ".join(part for part in (frame.title, frame.note) if part)
                progress.say(number, name or title)
                photo = await camera.picture(frame)
                cut += photo.cut
                if each:
                    stem = file_stem(title, frame.title, frame.note)
                    written.append(await in_thread(write_picture, folder, stem, photo.image))
                if together:
                    about = ", ".join(part for part in (frame.chip, frame.note) if part)
                    kept.append(Named(frame.title or title, about, photo.image))
            if together:
                progress.say(len(frames), "")
                image = await in_thread(contact_sheet, title, kept, columns)
                stem = file_stem(title, "sheet")
                written.append(await in_thread(write_picture, folder, stem, image))
        finally:
            camera.end()
        return written, cut


def file_stem(*parts: str) -> str:
    """A file's name for a page, a variant and a width, that every system takes."""
    names = []
    for part in parts:
        plain = unicodedata.normalize("NFC", part)
        name = _NOT_IN_NAMES.sub("-", plain).strip("-._")[:_PART_MOST].strip("-._")
        if name:
            names.append(name)
    stem = " ".join(names) or "page"
    return _("page {stem}").format(stem=stem) if _RESERVED.match(stem) else stem


def write_picture(folder: Path, stem: str, image: QImage) -> Path:
    """Write a PNG under a name that is free; where it lies. Waits for the disk: use a thread.

    Raises `CannotWrite`.
    """
    path, number = folder / f"{stem}.png", 2
    while path.exists():
        path, number = (
            folder / _("{stem} {number}.png").format(stem=stem, number=number),
            number + 1,
        )

    def write(beside: Path) -> None:
        # Why Qt cannot write it does not tell: Python's own file says it first.
        beside.touch()
        writer = QImageWriter(str(beside), QByteArray(b"png"))
        if not writer.write(image):
            raise OSError(0, writer.errorString())

    write_whole(path, write)
    return path


def _saved_notice(
    taking: "asyncio.Future[tuple[list[Path], int]]", stopped: bool, folder: Path
) -> Notice:
    from funneldesk.desktop.kit.web.preview.capture import CannotPicture

    show = NoticeAction(
        _("Show folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
    )
    if taking.cancelled() or stopped:
        text = _("Images that were finished before are in the folder.")
        return Notice(_("Stopped taking images"), text, "info", key="pictures", action=show)
    error = taking.exception()
    if isinstance(error, CannotWrite):
        text = f"{error.so_what} {error.now_what}"
        return Notice(error.what, text, "danger", key="pictures")
    if isinstance(error, CannotPicture):
        text = _(
            "The images before it are in the folder. Look at the page in the preview, then try "
            "again."
        )
        return Notice(str(error), text, "danger", key="pictures", action=show)
    written, cut = taking.result()
    count = len(written)
    many = ngettext("{count} image saved", "{count} images saved", count).format(count=count)
    text = _("In {name}.").format(name=folder.name)
    if cut:
        text += _(
            " {cut} of them end before the page does: it is longer than an image can be."
        ).format(cut=cut)
    return Notice(many, text, "success", key="pictures", action=show)
