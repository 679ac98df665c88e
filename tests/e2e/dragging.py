"""A file manager's part in drag and drop: files are dragged into a window, as XDND has it.

The events are read as longs, as they lie in memory on 64-bit systems.
"""

import ctypes
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import POINTER, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

_VERSION = 5
_CLIENT_MESSAGE, _SELECTION_REQUEST, _SELECTION_NOTIFY = 33, 30, 31
_REPLACE = 0
_SECONDS = 20.0
_Event = c_long * 24


class NotTaken(AssertionError):
    """The window did not take what was dragged over it."""


class FileManager:
    """Holds files in its hand and drops them; made by ``file_manager``."""

    def __init__(self, display: str) -> None:
        x11 = self._x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = c_void_p
        x11.XOpenDisplay.argtypes = [c_char_p]
        x11.XDefaultRootWindow.restype = c_ulong
        x11.XDefaultRootWindow.argtypes = [c_void_p]
        x11.XCreateSimpleWindow.restype = c_ulong
        x11.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong, *([c_int] * 5), c_ulong, c_ulong]
        x11.XInternAtom.restype = c_ulong
        x11.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
        x11.XSetSelectionOwner.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong]
        x11.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, POINTER(_Event)]
        x11.XChangeProperty.argtypes = [c_void_p, *([c_ulong] * 3), c_int, c_int, c_char_p, c_int]
        x11.XNextEvent.argtypes = [c_void_p, POINTER(_Event)]
        for name in ("XPending", "XFlush", "XCloseDisplay"):
            getattr(x11, name).argtypes = [c_void_p]
        self._display = x11.XOpenDisplay(display.encode())
        if not self._display:
            raise OSError(f"There is no display {display}.")
        root = x11.XDefaultRootWindow(self._display)
        self._window = x11.XCreateSimpleWindow(self._display, root, 0, 0, 1, 1, 0, 0, 0)
        self._uris = self._atom("text/uri-list")

    def close(self) -> None:
        """Leave the screen."""
        self._x11.XCloseDisplay(self._display)

    def drop(self, files: Sequence[Path], window: int, place: tuple[int, int]) -> None:
        """Drag files over a place of the screen, in a window, and let them go there.

        Raises NotTaken when the window does not want them.
        """
        listed = "".join(f"{file.as_uri()}\r\n" for file in files).encode()
        selection = self._atom("XdndSelection")
        self._x11.XSetSelectionOwner(self._display, selection, self._window, 0)
        self._tell(window, "XdndEnter", _VERSION << 24, self._uris, 0, 0)
        where, copy = place[0] << 16 | place[1], self._atom("XdndActionCopy")
        for _ in range(3):  # a hand moves: the first position only wakes what lies below it
            self._tell(window, "XdndPosition", 0, where, 0, copy)
            accepted = self._answered("XdndStatus", listed) & 1
        if not accepted:
            self._tell(window, "XdndLeave", 0, 0, 0, 0)
            raise NotTaken(f"nothing can be dropped at {place}")
        self._tell(window, "XdndDrop", 0, 0, 0, 0)
        self._answered("XdndFinished", listed)

    def _answered(self, name: str, listed: bytes) -> int:
        """Wait for the window's answer, and give it the list of files whenever it asks."""
        wanted, until = self._atom(name), time.monotonic() + _SECONDS
        event = _Event()
        while time.monotonic() < until:
            if not self._x11.XPending(self._display):
                time.sleep(0.005)
                continue
            self._x11.XNextEvent(self._display, event)
            kind = event[0] & 0x7F
            if kind == _SELECTION_REQUEST:
                self._hand_over(event, listed)
            elif kind == _CLIENT_MESSAGE and event[5] == wanted:
                return int(event[8])
        raise NotTaken(f"no {name} within {_SECONDS:g} s")

    def _hand_over(self, asked: "ctypes.Array[c_long]", listed: bytes) -> None:
        asker, selection, target, place, moment = (asked[number] for number in range(5, 10))
        self._x11.XChangeProperty(
            self._display, asker, place, target, 8, _REPLACE, listed, len(listed)
        )
        given = _Event()
        given[0] = _SELECTION_NOTIFY
        for number, value in enumerate((asker, selection, target, place, moment), 4):
            given[number] = value
        self._send(asker, given)

    def _tell(self, window: int, name: str, *words: int) -> None:
        event = _Event()
        event[0], event[4], event[5], event[6] = _CLIENT_MESSAGE, window, self._atom(name), 32
        for number, word in enumerate((self._window, *words), 7):
            event[number] = word
        self._send(window, event)

    def _send(self, window: int, event: "ctypes.Array[c_long]") -> None:
        self._x11.XSendEvent(self._display, window, 0, 0, event)
        self._x11.XFlush(self._display)

    def _atom(self, name: str) -> int:
        return int(self._x11.XInternAtom(self._display, name.encode(), 0))


@contextmanager
def file_manager(display: str) -> Iterator[FileManager]:
    """A file manager on a display, until the block ends."""
    made = FileManager(display)
    try:
        yield made
    finally:
        made.close()


if __name__ == "__main__":
    # A process of its own, for a walk that is led from within the window: window, x, y, files.
    number, x, y = map(int, sys.argv[1:4])
    with file_manager(os.environ["DISPLAY"]) as hand:
        hand.drop([Path(each) for each in sys.argv[4:]], number, (x, y))
