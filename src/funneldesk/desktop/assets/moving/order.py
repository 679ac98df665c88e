"""Orders to copy or move files: which ones, to which paths."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.contract.files import LARGEST_FILE, is_protected
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.upload_review.plan.names import free_name
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _

Clash = Literal["replace", "both", "skip"]


@dataclass(frozen=True, slots=True)
class MoveItem:
    """``path`` is where the file lies, ``to`` where it shall lie; ``replaces``: the file that is
    there may go. ``size`` in bytes."""

    path: str
    to: str
    size: int = 0
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class MoveOrder:
    """``removes``: what was copied is deleted at its old place afterwards, with ``emptied``, the
    folders that it leaves behind, innermost first. ``folders`` are made first."""

    title: str
    items: tuple[MoveItem, ...]
    folders: tuple[str, ...] = ()
    emptied: tuple[str, ...] = ()
    removes: bool = False
    updates: bool = False
    """Whether what names the files by their old paths is written anew afterwards."""
    left_out: tuple[tuple[str, str], ...] = ()
    """(path, why in a sentence)."""


def files_in(
    rows: Sequence[AssetRow], library: Mapping[str, AssetRow]
) -> list[tuple[AssetRow, str]]:
    """The files among some rows and in the folders among them, each with the path that it would
    have at the top; for a thread when the library is long."""
    return _placed(rows, "", library)


def clashes(
    files: Iterable[tuple[AssetRow, str]], target: str, library: Mapping[str, AssetRow]
) -> list[str]:
    """The paths that such files would take where others are."""
    wanted = ((row, _joined(target, inner)) for row, inner in files)
    return [to for row, to in wanted if to != row.path and to in library]


def why_not(rows: Sequence[AssetRow], target: str) -> str:
    """Why nothing of this can go there, in a sentence; empty when it can."""
    for row in rows:
        if row.is_folder and (target == row.path or target.startswith(f"{row.path}/")):
            return _("“{name}” cannot go into itself.").format(name=row.name)
    if all(row.folder == target for row in rows):
        return _("It lies there already.") if len(rows) == 1 else _("They lie there already.")
    return ""


def order_of(
    rows: Sequence[AssetRow],
    target: str,
    library: Mapping[str, AssetRow],
    *,
    clash: Clash,
    removes: bool,
    updates: bool = False,
) -> MoveOrder:
    """Steps for files and whole folders; for a thread when the library is long."""
    items: list[MoveItem] = []
    left_out: list[tuple[str, str]] = []
    taken = set(library)
    for row, wanted in _placed(rows, target, library):
        why = _why_out(row, wanted, taken, library, clash=clash, removes=removes)
        if why:
            left_out.append((row.path, why))
            continue
        to = _beside(wanted, taken) if wanted in taken and clash == "both" else wanted
        items.append(MoveItem(row.path, to, row.size, to in taken))
        taken.add(to)
    needed = {step for item in items for step in _above(item.to)} - set(library)
    emptied = [row.path for row in _folders(rows, library)] if removes else []
    told = _("Move {what} to {place}") if removes else _("Copy {what} to {place}")
    what = items[0].path.rpartition("/")[2] if len(items) == 1 else counted(len(items), "file")
    return MoveOrder(
        told.format(what=what, place=target or _("Files")),
        tuple(items),
        tuple(sorted(needed, key=_depth)),
        tuple(sorted(emptied, key=_depth, reverse=True)),
        removes,
        updates and removes,
        tuple(left_out),
    )


def _why_out(
    row: AssetRow,
    to: str,
    taken: set[str],
    library: Mapping[str, AssetRow],
    *,
    clash: Clash,
    removes: bool,
) -> str:
    if to == row.path:
        return _("It lies there already.")
    if row.size > LARGEST_FILE:
        return _("It is larger than what can be sent to the server.")
    if removes and is_protected(row.path):
        return _("The server keeps it where it is: it can be copied.")
    if to in taken and (clash == "skip" or _is_folder(library, to)):
        return _("Something of this name is there already.")
    return ""


def _beside(path: str, taken: set[str]) -> str:
    folder, _unused, name = path.rpartition("/")
    there = {other.rpartition("/")[2] for other in taken if other.rpartition("/")[0] == folder}
    return _joined(folder, free_name(name, there))


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


def _placed(
    rows: Sequence[AssetRow], target: str, library: Mapping[str, AssetRow]
) -> list[tuple[AssetRow, str]]:
    found: dict[str, tuple[AssetRow, str]] = {}
    roots = {f"{row.path}/": row.folder for row in rows if row.is_folder}
    for row in rows:
        if not row.is_folder:
            found[row.path] = (row, _joined(target, row.name))
    if roots:
        for path, row in library.items():
            root = next((each for each in roots if path.startswith(each)), None)
            if root is not None and not row.is_folder:
                above = roots[root]
                inner = path[len(above) + 1 :] if above else path
                found[path] = (row, _joined(target, inner))
    return list(found.values())


def _folders(rows: Sequence[AssetRow], library: Mapping[str, AssetRow]) -> list[AssetRow]:
    roots = tuple(f"{row.path}/" for row in rows if row.is_folder)
    own = [row for row in rows if row.is_folder]
    inner = [row for path, row in library.items() if row.is_folder and path.startswith(roots)]
    return [row for row in (*own, *inner) if not is_protected(row.path)] if roots else []


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _above(path: str) -> list[str]:
    steps = path.split("/")[:-1]
    return ["/".join(steps[:count]) for count in range(1, len(steps) + 1)]


def _is_folder(library: Mapping[str, AssetRow], path: str) -> bool:
    row = library.get(path)
    return row is not None and row.is_folder
