"""Copy or move files to another folder: asked for by menu, by key, or by a drop on a folder."""

import json
from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QMimeData

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.moving.following import MovedReferences
from funneldesk.desktop.assets.moving.order import files_in, order_of
from funneldesk.desktop.assets.moving.runner import MOVE
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import WRITES, FilesBrowser
from funneldesk.desktop.parts.files.browse.drops import ASSETS_MIME
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.moving.dialog import MoveDialog
from funneldesk.desktop.sections.actions import Action, Place, Takes

NOTICE = "files/organise"


class MoveFiles(FilesFeature):
    """The work itself is a transfer: it shows in the tray and goes on after a restart."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        panel.workspace.shared(MovedReferences).begin()
        panel.assets_dropped.connect(self._dropped)
        panel.asked_to_move.connect(self.ask)

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.move",
            _("Copy or move to a folder…"),
            self.on_rows(self.ask),
            icon="folder",
            keys="Ctrl+Shift+M",
            places=Place.PALETTE | Place.RECORD_MENU,
            takes=Takes.SEVERAL,
            writes=WRITES,
            tip=_("Copy or move what is selected to a folder"),
        )

    def ask(self, rows: Sequence[AssetRow], target: str | None = None) -> None:
        """Ask where to, and begin."""
        if rows and self.panel.may_write:
            self.panel.tasks.latest("move", self._ask(list(rows), target))

    def _dropped(self, mime: QMimeData, folder: str) -> None:
        """Files of this brand on one of its folders."""
        try:
            told = json.loads(bytes(mime.data(ASSETS_MIME).data()))
            paths = [str(each["path"]) for each in told]
        except (ValueError, TypeError, KeyError):
            return
        known = self.panel.library.rows
        self.ask([known[path] for path in paths if path in known], folder)

    async def _ask(self, rows: Sequence[AssetRow], target: str | None) -> None:
        panel = self.panel
        files = await in_thread(files_in, rows, dict(panel.library.rows))
        dialog = MoveDialog(panel, rows, files, target)
        answer = await dialog.ask()
        if answer not in ("copy", "move"):
            return
        made = partial(
            order_of,
            rows,
            dialog.folder,
            dict(panel.library.rows),
            clash=dialog.clash,
            removes=answer == "move",
            updates=dialog.offer.accepted,
        )
        order = await in_thread(made)
        if not order.items:
            why = order.left_out[0][1] if order.left_out else _("There is no file in it.")
            panel.workspace.notifications.post(
                Notice(_("There was nothing to do."), why, "info", key=NOTICE)
            )
            return
        try:
            await panel.workspace.shared(TransferQueue).add(MOVE, order)
        except LocalStoreProblem as problem:
            panel.workspace.notifications.post(
                explain(problem, _("Copying the files")).notice(NOTICE)
            )
