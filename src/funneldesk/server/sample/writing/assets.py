"""Puts the brand's artwork into the storage, with its records."""

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.orm import Session

from funneldesk.server.parts.files.store import AssetStore
from funneldesk.server.sample.artwork import artwork
from funneldesk.server.sample.stage import Stage
from funneldesk.server.storage.uploads import Judged, judge


@dataclass(frozen=True, slots=True)
class _Upload:
    filename: str | None
    file: BinaryIO


def write_assets(stage: Stage, session: Session) -> None:
    """All files below the brand's ``assets``; one that is there already is replaced."""
    found = artwork(stage.brand["folder"])
    stored = [(name, _store(stage, name, path)) for name, path in found]
    AssetStore(session, stage.brand_id).put(stored)


def _store(stage: Stage, name: str, path: Path) -> Judged:
    with path.open("rb") as file:
        judged = judge(_Upload(path.name, file))
        file.seek(0)
        stage.platform.storage.put(stage.brand_id, name, file)
        return judged
