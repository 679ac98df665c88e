"""Files as the document shows them (document: File asset; quirks 33 and 34)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from funneldesk.contract.file_kinds import ending_of
from funneldesk.server.parts.files.rules import human_size
from funneldesk.server.parts.files.tables import AssetRow
from funneldesk.server.storage.storage import Stored, Tree
from funneldesk.server.storage.uploads import Judged


def entries(
    tree: Tree,
    known: Mapping[str, AssetRow],
    endings: frozenset[str],
    address: Callable[[str], str],
) -> list[dict[str, Any]]:
    """The whole listing: folders before files, the newest first; ``endings`` chooses files."""
    folders = [_folder(path, changed) for path, changed in tree.folders.items()]
    files = [
        _file(one, known.get(one.path), address(one.path))
        for one in tree.files
        if not endings or ending_of(one.path.rpartition("/")[2]) in endings
    ]
    return _newest_first(folders) + _newest_first(files)


def uploaded_entry(judged: Judged, url: str) -> dict[str, Any]:
    """A bulk result entry of a file that is stored."""
    return {
        "filename": judged.name,
        "status": "uploaded",
        "url": url,
        "size": judged.size,
        "mime_type": judged.kind,
        "width": judged.width,
        "height": judged.height,
    }


def failed_entry(name: str, reason: str) -> dict[str, Any]:
    """A bulk result entry of a file that was not taken."""
    return {"filename": name, "status": "failed", "error": reason}


def _folder(path: str, changed: datetime) -> dict[str, Any]:
    return {**_entry(path, "folder", changed, 0), "IsDirectory": True}


def _file(one: Stored, row: AssetRow | None, src: str) -> dict[str, Any]:
    width, height = (row.width, row.height) if row else (None, None)
    # The record knows the platform's own moment; the storage only the machine's.
    changed = row.updated_at if row else one.changed
    return {
        **_entry(one.path, "file", changed, one.size),
        "src": src,
        "width": width,
        "height": height,
        "srcset": f"{src} {width}w" if width else None,
        "sizes": f"(max-width: {width}px) 100vw, {width}px" if width else None,
    }


def _entry(path: str, kind: str, changed: datetime, size: int) -> dict[str, Any]:
    return {
        "ObjectName": path.rpartition("/")[2],
        "IsDirectory": False,
        "type": kind,
        "BrowsePath": path,
        "Length": human_size(size),
        "sizeBytes": size,
        "LastChanged": changed,
    }


def _newest_first(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found.sort(key=lambda entry: str(entry["BrowsePath"]))
    found.sort(key=lambda entry: entry["LastChanged"], reverse=True)
    return found
