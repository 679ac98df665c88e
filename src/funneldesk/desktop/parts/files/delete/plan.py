"""Extent of a deletion: files first, then their folders from the innermost outwards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from funneldesk.contract.files import MEDIA_FOLDER, is_protected
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.local.texts import _

MOST_KEPT = 100 * 1024 * 1024
"""Bytes that are kept on this computer so that a deletion can be taken back."""


@dataclass(frozen=True, slots=True)
class DeletePlan:
    """``chosen`` are the rows that the user meant and that can go; ``files`` and ``folders`` all
    that goes with them, in the order in which it goes. ``kept`` stay: the server protects
    them."""

    chosen: tuple[AssetRow, ...] = ()
    files: tuple[AssetRow, ...] = ()
    folders: tuple[AssetRow, ...] = ()
    kept: tuple[AssetRow, ...] = ()
    size: int = field(default=0)

    @property
    def can_be_undone(self) -> bool:
        """Whether a copy of everything has room here, and everything has an address."""
        return self.size <= MOST_KEPT and all(row.src for row in self.files)


def delete_plan(rows: Sequence[AssetRow], library: Mapping[str, AssetRow]) -> DeletePlan:
    """``library`` has every row of the brand by its path; for a thread when it is long."""
    kept = tuple(row for row in rows if is_protected(row.path))
    chosen = tuple(row for row in rows if not is_protected(row.path))
    roots = [f"{row.path}/" for row in chosen if row.is_folder]
    found = {row.path: row for row in chosen}
    if roots:
        found |= {
            path: row
            for path, row in library.items()
            if any(path.startswith(root) for root in roots)
        }
    files = tuple(row for row in found.values() if not row.is_folder)
    folders = sorted((row for row in found.values() if row.is_folder), key=_depth, reverse=True)
    return DeletePlan(chosen, files, tuple(folders), kept, sum(row.size for row in files))


def why_kept(rows: Sequence[AssetRow]) -> str:
    """A sentence on what stays; empty when nothing does."""
    if not rows:
        return ""
    own = [row for row in rows if row.path == MEDIA_FOLDER]
    said = []
    if own:
        said.append(_("The folder media stays: the server needs it. What lies in it can go."))
    if len(own) < len(rows):
        said.append(
            _("It stays: the server keeps the files of products itself.")
            if len(rows) == 1
            else _("What lies in products stays: the server keeps the files of products itself.")
        )
    return " ".join(said)


def _depth(row: AssetRow) -> tuple[int, str]:
    return row.path.count("/"), row.path
