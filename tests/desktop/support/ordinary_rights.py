"""Rights as they bind a user, also for tests that run as root."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION_3 = 0x20080522
_OVERRIDES = (1 << 1) | (1 << 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, by which root reads and writes whatever it likes."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable"))


@contextmanager
def ordinary_rights() -> Iterator[None]:
    """Within it a chmod refuses this thread, and those that it starts, as it refuses a user."""
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = _Header(_VERSION_3, 0), (_Sets * 2)()
    _checked(libc.capget(ctypes.byref(header), ctypes.byref(sets)))
    before = sets[0].effective
    sets[0].effective = before & ~_OVERRIDES
    _checked(libc.capset(ctypes.byref(header), ctypes.byref(sets)))
    try:
        yield
    finally:
        sets[0].effective = before
        _checked(libc.capset(ctypes.byref(header), ctypes.byref(sets)))


def _checked(answer: int) -> None:
    if answer:
        raise OSError(ctypes.get_errno(), "capabilities could not be changed")
