"""What no program of the system does for us: the screen's pixels, and the wish to close a window.

There is no window manager on the tests' screen; its part in closing a window is played here.
"""

import ctypes
from ctypes import POINTER, Structure, Union, byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from types import TracebackType

from PySide6.QtGui import QImage

_ALL_PLANES = 0xFFFFFFFF
_Z_PIXMAP = 2
_CLIENT_MESSAGE = 33


class _Image(Structure):
    _fields_ = [
        ("width", c_int),
        ("height", c_int),
        ("xoffset", c_int),
        ("format", c_int),
        ("data", c_void_p),
        ("byte_order", c_int),
        ("bitmap_unit", c_int),
        ("bitmap_bit_order", c_int),
        ("bitmap_pad", c_int),
        ("depth", c_int),
        ("bytes_per_line", c_int),
    ]


class _ClientMessage(Structure):
    _fields_ = [
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("message_type", c_ulong),
        ("format", c_int),
        ("data", c_long * 5),
    ]


class _Event(Union):
    _fields_ = [("message", _ClientMessage), ("room", c_long * 24)]


class XServer:
    """A connection to the display, until ``with`` ends. Raises OSError when there is none."""

    def __init__(self, display: str) -> None:
        x11 = self._x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = c_void_p
        x11.XOpenDisplay.argtypes = [c_char_p]
        x11.XDefaultRootWindow.restype = c_ulong
        x11.XDefaultRootWindow.argtypes = [c_void_p]
        x11.XInternAtom.restype = c_ulong
        x11.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
        x11.XGetImage.restype = POINTER(_Image)
        x11.XGetImage.argtypes = [c_void_p, c_ulong, *([c_int] * 4), c_ulong, c_int]
        x11.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, POINTER(_Event)]
        x11.XGetSelectionOwner.restype = c_ulong
        x11.XGetSelectionOwner.argtypes = [c_void_p, c_ulong]
        for name in ("XCloseDisplay", "XFlush"):
            getattr(x11, name).argtypes = [c_void_p]
        x11.XDestroyImage.argtypes = [POINTER(_Image)]
        self._display = x11.XOpenDisplay(display.encode())
        if not self._display:
            raise OSError(f"There is no display {display}.")

    def __enter__(self) -> "XServer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._x11.XCloseDisplay(self._display)

    def picture(self, left: int, top: int, width: int, height: int) -> QImage:
        """The pixels of a part of the screen as they are now."""
        root = self._x11.XDefaultRootWindow(self._display)
        image = self._x11.XGetImage(
            self._display, root, left, top, width, height, _ALL_PLANES, _Z_PIXMAP
        )
        try:
            found = image.contents
            raw = ctypes.string_at(found.data, found.bytes_per_line * found.height)
            shape = (found.width, found.height, found.bytes_per_line)
            return QImage(raw, *shape, QImage.Format.Format_RGB32).copy()
        finally:
            self._x11.XDestroyImage(image)

    def is_dragging(self) -> bool:
        """Whether a program has something on the pointer, or had it last."""
        selection = self._x11.XInternAtom(self._display, b"XdndSelection", 0)
        return bool(self._x11.XGetSelectionOwner(self._display, selection))

    def ask_to_close(self, window: int) -> None:
        """What a window manager sends when the user clicks the cross of a window."""
        protocols, delete = (
            self._x11.XInternAtom(self._display, name, 0)
            for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
        )
        event = _Event()
        event.message = _ClientMessage(
            _CLIENT_MESSAGE, 0, 1, self._display, window, protocols, 32, (c_long * 5)(delete, 0)
        )
        self._x11.XSendEvent(self._display, window, 0, 0, byref(event))
        self._x11.XFlush(self._display)
