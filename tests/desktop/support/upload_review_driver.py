"""A dialog before an upload that is shown, and what one does with it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.desktop.support.window_bench import shown_dialog, until

from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.assets.upload_review.dialog.dialog import UploadReviewDialog
from funneldesk.desktop.assets.upload_review.flow import prepare_upload
from funneldesk.desktop.workspace.workspace import Workspace


class Asked:
    """A dialog that is shown, and the order that comes of it."""

    def __init__(
        self, dialog: UploadReviewDialog, task: "asyncio.Future[UploadOrder | None]"
    ) -> None:
        self.dialog = dialog
        self.task = task

    async def settled(self) -> None:
        review = self.dialog.review
        await until(lambda: review.phase == "ready" and review.compared == review.to_compare)
        await review.settle()

    def group(self, key: str) -> list[str]:
        """Make a group current; the first lines of its rows."""
        self.dialog.groups.choose(key)
        rows = self.dialog.list.rows
        return [rows.at(row).title for row in range(rows.rowCount())]

    def press(self, *keys: Any) -> None:
        for key in keys:
            QTest.keyClick(self.dialog.list, key)

    async def upload(self) -> UploadOrder | None:
        QTest.keyClick(self.dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        return await self.task


@asynccontextmanager
async def asked(
    workspace: Workspace, sources: Any, folder: str = "media", **rest: Any
) -> AsyncIterator[Asked]:
    window = QWidget()
    window.resize(1440, 900)
    window.show()
    task = asyncio.ensure_future(prepare_upload(window, workspace, sources, folder, **rest))
    try:
        made = Asked(await shown_dialog(UploadReviewDialog), task)
        await made.settled()
        yield made
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        window.deleteLater()


async def straight(
    workspace: Workspace, sources: Any, folder: str = "media", **rest: Any
) -> UploadOrder | None:
    """The order that comes without a question."""
    window = QWidget()
    window.show()
    try:
        return await prepare_upload(window, workspace, sources, folder, **rest)
    finally:
        window.deleteLater()
