"""Planning of a download: an order in which every selected file has a safe place."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.names import LocalNames
from funneldesk.desktop.assets.transfers.downloads.order import (
    Conflict,
    DownloadItem,
    DownloadOrder,
)
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _


def order_for(
    chosen: Sequence[AssetRow],
    rows: Mapping[str, AssetRow],
    target: Path,
    *,
    conflict: Conflict = "both",
    title: str = "",
) -> DownloadOrder:
    """The chosen files, and for a chosen folder the tree under it in a folder of its name.

    ``rows`` are all files of the brand by path. Files without an address, and entries whose path
    is none, are not in it. Goes through all rows: call it in a thread for a large brand.
    """
    wanted: dict[str, tuple[AssetRow, str]] = {}
    folders = {row.path: row for row in chosen if row.is_folder}
    for row in chosen:
        if not row.is_folder and row.src:
            wanted.setdefault(row.path, (row, row.name))
    if folders:
        for row in list(rows.values()):
            above = None if row.is_folder or not row.src else _above(row.path, folders)
            if above is not None:
                start = len(above) - len(above.rpartition("/")[2])
                wanted.setdefault(row.path, (row, row.path[start:]))
    return DownloadOrder(
        title or title_of(chosen), target, tuple(_items(wanted.values())), conflict
    )


def one_as(row: AssetRow, place: Path) -> DownloadOrder:
    """One file under a name that the user chose; what lies there is replaced, as the user said."""
    item = DownloadItem(row.path, row.src, place.name, row.size)
    return DownloadOrder(
        _("Download {name}").format(name=row.name), place.parent, (item,), "replace"
    )


def title_of(chosen: Sequence[AssetRow]) -> str:
    """Title in the tray."""
    if len(chosen) == 1:
        return _("Download {name}").format(name=chosen[0].name or _("all files"))
    return _("Download {items}").format(items=counted(len(chosen), "item"))


def _items(wanted: Iterable[tuple[AssetRow, str]]) -> Iterable[DownloadItem]:
    names = LocalNames()
    # In one order, so that the same choice gives the same names.
    for row, place in sorted(wanted, key=lambda pair: pair[1]):
        made = names.place(place)
        note = (
            "" if made == place else _("It is called “{made}” on this computer.").format(made=made)
        )
        yield DownloadItem(row.path, row.src, made, row.size, note)


def _above(path: str, folders: Mapping[str, AssetRow]) -> str | None:
    """The outermost chosen folder that a path lies in; "" is the assets folder itself."""
    if "" in folders:
        return ""
    at = path.find("/")
    while at >= 0:
        if path[:at] in folders:
            return path[:at]
        at = path.find("/", at + 1)
    return None
