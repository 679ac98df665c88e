"""Tab of a course's pictures: dropped or chosen, they go up at once."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from funneldesk.contract.courses import IMAGES, CoursePatch
from funneldesk.desktop.assets.record_pictures import AddressPictures, shrunk
from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.conversion import ConversionFailed
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.drop_place import DropPlace
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.file_dialog import ask_files
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.courses.kind import KIND, PART, required_of
from funneldesk.desktop.records.detail.declaration import Body
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.sections.operations import may_write, operation

TITLES = {"cover": _("Cover"), "logo": _("Logo"), "instructor_photo": _("Instructor")}
SIDE = 132
SHRUNK = Conversion("", 1_600, 86)


class PicturesTab(RecordView):
    """Cover, logo and photo of the course that is open in ``panel``. An update with a file may be
    repeated: it says what the course shall have."""

    def __init__(self, panel: EditedPanel) -> None:
        super().__init__()
        self._panel, self.workspace = panel, panel.workspace
        self.pictures = AddressPictures(panel.workspace)
        self.pictures.setParent(self)
        self.tasks = TaskScope(self)
        self._addresses: dict[str, str] = dict.fromkeys(IMAGES, "")
        self.places = {name: DropPlace(_("Drop a picture here")) for name in TITLES}
        whole = column(spacing=14, margins=(16, 12, 16, 16))
        for name, place in self.places.items():
            whole.addWidget(self._line(name, place))
        said = _("Pictures wider than 1,600 pixels are shrunk before they are sent.")
        whole.addWidget(Label(said, size="small", tone="muted", wrap=True))
        whole.addStretch(1)
        self.setLayout(whole)
        self.pictures.ready.connect(self._ready)

    def _line(self, name: str, place: DropPlace) -> QWidget:
        title = TITLES[name]
        place.setFixedSize(SIDE if name != "cover" else 2 * SIDE, SIDE)
        place.setAccessibleName(_("Picture: {name}").format(name=title))
        place.dropped.connect(partial(self.take, name))
        choose = Button(_("Choose a picture…"), on_click=partial(self._choose, name))
        choose.setAccessibleName(_("Choose a picture: {name}").format(name=title))
        beside = column(Label(title, size="strong"), spacing=8)
        beside.addLayout(row(choose, None))
        beside.addStretch(1)
        line = row(place, spacing=12)
        line.addLayout(beside, 1)
        holder = QWidget()
        holder.setLayout(line)
        return holder

    def show_record(self, body: Body) -> None:
        self._addresses = {name: str(body.get(name) or "") for name in IMAGES}
        self._show()

    def take(self, name: str, paths: Sequence[Path]) -> None:
        """Send the first of these as a picture of the course."""
        session = self._panel.session
        if not paths:
            return
        if session.draft is None or is_new_id(session.record_id):
            self._tell(_("Nothing was sent"), _("Save this new course first."))
        elif may_write(self.workspace, PART, KIND.units):
            number, patch = int(session.record_id), CoursePatch(**required_of(session.draft.base))
            self.tasks.in_turn(name, lambda: self._send(number, patch, name, paths[0]))

    def _choose(self, name: str) -> None:
        async def ask() -> None:
            self.take(name, await ask_files(self, TITLES[name]))

        self.tasks.latest("choose", ask())

    async def _send(self, number: int, patch: CoursePatch, name: str, path: Path) -> None:
        session, work, record_id = self._panel.session, self.workspace, str(number)
        doing, progress = _("Sending the picture"), self._panel.detail.show_loading
        with operation(work, doing, f"{PART}/picture", progress=progress):
            try:
                async with shrunk(work, path, SHRUNK) as upload:
                    saved = await work.run(
                        lambda api: api.courses.update(number, patch, {name: upload})
                    )
            except ConversionFailed as problem:
                title = _("“{name}” can't be the picture").format(name=path.name)
                self._tell(title, str(problem))
                return
            await self._panel.source.library.keep(saved.model_dump(mode="json"))
            draft = session.draft
            if draft is not None and session.record_id == record_id:
                session.editor.take(draft.rebase(saved))
                self._panel.detail.show_record(draft.base)
            work.announce(PART, record_id, source=self._panel)

    def _show(self) -> None:
        side = round(2 * SIDE * self.devicePixelRatioF())
        for name, place in self.places.items():
            address = self._addresses[name]
            place.show_picture(self.pictures.at(address, side) if address else None)

    def _ready(self, address: str) -> None:
        if address in self._addresses.values():
            self._show()

    def _tell(self, title: str, text: str) -> None:
        notice = Notice(title, text, "warning", key=f"{PART}/picture")
        self.workspace.notifications.post(notice)
