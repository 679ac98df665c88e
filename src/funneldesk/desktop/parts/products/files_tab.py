"""Tab of a product's picture and files: dropped or chosen, they go up at once."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row
from funneldesk.desktop.kit.controls.drop_place import DropPlace
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.file_dialog import ask_files
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.fields import PURPOSES
from funneldesk.desktop.parts.products.pictures import ProductPictures
from funneldesk.desktop.parts.products.sending import Sending
from funneldesk.desktop.records.detail.declaration import Body
from funneldesk.desktop.records.detail.detail_view import RecordView

SIDE = 148


class FilesTab(RecordView):
    """The picture and the files of the product that is open."""

    def __init__(self, sending: Sending, pictures: ProductPictures) -> None:
        super().__init__()
        self._sending, self._pictures = sending, pictures
        self._address = ""
        self.tasks = TaskScope(self)
        self.picture = DropPlace(_("Drop a picture here"))
        self.picture.setFixedSize(SIDE, SIDE)
        self.square = CheckBox(_("Cut to a square"))
        self.by_hand = CheckBox(_("Choose the part yourself"))
        self.files = DropPlace(_("Drop files for buyers here: they are sent at once"))
        self.files.setFixedHeight(72)
        self.purpose = Segments("tab", spacing=0)
        self.purpose.set_choices([(key, words, "") for key, words in PURPOSES.items()])
        self.purpose.choose("digital")
        self.list = TickList(_("Files of this product"))
        self.none = Label(_("Buyers get no files with it yet."), size="small", tone="muted")
        self._build()
        self.picture.dropped.connect(lambda paths: self.take_picture(paths))
        self.files.dropped.connect(lambda paths: self.take_files(paths))
        pictures.ready.connect(self._picture_ready)

    def _build(self) -> None:
        choose = Button(_("Choose a picture…"), on_click=self._choose_picture)
        said = _("Large pictures are shrunk to 1,200 pixels before they are sent.")
        note = Label(said, size="small", tone="muted", wrap=True)
        beside = column(choose, self.square, self.by_hand, note, spacing=8)
        beside.addStretch(1)
        head = row(spacing=12)
        head.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(beside, 1)
        add = Button(_("Add files…"), icon_name="plus", on_click=self._choose_files)
        whole = column(spacing=8, margins=(16, 12, 16, 16))
        whole.addWidget(Label(_("Picture"), size="strong"))
        whole.addLayout(head)
        whole.addSpacing(8)
        whole.addLayout(row(Label(_("Files for buyers"), size="strong"), None, add))
        whole.addLayout(row(self.purpose, None))
        whole.addWidget(self.files)
        whole.addWidget(self.none)
        self.framed = framed(self.list)
        whole.addWidget(self.framed, 1)
        whole.addStretch(0)
        self.setLayout(whole)

    def show_record(self, body: Body) -> None:
        self._address = str(body.get("image") or body.get("image_link") or "")
        self._show_picture()
        found = body.get("product_files")
        rows = [_line(at, each) for at, each in enumerate(found or ()) if isinstance(each, dict)]
        self.list.rows.set_rows(rows)
        self.framed.setVisible(bool(rows))
        self.none.setVisible(not rows)

    def take_picture(self, paths: Sequence[Path]) -> None:
        """Send the first of these as the picture."""
        target = self._sending.target() if paths else None
        if target is not None:
            ways = {"square": self.square.isChecked(), "by_hand": self.by_hand.isChecked()}
            sent = partial(self._sending.picture, target, paths[0], **ways)
            self.tasks.in_turn("picture", sent)

    def take_files(self, paths: Sequence[Path]) -> None:
        """Send these as files for buyers."""
        target = self._sending.target() if paths else None
        if target is not None:
            sent = partial(self._sending.files, target, tuple(paths), self.purpose.current())
            self.tasks.in_turn("files", sent)

    def _choose_picture(self) -> None:
        self.tasks.latest("choose", self._choose(self.take_picture, _("Choose a picture")))

    def _choose_files(self) -> None:
        self.tasks.latest("choose", self._choose(self.take_files, _("Add files")))

    async def _choose(self, take: "object", title: str) -> None:
        paths = await ask_files(self, title)
        if callable(take):
            take(paths)

    def _show_picture(self) -> None:
        side = round(SIDE * self.devicePixelRatioF())
        picture = self._pictures.at(self._address, side) if self._address else None
        self.picture.show_picture(picture)

    def _picture_ready(self, address: str) -> None:
        if address == self._address:
            self._show_picture()


def _line(place: int, file: Body) -> TickRow:
    name = str(file.get("title") or file.get("file") or "").rpartition("/")[2]
    metadata = file.get("metadata")
    size = metadata.get("size") if isinstance(metadata, dict) else None
    told = (
        str(file.get("kind") or ""),
        size_words(size) if isinstance(size, int) else "",
        PURPOSES.get(str(file.get("purpose")), ""),
    )
    chip = (_("First"), "accent") if file.get("is_primary") else ("", "muted")
    return TickRow(str(place), name, " · ".join(filter(None, told)), *chip)
