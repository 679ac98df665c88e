"""In the worker: an image of a file that the window sent, or that lies on this computer."""

import hashlib
import os
import stat
from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.assets.thumbnails.worker.drawing import drawn
from funneldesk.desktop.kit.workers.child import JobError, Result
from funneldesk.desktop.local.texts import _

LARGEST = 64_000_000
"""Bytes of a file on this computer."""


def draw(asked: Mapping[str, Any], content: bytes = b"") -> Result:
    """Draw the content, or the file at ``asked["place"]`` (hexadecimal). Raises JobError."""
    try:
        if place := asked.get("place"):
            content = read_file(os.fsdecode(bytes.fromhex(place)))
        facts, image = drawn(content, asked)
        facts["sha"] = hashlib.sha256(content).hexdigest() if asked.get("hash") else ""
    except JobError:
        raise
    except MemoryError:
        raise JobError(_("This image is too large to be drawn here.")) from None
    except Exception as error:
        raise JobError(
            _("This file cannot be drawn ({__name__}).").format(__name__=type(error).__name__)
        ) from None
    return Result(facts, image)


def read_file(path: str) -> bytes:
    """A regular file of this computer, whole; nothing else is waited for. Raises JobError."""
    try:
        number = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        with os.fdopen(number, "rb") as file:
            facts = os.fstat(number)
            if not stat.S_ISREG(facts.st_mode):
                raise JobError(_("This is no ordinary file."))
            if facts.st_size > LARGEST:
                raise JobError(_("The file is too large to be drawn here."))
            return file.read(facts.st_size)
    except OSError as error:
        raise JobError(
            _("The file cannot be read ({reason}).").format(
                reason=error.strerror or _("no reason given")
            )
        ) from None
