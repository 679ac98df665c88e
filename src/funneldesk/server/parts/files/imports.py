"""Brings a folder of this computer into a brand's files: the sample's pictures."""

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.orm import Session

from funneldesk.server.parts.files.store import AssetStore
from funneldesk.server.storage.storage import Storage
from funneldesk.server.storage.uploads import Judged, judge


@dataclass(frozen=True, slots=True)
class _LocalFile:
    filename: str
    file: BinaryIO


def import_folder(storage: Storage, session: Session, brand_id: int, source: Path) -> int:
    """Copy everything below ``source``; gives how many files were new.

    What is there already stays. Raises NotAccepted for a file that could not be uploaded.
    """
    found: list[tuple[str, Judged]] = []
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        path = file.relative_to(source).as_posix()
        if storage.head(brand_id, path) is not None:
            continue
        with file.open("rb") as content:
            judged = judge(_LocalFile(file.name, content))
            storage.put(brand_id, path, content)
        found.append((path, judged))
    AssetStore(session, brand_id).put(found)
    return len(found)
