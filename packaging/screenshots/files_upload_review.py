"""The dialog before an upload for the screenshots: clashes, cures, folders, a small window."""

import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.upload_review.dialog.dialog import UploadReviewDialog
from funneldesk.desktop.assets.upload_review.flow import prepare_upload
from funneldesk.desktop.kit.tasks import in_thread
from screenshots.calm import calm, until

DRAWN_SECONDS = 1.5
NARROW = (1000, 700)
FORMS = (".png", ".jpg", ".webp")
LARGE = 11 * 1024 * 1024
State = tuple[str, Callable[[], Awaitable[None]]]


def preflight_states(session: Session, first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    drawn = _Scenes(session, first_page)
    return [
        ("preflight", drawn.clashes),
        ("preflight-large", drawn.large),
        ("preflight-folders", drawn.folders),
        ("preflight-all", drawn.everything),
        ("preflight-narrow", drawn.narrow),
    ]


class _Scenes:
    def __init__(self, session: Session, first_page: Callable[[], Awaitable[None]]) -> None:
        self._session = session
        self._first_page = first_page
        self._home: tempfile.TemporaryDirectory[str] | None = None

    async def clashes(self) -> None:
        await self._show("conflict")

    async def large(self) -> None:
        dialog = await self._show("large")
        dialog.choices.make.click()
        await calm(DRAWN_SECONDS)

    async def folders(self) -> None:
        await self._show("folder")

    async def everything(self) -> None:
        await self._show("all")

    async def narrow(self) -> None:
        await self._show("conflict", NARROW)

    async def _show(self, group: str, size: tuple[int, int] | None = None) -> UploadReviewDialog:
        for shown in filter(_is_ready, QApplication.topLevelWidgets()):
            if isinstance(shown, UploadReviewDialog):
                shown.answer("")
        await self._first_page()
        session = self._session
        session.window.show_section("files")
        if size is not None:
            session.window.resize(*size)
        workspace = session.shown()
        if workspace is None:
            raise RuntimeError("No brand is open.")
        library = workspace.shared(AssetLibrary)
        await library.refresh()
        taken = [row.path for row in library.rows.values() if row.path.endswith(FORMS)]
        root = await in_thread(self._tree, sorted(taken)[:3])
        session.tasks.start(prepare_upload(session.window, workspace, sorted(root.iterdir()), ""))
        await until(lambda: any(map(_is_ready, QApplication.topLevelWidgets())))
        dialog = next(filter(_is_ready, QApplication.topLevelWidgets()))
        assert isinstance(dialog, UploadReviewDialog)
        dialog.groups.choose(group)
        await calm(DRAWN_SECONDS)
        return dialog

    def _tree(self, taken: list[str]) -> Path:
        """A tree that meets files of the brand, with some of every kind of trouble."""
        if self._home is None:
            self._home = tempfile.TemporaryDirectory(prefix="funneldesk-screenshots-")
            _fill(Path(self._home.name), taken)
        return Path(self._home.name)


def _is_ready(widget: object) -> bool:
    return (
        isinstance(widget, UploadReviewDialog)
        and widget.isVisible()
        and widget.review.phase == "ready"
        and widget.review.compared == widget.review.to_compare
    )


def _fill(root: Path, taken: list[str]) -> None:
    for number, path in enumerate(taken):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        _draw(root / path, 900, 600, number)
    summer = root / "Summer Photos"
    (summer / "Behind the scenes").mkdir(parents=True)
    for number in range(40):
        _draw(summer / f"beach-{number:02}.jpg", 480, 320, number + 5)
    for number in range(6):
        _draw(summer / "Behind the scenes" / f"IMG {number}.jpg", 480, 320, number + 50)
    for name in ("poster.png", "harbour at dawn.png"):
        _draw(root / name, 2400, 1600, len(name))
        os.truncate(root / name, LARGE)
    (root / "price list.pdf").write_bytes(b"%PDF-1.7\n" + bytes(90_000))
    (root / "invoice?.png").write_bytes((root / "Summer Photos" / "beach-01.jpg").read_bytes())
    (root / "empty.css.png").touch()


def _draw(path: Path, width: int, height: int, seed: int) -> None:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    ground = QLinearGradient(0, 0, width, height)
    ground.setColorAt(0, QColor.fromHsv(seed * 47 % 360, 90, 235))
    ground.setColorAt(1, QColor.fromHsv(seed * 71 % 360, 170, 120))
    painter.fillRect(image.rect(), ground)
    painter.setBrush(QColor(255, 255, 255, 90))
    painter.drawEllipse(width // 3, height // 4, height // 3, height // 3)
    painter.end()
    image.save(str(path))
