"""Pairs of folders that would meet each other, or never come to rest."""

import os
from collections.abc import Iterable
from pathlib import Path

from funneldesk.contract.files import is_in_products
from funneldesk.desktop.local.texts import _
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
        return _("This is too much to watch: choose a folder in it.")
    if any(_meet(root, each) for each in own):
        return _("Funneldesk keeps its own files there.")
    if any(root == each for each in downloads):
        return _("Downloads from this brand go there: they would be sent back at once.")
    for pair in pairs:
        if _meet(root, pair.root):
            told = _("This folder overlaps with a watched one: “{name}”.")
            if root == pair.root:
                told = _("This folder is watched already: “{name}”.")
            return told.format(name=clean_name(pair.root))
        if folder == pair.folder:
            return _("Another folder of this computer goes there already.")
    if is_in_products(folder):
        return _("The folder products is kept by the server itself.")
    return ""


def clean_name(path: Path) -> str:
    """A folder's name as clean text."""
    return os.fsencode(path.name or path).decode("utf-8", "replace")


def _meet(one: Path, other: Path) -> bool:
    return one == other or one in other.parents or other in one.parents
