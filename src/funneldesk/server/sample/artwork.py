"""The files below a sample brand's ``assets``, and their way into the storage."""

from collections.abc import Iterator
from pathlib import Path

from funneldesk.server.platform import Platform
from funneldesk.server.sample.content import root


def artwork(folder: str) -> Iterator[tuple[str, Path]]:
    """The path of each file in the storage, and where it is read from."""
    assets = root() / folder / "assets"
    for path in sorted(assets.rglob("*")):
        if path.is_file():
            yield path.relative_to(assets).as_posix(), path


def bring_back(platform: Platform, brand_id: int, folder: str) -> None:
    """Store the artwork where this process has none at all.

    Processes on one database may each have a folder of their own for files.
    """
    storage = platform.storage
    if storage.root is None or (storage.root / str(brand_id) / "assets").exists():
        return
    for name, path in artwork(folder):
        with path.open("rb") as file:
            storage.put(brand_id, name, file)
