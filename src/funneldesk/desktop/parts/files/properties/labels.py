"""Labels for the properties of files."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from funneldesk.contract.file_kinds import ENDINGS, ending_of
from funneldesk.desktop.assets.library.row import AssetRow, FileKind
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.local.cache.thumbnails import Content

WORDS: dict[FileKind, str] = {
    "image": "image",
    "vector": "vector image",
    "video": "video",
    "font": "font",
    "text": "text",
    "other": "other file",
}
PLURALS: dict[FileKind, str] = {
    "image": "Images",
    "vector": "Vectors",
    "video": "Videos",
    "font": "Fonts",
    "text": "Texts",
    "other": "Others",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """``exact`` is told on hover."""

    title: str
    words: str
    exact: str = ""


def facts_of(file: AssetRow, content: Content | None, zone: ZoneInfo | None) -> list[Fact]:
    """One file; what its content shows goes before what its name and the server say."""
    width, height = file.width, file.height
    if not (width and height) and content is not None:
        width, height = content.width, content.height
    facts = [
        Fact("Folder", file.folder or "Files"),
        Fact("Kind", *_kind(file, content)),
        Fact("Dimensions", f"{width:,} × {height:,} pixels" if width and height else ""),
        Fact("Size", size_words(file.size), _counted(file.size, "byte")),
        Fact("Changed", *_changed(file, zone)),
        Fact("Address", file.src),
        Fact("Variants", file.srcset if "," in file.srcset else ""),
    ]
    return [fact for fact in facts if fact.words]


def facts_of_folder(folder: AssetRow, held: int) -> list[Fact]:
    """One folder; ``held`` things lie right in it."""
    return [Fact("Folder", folder.folder or "Files"), Fact("Holds", _counted(held, "item"))]


def facts_of_several(rows: Sequence[AssetRow]) -> list[Fact]:
    """Files and folders together."""
    files = [row for row in rows if not row.is_folder]
    size = sum(row.size for row in files)
    kinds = Counter(row.kind for row in files)
    folders = len(rows) - len(files)
    facts = [
        Fact("Together", size_words(size) if files else "", _counted(size, "byte")),
        *(Fact(PLURALS[kind], f"{count:,}") for kind, count in kinds.most_common()),
        Fact("Folders", f"{folders:,}" if folders else ""),
    ]
    return [fact for fact in facts if fact.words]


def _changed(file: AssetRow, zone: ZoneInfo | None) -> tuple[str, str]:
    try:
        moment = datetime.fromtimestamp(file.changed, UTC).astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return "", ""
    words = f"{moment:%d %b %Y, %H:%M}" if file.changed > 0 else ""
    return words, f"{moment:%d %B %Y, %H:%M:%S} in {zone.key if zone else moment.tzname()}"


def _kind(file: AssetRow, content: Content | None) -> tuple[str, str]:
    """Kind of a file; on hover its type, by content where that is known."""
    ending = ending_of(file.name)
    word = WORDS[file.kind]
    if content is None:
        return f"{ending.upper()} {word}" if ending and file.kind != "other" else word, ""
    endings = ENDINGS.get(content.kind, ())
    plain = endings[0].upper() if endings else content.kind
    told = f"{plain} {word}"
    if endings and ending and ending not in endings:
        told += f", named .{ending}"
    return told, f"By its content: {content.kind}"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
