"""Images that are no file yet, kept as files until they are sent."""

import os
import secrets
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from funneldesk.desktop.local.files.problems import problem_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.schema import spool_path
from funneldesk.desktop.workspace.workspace import Workspace

OLD_SECONDS = 3600.0


def spool_folder(workspace: Workspace) -> Path:
    """Where a brand's files lie that wait to be sent and are ours; made when it is needed."""
    return spool_path(workspace.store.path)


def tried_folder(workspace: Workspace) -> Path:
    """Where an image lies for a moment that is converted only to see how large it becomes."""
    return workspace.cache / "tried"


def sweep(folder: Path) -> None:
    """Remove what a run of the program that was killed left there; for a thread."""
    before = time.time() - OLD_SECONDS
    with suppress(OSError):
        for path in folder.iterdir():
            if path.stat().st_mtime < before:
                path.unlink()


def pasted_name(now: datetime, count: int = 1) -> str:
    """Name of a pasted image: ``pasted-2026-11-21-1430.png``."""
    tail = f"-{count}" if count > 1 else ""
    return f"pasted-{now:%Y-%m-%d-%H%M}{tail}.png"


def keep_picture(folder: Path, picture: QImage) -> Path:
    """Write an image as PNG; for a thread. Raises LocalStoreProblem."""
    path = folder / f"{secrets.token_hex(12)}.png"
    held = QBuffer()
    held.open(QIODevice.OpenModeFlag.WriteOnly)
    try:
        if not picture.save(held, "PNG"):  # type: ignore[call-overload]
            raise OSError(_("The image could not be written as PNG."))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(held.data().data())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise problem_of(error, path) from error
    return path


def give_up(paths: list[Path]) -> None:
    """Remove images that are not sent after all; for a thread."""
    for path in paths:
        path.unlink(missing_ok=True)
