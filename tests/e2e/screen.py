"""A screen with a keyboard and a mouse, as xdotool has them; and what can be seen on it.

There is no window manager: nothing gives a new window the keyboard but ``window`` and ``focus``.
"""

import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from PySide6.QtGui import QImage
from tests.e2e.dragging import file_manager
from tests.e2e.waiting import PATIENCE, eventually
from tests.e2e.x_server import XServer

WIDTH, HEIGHT = 1440, 900
NEW_WINDOW_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the screen, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """Where one clicks to hit it."""
        return self.left + self.width // 2, self.top + self.height // 2

    def moved(self, origin: "Area") -> "Area":
        """The same part of something whose corner is elsewhere."""
        return replace(self, left=self.left + origin.left, top=self.top + origin.top)


WHOLE = Area(0, 0, WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True)
class Bar:
    """A run of pixels of one colour in one line of the screen."""

    left: int
    top: int
    width: int


class Screen:
    """Every method that waits raises AssertionError when its time is over."""

    def __init__(self, environment: Mapping[str, str], x_server: XServer) -> None:
        self.environment = dict(environment)
        self._x_server = x_server

    # Windows

    def window(self, title: str, within: float = NEW_WINDOW_SECONDS) -> int:
        """Wait for a window with this title, and give it the keyboard."""
        number = eventually(
            lambda: next(iter(self.windows(title)), None), within, f"a window “{title}”"
        )
        self.focus(number)
        return number

    def windows(self, title: str) -> list[int]:
        """The visible windows with exactly this title that are large enough to be seen."""
        shown = self._ask("search", "--onlyvisible", "--name", f"^{re.escape(title)}$")
        numbers = [int(line) for line in shown.split()]
        return [n for n in numbers if self.place(n).width > 1]

    def gone(self, title: str, within: float = 5.0) -> None:
        """Wait until no window has this title any more."""
        eventually(lambda: not self.windows(title), within, f"the end of the window “{title}”")

    def focus(self, window: int) -> None:
        """Give a window the keyboard, and wait until it has it."""
        self._do("windowfocus", "--sync", str(window))

    def turn_to(self, window: int) -> None:
        """Bring a window before all others and give it the keyboard, as a click on it would."""
        self._do("windowraise", str(window))
        self.focus(window)

    def place(self, window: int) -> Area:
        """Where a window is."""
        lines = self._ask("getwindowgeometry", "--shell", str(window)).split()
        words = dict(line.split("=", 1) for line in lines)
        return Area(*(int(words.get(name, 0)) for name in ("X", "Y", "WIDTH", "HEIGHT")))

    def move(self, window: int, place: Area) -> Area:
        """Give a window another place and size, as dragging it would; gives the place."""
        self._do("windowmove", str(window), str(place.left), str(place.top))
        self._do("windowsize", str(window), str(place.width), str(place.height))
        eventually(lambda: self.place(window) == place, 5, "the window's new place")
        return place

    def ask_to_close(self, window: int) -> None:
        """Click the cross of a window."""
        self._x_server.ask_to_close(window)

    # Hands

    def press(self, *keys: str) -> None:
        """Press keys one after the other: ``ctrl+s``, ``Return``, ``Tab``."""
        self._do("key", "--clearmodifiers", "--delay", "30", *keys)

    def type(self, text: str, delay: int = 12) -> None:
        """Type plain ASCII text, ``delay`` milliseconds from key to key."""
        assert text.isascii()
        self._do("type", "--clearmodifiers", "--delay", str(delay), "--", text)

    def drop(self, files: Sequence[Path], window: int, place: tuple[int, int]) -> None:
        """Drag files from a file manager into a window and drop them there."""
        with file_manager(self.environment["DISPLAY"]) as hand:
            hand.drop(files, window, place)

    def click(self, place: tuple[int, int], times: int = 1) -> None:
        """Move the mouse there and click."""
        left, top = place
        self._do("mousemove", "--sync", str(left), str(top))
        self._do("click", "--repeat", str(times), "--delay", "60", "1")

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, held: float = 0.6) -> None:
        """Press the mouse at one place, and let go at another after holding it there."""
        # Not in step with the server: where the mouse is already, xdotool would wait for long.
        self._do("mousemove", *map(str, start))
        self._do("mousedown", "1")
        for part in (0.05, 0.1, 0.5, 0.9, 1.0):
            here = [round(a + (b - a) * part) for a, b in zip(start, end, strict=True)]
            self._do("mousemove", *map(str, here))
            time.sleep(held / 5)
            if part == 0.1:  # Far enough to begin: a busy program takes its time.
                eventually(self._x_server.is_dragging, 20, "a drag")
        self._do("mouseup", "1")

    def pull(self, start: tuple[int, int], *steps: tuple[int, int]) -> None:
        """Press the mouse at one place, go over others, and let go at the last: a drag that
        stays within the program."""
        self._do("mousemove", *map(str, start))
        self._do("mousedown", "1")
        last = start
        for step in steps:
            for part in (0.1, 0.5, 1.0):
                here = [round(a + (b - a) * part) for a, b in zip(last, step, strict=True)]
                self._do("mousemove", *map(str, here))
                time.sleep(0.1)
            last = step
        self._do("mouseup", "1")

    # Eyes

    def picture(self, area: Area = WHOLE) -> QImage:
        """What is on the screen now."""
        return self._x_server.picture(area.left, area.top, area.width, area.height)

    def keep_picture(self, file: Path) -> None:
        """Keep a picture of the whole screen, for a person to look at."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.picture().save(str(file))

    def quiet(self, area: Area = WHOLE, *, quiet_for: float = 0.4, within: float = 20.0) -> QImage:
        """Wait until nothing moves in an area, and give what is there then."""
        until = time.monotonic() + within * PATIENCE
        before, since = self.picture(area), time.monotonic()
        while time.monotonic() - since < quiet_for:
            now = self.picture(area)
            if now != before:
                before, since = now, time.monotonic()
            assert time.monotonic() < until, f"Something still moves after {within:g} s."
            time.sleep(0.02)
        return before

    def bars(self, colour: str, area: Area, least: int) -> list[Bar]:
        """The runs of at least this many pixels of a colour, line by line."""
        return list(_bars(self.picture(area), colour, area, least))

    def quiet_bars(self, colour: str, area: Area, least: int) -> list[Bar]:
        """The same, once nothing moves there any more."""
        return list(_bars(self.quiet(area), colour, area, least))

    def amount(self, colour: str, area: Area = WHOLE) -> int:
        """How many pixels of exactly this colour an area has."""
        return sum(bar.width for bar in self.bars(colour, area, 1))

    def see(self, colour: str, area: Area = WHOLE, *, least: int, within: float = 15.0) -> None:
        """Wait until an area has at least so many pixels of a colour."""
        eventually(lambda: self.amount(colour, area) >= least, within, f"{colour} in {area}")

    def gone_from(self, colour: str, area: Area, *, within: float = 20.0) -> None:
        """Wait until an area has no pixel of a colour any more."""
        eventually(lambda: not self.amount(colour, area), within, f"the end of {colour} in {area}")

    def _do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environment, check=True, timeout=60)

    def _ask(self, *words: str) -> str:
        """What xdotool says; nothing when it finds nothing, or when a window goes meanwhile."""
        return subprocess.run(
            ["xdotool", *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=60,
        ).stdout


def _bars(picture: QImage, colour: str, area: Area, least: int) -> Iterator[Bar]:
    wanted = bytes.fromhex(colour.removeprefix("#"))[::-1] + b"\xff"
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    raw = bytes(plain.constBits())
    stride = picture.bytesPerLine()
    for line in range(picture.height()):
        row = raw[line * stride : line * stride + picture.width() * 4]
        if wanted not in row:
            continue
        matches = [row[at : at + 4] == wanted for at in range(0, len(row), 4)]
        place = 0
        for is_wanted, run in groupby(matches):
            width = len(list(run))
            if is_wanted and width >= least:
                yield Bar(area.left + place, area.top + line, width)
            place += width
