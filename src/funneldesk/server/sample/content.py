"""Reads what the sample is made of: the files under ``resources/sample``."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from funneldesk.resources import resource


def brands() -> list[dict[str, Any]]:
    """The brands of the sample, in order."""
    found: list[dict[str, Any]] = _json(root() / "brands.json")
    return found


def root() -> Path:
    """The folder of the sample."""
    return resource("sample")


class Content:
    """The content of one brand, by the names of its files."""

    def __init__(self, folder: str) -> None:
        self.folder = root() / folder

    def pages(self) -> list[dict[str, Any]]:
        """The pages in order, with their sources in place of the files' names."""
        pages: list[dict[str, Any]] = _json(self.folder / "pages.json")
        for fields in pages:
            for source in ("html", "css"):
                if source in fields:
                    fields[source] = exact_text(self.folder / "pages" / fields[source])
        return pages

    def life(self, name: str) -> Any:
        """A file of what lives in the brand; an empty list when the brand has none."""
        path = self.folder / "life" / f"{name}.json"
        return _json(path) if path.exists() else []

    @staticmethod
    def shared(name: str) -> Any:
        """A file that all brands share."""
        return _json(root() / "shared" / f"{name}.json")

    def text(self, *steps: str) -> str:
        """The text of a file of the brand, its line ends as they are."""
        return exact_text(self.folder.joinpath(*steps))


def exact_text(path: Path) -> str:
    """The text of a file with its line ends as they are."""
    return path.read_bytes().decode("utf-8")


@cache
def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _json(path: Path) -> Any:
    # Parsed anew each time: who reads it may change it.
    return json.loads(_bytes(path))
