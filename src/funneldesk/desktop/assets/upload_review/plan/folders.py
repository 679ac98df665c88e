"""Mapping of chosen folders to folders of the server."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from funneldesk.contract.file_names import folders_above
from funneldesk.contract.files import is_in_products
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.upload_review.plan.names import (
    allowed_folder,
    is_folder_name,
    numbered,
)


@dataclass(frozen=True, slots=True)
class FolderMap:
    """``paths`` has the server's folder for every folder of what was chosen; ``renamed`` those
    that get a name of their own, each with the last step of its new path."""

    target: str
    paths: Mapping[str, str]
    renamed: Mapping[str, str]

    @classmethod
    def of(
        cls,
        places: Iterable[str],
        target: str,
        there: Mapping[str, AssetRow],
        own: Mapping[str, str],
    ) -> "FolderMap":
        """``own`` are names that the user gave; those that no folder may have do not count."""
        every: set[str] = set()
        for place in places:
            if place:
                every.update((*folders_above(place), place))
        paths, renamed = {"": target}, {}
        taken: set[str] = set()
        # Those that keep their name come first in each folder: nobody else may take it.
        for place in sorted(every, key=lambda each: _rank(each, own)):
            above, _, name = place.rpartition("/")
            wanted = own.get(place, "")
            wanted = wanted if is_folder_name(wanted) else allowed_folder(name)
            path = _free(paths[above], wanted, taken, there)
            taken.add(path)
            paths[place] = path
            last = path.rpartition("/")[2]
            if last != name:
                renamed[place] = last
        return cls(target, paths, renamed)

    def path(self, place: str) -> str:
        """The server's folder for a folder of what was chosen."""
        return self.paths[place]

    def is_renamed(self, place: str) -> bool:
        """Whether a folder, or one above it, gets another name."""
        return place in self.renamed or any(up in self.renamed for up in folders_above(place))

    def to_make(self, needed: Iterable[str], there: Mapping[str, AssetRow]) -> tuple[str, ...]:
        """The folders that files need and the server does not have, parents first."""
        wanted: set[str] = set()
        for folder in needed:
            if folder and folder not in wanted:
                wanted.update((*folders_above(folder), folder))
        missing = [path for path in wanted if path not in there]
        return tuple(sorted(missing, key=lambda path: (path.count("/"), path)))


def _rank(place: str, own: Mapping[str, str]) -> tuple[int, bool, str]:
    name = place.rpartition("/")[2]
    return place.count("/"), place in own or not is_folder_name(name), place


def _free(above: str, name: str, taken: set[str], there: Mapping[str, AssetRow]) -> str:
    count, tried = 1, name
    # Below the folder of products every name is the server's: its files are refused for that.
    goes = is_in_products(above)
    while True:
        path = f"{above}/{tried}" if above else tried
        found = there.get(path)
        in_the_way = found is not None and not found.is_folder
        if path not in taken and not in_the_way and (goes or not is_in_products(path)):
            return path
        count += 1
        tried = numbered(name, count)
