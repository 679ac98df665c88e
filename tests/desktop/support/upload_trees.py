"""Trees of files as designers drop them, some of them odd, and what a platform has already."""

import os
import random
from pathlib import Path

from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter
from tests.desktop.support.live_server import LiveBrand
from tests.server.support.file_samples import MP4, SVG, TTF, png

from funneldesk.client.uploads import Upload

SCRIPTED = (
    b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script>'
    b'<image href="https://elsewhere.example/x.png"/></svg>'
)


def photo(path: Path, width: int = 640, height: int = 420, seed: int = 1) -> Path:
    """A picture with a gradient and some shapes, in the format of its name."""
    dice = random.Random(seed)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    ground = QLinearGradient(0, 0, width, height)
    ground.setColorAt(0, QColor.fromHsv(dice.randrange(360), 140, 230))
    ground.setColorAt(1, QColor.fromHsv(dice.randrange(360), 190, 120))
    painter.fillRect(image.rect(), ground)
    for _ in range(8):
        painter.setBrush(QColor.fromHsv(dice.randrange(360), 120, 220, 160))
        radius = dice.randrange(height // 10, height // 3)
        painter.drawEllipse(dice.randrange(width), dice.randrange(height), radius, radius)
    painter.end()
    assert image.save(str(path))
    return path


def noise(path: Path, width: int, height: int) -> Path:
    """A picture that nothing makes small, but WebP and fewer pixels."""
    data = random.Random(7).randbytes(width * height * 3)
    image = QImage(data, width, height, width * 3, QImage.Format.Format_RGB888)
    assert image.save(str(path))
    return path


def small_tree(root: Path, count: int = 24) -> Path:
    """A folder with good files and some of each kind of trouble."""
    photos, raw = root / "Summer Photos", root / "Summer Photos" / "raw"
    raw.mkdir(parents=True)
    for number in range(count):
        photo(photos / f"beach-{number:02}.jpg", 320, 214, number)
    photo(root / "hero.png", 900, 500, 50)
    photo(root / "logo.png", 200, 200, 51)
    photo(root / "team.webp", 480, 320, 52)
    noise(root / "poster.png", 2200, 1700)
    (root / "brief.pdf").write_bytes(b"%PDF-1.7\n" + bytes(2000))
    (root / "notes.txt").write_text("call the printer", "utf-8")
    photo(root / "texture.ppm", 90, 60, 53)
    (root / "icon.svg").write_bytes(SCRIPTED)
    (root / "mark.svg").write_bytes(SVG)
    (root / "Inter.ttf").write_bytes(TTF)
    (root / "clip.mp4").write_bytes(MP4)
    (root / "site.css").write_text("body { margin: 0 }\n", "utf-8")
    (root / "wrong.jpg").write_bytes(png(40, 30))
    (root / "what?.png").write_bytes(png(41, 31))
    (root / "empty.png").write_bytes(b"")
    (root / ".DS_Store").write_bytes(b"\0")
    os.mkfifo(root / "pipe.png")
    (root / "passwd.css").symlink_to("/etc/passwd")
    (raw / "round").symlink_to(root)
    return root


async def fill(brand: LiveBrand, files: dict[str, bytes]) -> None:
    """Put files on the platform as somebody else does, by path."""
    async with brand.api() as api:
        for path, content in files.items():
            folder, _, name = path.rpartition("/")
            made = ""
            for step in filter(None, folder.split("/")):
                have = {entry.browse_path for entry in await api.files.list()}
                if f"{made}/{step}".strip("/") not in have:
                    await api.files.create_folder(step, parent=made)
                made = f"{made}/{step}".strip("/")
            result = await api.files.upload_many([Upload(name, content)], folder=folder)
            assert result.summary.uploaded == 1, result
