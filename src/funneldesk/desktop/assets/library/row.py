"""One file or folder of the brand's storage, as lists and grids show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from funneldesk.contract.file_kinds import SVG, TYPES, ending_of
from funneldesk.contract.folding import fold
from funneldesk.desktop.local.texts import _

FileKind = Literal["image", "vector", "video", "font", "text", "other"]
KINDS: tuple[FileKind, ...] = ("image", "vector", "video", "font", "text", "other")
KIND_WORDS: dict[FileKind, str] = {
    "image": _("Images"),
    "vector": _("Vector images"),
    "video": _("Videos"),
    "font": _("Fonts"),
    "text": _("Styles, scripts, data"),
    "other": _("Other files"),
}
KIND_ICONS: dict[FileKind, str] = {
    "image": "image",
    "vector": "shapes",
    "video": "film",
    "font": "type",
    "text": "braces",
    "other": "file",
}


def kind_by_name(name: str) -> FileKind:
    """Apparent kind of a file, by its extension alone."""
    mime = TYPES.get(ending_of(name), "")
    if mime == SVG:
        return "vector"
    family = mime.partition("/")[0]
    if family in ("image", "video", "font"):
        return family  # type: ignore[return-value]
    return "text" if mime else "other"


@dataclass(slots=True)
class AssetRow:
    """``path`` is relative to the assets folder, without slashes at its ends; ``size`` in bytes;
    ``changed`` in seconds since 1970, 0 when not known; ``sought`` is folded for the search.
    """

    path: str
    is_folder: bool = False
    size: int = 0
    changed: float = 0.0
    src: str = ""
    width: int = 0
    height: int = 0
    srcset: str = ""
    kind: FileKind = "other"
    sought: str = field(default="", repr=False)

    @property
    def id(self) -> str:
        """The path: nothing else names a file."""
        return self.path

    @property
    def name(self) -> str:
        """The last step of the path."""
        return self.path.rpartition("/")[2]

    @property
    def ending(self) -> str:
        """Extension of the name in lower case; empty for a folder."""
        return "" if self.is_folder else ending_of(self.name)

    @property
    def icon_name(self) -> str:
        """The icon that stands for it while there is no image."""
        return "folder" if self.is_folder else KIND_ICONS[self.kind]

    @property
    def folder(self) -> str:
        """The folder it lies in; empty for the assets folder itself."""
        return self.path.rpartition("/")[0]

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> "AssetRow":
        """A row of a storage listing entry as the contract dumps it (``FileEntry``)."""
        path = str(entry.get("browse_path") or "").strip("/")
        is_folder = entry.get("is_directory") is True
        return cls(
            path,
            is_folder,
            int(entry.get("size_bytes") or 0),
            _seconds(entry.get("last_changed")),
            str(entry.get("src") or ""),
            int(entry.get("width") or 0),
            int(entry.get("height") or 0),
            str(entry.get("srcset") or ""),
            "other" if is_folder else kind_by_name(path),
            folded(path),
        )

    @classmethod
    def of_folder(cls, path: str, changed: float = 0.0) -> "AssetRow":
        """A folder that is known from what lies in it."""
        return cls(path, True, changed=changed, sought=folded(path))


def folded(path: str) -> str:
    """A path as it is sought; the same object when nothing changes, which most names allow."""
    found = fold(path)
    return path if found == path else found


def _seconds(moment: object) -> float:
    if isinstance(moment, str) and moment:
        try:
            moment = datetime.fromisoformat(moment)
        except ValueError:
            return 0.0
    return moment.timestamp() if isinstance(moment, datetime) else 0.0
