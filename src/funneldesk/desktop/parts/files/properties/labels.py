"""Labels for the properties of files."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from funneldesk.contract.file_kinds import ENDINGS, ending_of
from funneldesk.desktop.assets.library.row import AssetRow, FileKind
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.cache.thumbnails import Content
from funneldesk.desktop.local.texts import _

WORDS: dict[FileKind, str] = {
    "image": _("image"),
    "vector": _("vector image"),
    "video": _("video"),
    "font": _("font"),
    "text": _("text"),
    "other": _("other file"),
}
PLURALS: dict[FileKind, str] = {
    "image": _("Images"),
    "vector": _("Vectors"),
    "video": _("Videos"),
    "font": _("Fonts"),
    "text": _("Texts"),
    "other": _("Others"),
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
        Fact(_("Folder"), file.folder or _("Files")),
        Fact(_("Kind"), *_kind(file, content)),
        Fact(
            _("Dimensions"),
            _("{width:,} × {height:,} pixels").format(width=width, height=height)
            if width and height
            else "",
        ),
        Fact(_("Size"), size_words(file.size), counted(file.size, "byte")),
        Fact(_("Changed"), *_changed(file, zone)),
        Fact(_("Address"), file.src),
        Fact(_("Variants"), file.srcset if "," in file.srcset else ""),
    ]
    return [fact for fact in facts if fact.words]


def facts_of_folder(folder: AssetRow, held: int) -> list[Fact]:
    """One folder; ``held`` things lie right in it."""
    return [
        Fact(_("Folder"), folder.folder or _("Files")),
        Fact(_("Holds"), counted(held, "item")),
    ]


def facts_of_several(rows: Sequence[AssetRow]) -> list[Fact]:
    """Files and folders together."""
    files = [row for row in rows if not row.is_folder]
    size = sum(row.size for row in files)
    kinds = Counter(row.kind for row in files)
    folders = len(rows) - len(files)
    facts = [
        Fact(_("Together"), size_words(size) if files else "", counted(size, "byte")),
        *(Fact(PLURALS[kind], f"{count:,}") for kind, count in kinds.most_common()),
        Fact(_("Folders"), f"{folders:,}" if folders else ""),
    ]
    return [fact for fact in facts if fact.words]


def _changed(file: AssetRow, zone: ZoneInfo | None) -> tuple[str, str]:
    try:
        moment = datetime.fromtimestamp(file.changed, UTC).astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return "", ""
    formats = Formats(zone=zone)
    words = formats.moment(moment) if file.changed > 0 else ""
    exact = _("{moment} in {zone}").format(
        moment=formats.exact(moment), zone=zone.key if zone else moment.tzname()
    )
    return words, exact


def _kind(file: AssetRow, content: Content | None) -> tuple[str, str]:
    """Kind of a file; on hover its type, by content where that is known."""
    ending = ending_of(file.name)
    word = WORDS[file.kind]
    if content is None:
        plain = ending.upper() if file.kind != "other" else ""
        return f"{plain} {word}" if plain else word, ""
    endings = ENDINGS.get(content.kind, ())
    plain = endings[0].upper() if endings else content.kind
    told = _("{format} {kind}")
    if endings and ending and ending not in endings:
        told = _("{format} {kind}, named .{ending}")
    said = told.format(format=plain, kind=word, ending=ending)
    return said, _("By its content: {kind}").format(kind=content.kind)
