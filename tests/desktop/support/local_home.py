"""A home with something in every file that the program keeps, and what a start finds in it."""

import contextlib
import json
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.database.database_kinds import draft_copy_path, work_path
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.files.problems import SetAside
from funneldesk.desktop.local.settings import Settings, Theme
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.transfers.schema import transfers_path
from funneldesk.desktop.local.transfers.transfers import KeptItem, TransferStore
from funneldesk.desktop.local.transfers.watch_schema import watch_path
from funneldesk.desktop.local.transfers.watched import WatchStore

BRAND = Connection("b1", "Café Zürich", "https://shop.example", 7, "#3D57D6")
TYPED = "typed and not yet saved " * 200


@dataclass(frozen=True, slots=True)
class Start:
    """What one start found."""

    asides: tuple[SetAside, ...]
    theme: Theme
    brands: tuple[str, ...]
    pages: int
    drafts: dict[str, object]
    jobs: int
    pairs: int


class Home:
    """``files`` has the place of each file by its name."""

    def __init__(self, root: Path) -> None:
        self.folders = Folders.under(root)
        cache = self.folders.brand_database(BRAND.id)
        self.files = {
            "settings": self.folders.settings_file,
            "connections": self.folders.connections_file,
            "cache": cache,
            "work": work_path(cache),
            "copy": draft_copy_path(work_path(cache)),
            "transfers": transfers_path(cache),
            "watch": watch_path(cache),
        }

    async def fill(self) -> None:
        """A run that leaves something in every file."""
        settings = Settings.load(self.files["settings"])
        settings.theme = Theme.DARK
        settings.section = "Café"
        await settings.flush()
        book = await ConnectionBook.load(self.files["connections"])
        await book.add(BRAND)
        store = await LocalStore.open(self.files["cache"])
        rows = [CachedRow(str(n), {"id": n, "name": f"Page {n}"}) for n in range(40)]
        await store.replace_listing("pages", rows)
        await store.save_draft("pages", "1", {"html": TYPED}, {"html": "before"})
        await store.keep_version("pages", "1", "opened", {"html": "before " * 900}, who="you")
        await store.close()
        transfers = TransferStore(self.files["cache"])
        await transfers.open()
        items = [KeptItem(n, "waiting", task={"name": f"{n}.png" * 9}) for n in range(60)]
        await transfers.add("upload", "main", "Pictures", {}, items)
        await transfers.close()
        watch = WatchStore(self.files["cache"])
        await watch.open()
        await watch.add(Path("/pictures/of/the/shop"), "img", deep=True)
        await watch.close()

    async def start(self, typed: str = "") -> Start:
        """What the next start finds; ``typed`` is kept as one more draft. Nothing may raise."""
        settings = Settings.load(self.files["settings"])
        book = await ConnectionBook.load(self.files["connections"])
        store = await LocalStore.open(self.files["cache"])
        transfers, watch = TransferStore(self.files["cache"]), WatchStore(self.files["cache"])
        found = [settings.set_aside, book.set_aside, *store.asides]
        found += [await transfers.open(), await watch.open()]
        try:
            if typed:
                await store.save_draft("pages", typed, {"html": typed}, {})
            return Start(
                tuple(aside for aside in found if aside is not None),
                settings.theme,
                tuple(connection.name for connection in book.connections),
                len(await store.listing("pages")),
                {draft.id: draft.content["html"] for draft in await store.drafts()},
                len(await transfers.jobs()),
                len(await watch.pairs()),
            )
        finally:
            await store.close()
            await transfers.close()
            await watch.close()


def missing(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    file.write_bytes(b"")
    os.utime(file, (1_700_000_000, 1_700_000_000))


def cut(file: Path) -> None:
    raw = file.read_bytes()
    file.write_bytes(raw[: len(raw) // 2 - 7])


def bits(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    for place in range(20, len(raw), 331):
        raw[place] ^= 0x90
    file.write_bytes(raw)


def encoding(file: Path) -> None:
    if file.suffix == ".json":
        text = json.dumps(json.loads(file.read_bytes()), ensure_ascii=False)
        file.write_bytes(text.encode("latin-1"))
    else:
        file.write_bytes(file.read_bytes().decode("latin-1").encode("utf-16"))


def newer(file: Path, version: int = 99) -> None:
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA user_version = {version}")


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "inside").write_text("somebody's")


def no_rights(file: Path) -> None:
    file.chmod(0)


def read_only(file: Path) -> None:
    for beside in file.parent.iterdir():
        beside.chmod(0o400)
    file.parent.chmod(0o500)
