"""Folder trees as designers drop them, with the truth about each file; and plain orders of them."""

import os
import random
import struct
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal

from tests.server.support.file_samples import ALLOWED, REFUSED, png

from funneldesk.desktop.assets.transfers.uploads.order import UploadItem, UploadOrder

LARGEST = 10 * 1024 * 1024
Fate = Literal["goes", "cured", "out", "same", "other"]
"""What becomes of a file: it arrives as it is; it is made over first; it cannot go, whatever one
decides; it is on the platform already; something else is there under its name."""

_FOLDERS = ("", "img", "img/hero", "img/team/2026", "fonts", "css", "video", "a/b/c/d/e")
_OPEN_ENDED = ("png", "jpg", "gif", "webp", "avif", "bmp", "mp4", "mov", "webm", "woff2", "otf")
"""Kinds whose content may be followed by any bytes and stays what it is."""


@dataclass(frozen=True, slots=True)
class Truth:
    """``digest`` is the SHA-256 of the file on disk, empty where there is none to be read."""

    fate: Fate
    digest: str = ""


@dataclass(slots=True)
class Tree:
    """``truth`` has every file by what the user calls it: its path from the folder's name on.

    ``there`` are the files that have to be on the platform before, by path below the folder.
    """

    root: Path
    truth: dict[str, Truth] = field(default_factory=dict)
    there: dict[str, bytes] = field(default_factory=dict)

    def fated(self, *fates: Fate) -> dict[str, Truth]:
        """The files with one of these fates."""
        return {shown: one for shown, one in self.truth.items() if one.fate in fates}

    def write(self, place: str, content: bytes, fate: Fate = "goes") -> None:
        """A file of the tree."""
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.note(place, Truth(fate, sha256(content).hexdigest()))

    def note(self, place: str, truth: Truth) -> None:
        """What is true of a file that was made otherwise."""
        shown = os.fsencode(f"{self.root.name}/{place}").decode("utf-8", "replace")
        assert shown not in self.truth, f"two files are called {shown}"
        self.truth[shown] = truth


def grow(root: Path, *, good: int = 800, odd: int = 200, seed: int = 1, larger: int = 1) -> Tree:
    """A tree of ``good`` files that can go and ``odd`` that need a look, all different.

    ``larger`` multiplies the usual sizes, which are some ten kilobytes.
    """
    tree = Tree(root)
    chance = random.Random(seed)
    for number in range(good):
        folder = _FOLDERS[number % len(_FOLDERS)]
        name, content = _good(number, chance, larger)
        tree.write(f"{folder}/{name}".lstrip("/"), content)
    makers = list(_odd_makers())
    for number in range(odd):
        makers[number % len(makers)](tree, number, chance)
    return tree


def plain_files(root: Path, count: int, size: int, *, per_folder: int = 50, seed: int = 2) -> None:
    """Pictures of ``size`` bytes that can all go, ``per_folder`` in each folder of ``root``."""
    chance = random.Random(seed)
    for number in range(count):
        folder = root / f"part-{number // per_folder:02}"
        folder.mkdir(parents=True, exist_ok=True)
        content = unlike_any_other(png(8 + number % 50, 8), size, chance)
        (folder / f"picture-{number:04}.png").write_bytes(content)


def plain_order(root: Path, *, replaces: bool = False) -> UploadOrder:
    """All files below a folder, each to the same place on the platform."""
    items = []
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        shown = f"{root.name}/{path.relative_to(root).as_posix()}"
        folder, _, name = shown.rpartition("/")
        state = path.stat()
        items.append(
            UploadItem(path, folder, name, state.st_size, state.st_mtime_ns, shown, replaces)
        )
    folders = {root.name: None, **dict.fromkeys(item.folder for item in items)}
    return UploadOrder(f"{len(items)} files", tuple(items), tuple(folders))


def unlike_any_other(head: bytes, size: int, chance: random.Random) -> bytes:
    """A content of ``size`` bytes at least that begins so."""
    return head + chance.randbytes(max(16, size - len(head)))


def _good(number: int, chance: random.Random, larger: int) -> tuple[str, bytes]:
    text = f"{number}-{chance.getrandbits(64):x}"
    wanted = (*_OPEN_ENDED, "png", "png", "jpg", "svg", "css", "js", "json")
    ending = wanted[number % len(wanted)]
    name = f"file-{number:04}.{ending}"
    if ending in ("css", "js"):
        return name, f"/* {text} */\n".encode() * chance.randrange(1, 400)
    if ending == "json":
        return name, f'{{"name": "{text}"}}\n'.encode()
    if ending == "svg":
        return name, f'<svg xmlns="http://www.w3.org/2000/svg"><!-- {text} --></svg>'.encode()
    head = png(1 + number % 90, 1 + number % 70) if ending == "png" else ALLOWED[f"a.{ending}"][1]
    return name, unlike_any_other(head, chance.randrange(200, 40_000) * larger, chance)


def _odd_makers() -> Iterator[Callable[[Tree, int, random.Random], None]]:
    """Twenty ways to be odd; a tree with 200 odd files has ten of each."""
    yield from (_too_large, _too_large, _too_large, _large_picture)
    yield from (_wrong_kind, _wrong_kind, _program_as_picture, _page)
    yield from (_the_same, _the_same, _another, _another)
    yield from (_spaced, _folder_to_rename, _both_forms, _longest, _reserved, _dotted)
    yield from (_leading_out, _nothing_or_no_file)


def _too_large(tree: Tree, number: int, _: random.Random) -> None:
    place = f"video/film-{number}.mp4"
    path = tree.root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(ALLOWED["a.mp4"][1] + str(number).encode())
    os.truncate(path, LARGEST + 1 + number)  # sparse: quick, and no load to the disk
    tree.note(place, Truth("out"))


def _large_picture(tree: Tree, number: int, _: random.Random) -> None:
    """A real picture of 12 MB, mostly a hole: black."""
    width, height = 2000, 2001 + number
    size = 54 + width * 3 * height
    head = struct.pack("<2sIHHI", b"BM", size, 0, 0, 54)
    head += struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, size - 54, 2835, 2835, 0, 0)
    place = f"img/poster-{number}.bmp"
    path = tree.root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head)
    os.truncate(path, size)
    tree.note(place, Truth("cured"))


def _wrong_kind(tree: Tree, number: int, _: random.Random) -> None:
    names = [name for name in REFUSED if name not in ("a.exe", "a.html")]
    name = names[number % len(names)]
    content = REFUSED[name][1]
    if name in ("a.txt", "a.sh", "a.php"):
        content += f"\n# {number}".encode()
    tree.write(f"papers/{number}-{name}", content, "out")


def _program_as_picture(tree: Tree, number: int, chance: random.Random) -> None:
    content = unlike_any_other(REFUSED["a.exe"][1], 400, chance)
    tree.write(f"img/holiday-{number}.png", content, "out")


def _page(tree: Tree, number: int, _: random.Random) -> None:
    page = f"<!doctype html><title>{number}</title><script>alert(1)</script>"
    tree.write(f"papers/index-{number}.html", page.encode(), "out")


def _the_same(tree: Tree, number: int, chance: random.Random) -> None:
    content = unlike_any_other(png(30, 30), 3000, chance)
    place = f"img/known-{number}.png"
    tree.write(place, content, "same")
    tree.there[place] = content


def _another(tree: Tree, number: int, chance: random.Random) -> None:
    place = f"img/taken-{number}.png"
    tree.write(place, unlike_any_other(png(31, 31), 3000, chance), "other")
    tree.there[place] = unlike_any_other(png(32, 32), 2000, chance)


def _spaced(tree: Tree, number: int, chance: random.Random) -> None:
    place = f"img/Größe & Maß ({number}) #1 100%.png"
    tree.write(place, unlike_any_other(png(), 900, chance))


def _folder_to_rename(tree: Tree, number: int, chance: random.Random) -> None:
    place = f"Summer Photos {number % 3}/Ünterwegs/shot {number}.png"
    tree.write(place, unlike_any_other(png(), 900, chance))


def _both_forms(tree: Tree, number: int, chance: random.Random) -> None:
    """The same name in Unicode's form D, and for every second one also in form C."""
    form = "NFD" if number % 40 < 20 else "NFC"
    name = unicodedata.normalize(form, f"café-{number // 40}.png")
    tree.write(f"img/cafés/{name}", unlike_any_other(png(), 700, chance))


def _longest(tree: Tree, number: int, chance: random.Random) -> None:
    """255 bytes of UTF-8."""
    stem = f"{number}-" + "é" * 200
    while len(f"{stem}.png".encode()) > 255:
        stem = stem[:-1]
    name = f"{stem}.png" if len(f"{stem}.png".encode()) == 255 else f"{stem}x.png"
    tree.write(f"img/{name}", unlike_any_other(png(), 700, chance))


def _reserved(tree: Tree, number: int, chance: random.Random) -> None:
    words = ("con", "NUL", "aux", "com1", "lpt9")
    name = f"{words[number % len(words)]}.{number}.png"
    tree.write(f"img/{name}", unlike_any_other(png(), 700, chance))


def _dotted(tree: Tree, number: int, chance: random.Random) -> None:
    """Blanks and dots at the ends, signs that no path may hold, bytes that are no text."""
    names = (
        f"  blank {number}.png ",
        f"colon: {number}?.png",
        f"back\\slash {number}.png",
        f"line\nbreak {number}.png",
        os.fsdecode(f"caf\u00e9 {number}.png".encode("latin-1")),
        f"no ending {number}",
        f"wrong ending {number}.jpg",
        f"staged {number}#7",
    )
    name = names[number // 20 % len(names)]
    tree.write(f"odd/{name}", unlike_any_other(png(), 700, chance))


def _leading_out(tree: Tree, number: int, _: random.Random) -> None:
    """Links to a file, to a folder and to nothing, all outside of the tree."""
    secret = tree.root.parent / "outside"
    secret.mkdir(exist_ok=True)
    (secret / "secret.png").write_bytes(png())
    targets = (secret / "secret.png", secret, secret / "nothing.png")
    place = f"img/link-{number}.png"
    path = tree.root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(targets[number // 20 % len(targets)])
    tree.note(place, Truth("out"))


def _nothing_or_no_file(tree: Tree, number: int, _: random.Random) -> None:
    """An empty file, or a pipe that nobody writes to."""
    place = f"img/nothing-{number}.png"
    path = tree.root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    if number // 20 % 2:
        os.mkfifo(path)
    else:
        path.touch()
    tree.note(place, Truth("out"))
