"""Pairs of folders that would meet each other, or never come to rest."""

import os
from collections.abc import Iterable
from pathlib import Path

from funneldesk.contract.files import is_in_products
from funneldesk.desktop.local.transfers.watched import Pair


def why_not(
    root: Path,
    folder: str,
    pairs: Iterable[Pair],
    own: Iterable[Path] = (),
    downloads: Iterable[Path] = (),
) -> str:
    """Why a folder cannot be watched, in a sentence; empty when it can. ``own`` are folders in
    which this program keeps its own files, ``downloads`` those that downloads go to. All paths are
    resolved."""
    if root.parent == root or root == Path.home():
        return "This is too much to watch: choose a folder in it."
    if any(_meet(root, each) for each in own):
        return "Funneldesk keeps its own files there."
    if any(root == each for each in downloads):
        return "Downloads from this brand go there: they would be sent back at once."
    for pair in pairs:
        if _meet(root, pair.root):
            said = "is watched already" if root == pair.root else "overlaps with a watched one"
            return f"This folder {said}: “{clean_name(pair.root)}”."
        if folder == pair.folder:
            return "Another folder of this computer goes there already."
    if is_in_products(folder):
        return "The folder products is kept by the server itself."
    return ""


def clean_name(path: Path) -> str:
    """A folder's name as clean text."""
    return os.fsencode(path.name or path).decode("utf-8", "replace")


def _meet(one: Path, other: Path) -> bool:
    return one == other or one in other.parents or other in one.parents
