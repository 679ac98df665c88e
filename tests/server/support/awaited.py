"""What comes later: the file of an export, the letter with it."""

import csv
import io
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx

from devtool.slowness import slowness

_PATIENCE = 90.0 * slowness()
"""Seconds that a busy machine gets; a wait that ends well never takes them."""
_EVERY = 0.05


def eventually(
    found: Callable[[], Any], wanted: Callable[[Any], bool] = bool, what: str = "what was awaited"
) -> Any:
    """What ``found`` gives as soon as it is wanted; AssertionError when that never comes."""
    until = time.monotonic() + _PATIENCE
    while True:
        value = found()
        if wanted(value):
            return value
        assert time.monotonic() < until, f"{what} did not come: {value!r}"
        time.sleep(_EVERY)


def fetched(address: str) -> httpx.Response:
    """The file of an export, once it is made."""

    def asked() -> httpx.Response:
        answer = httpx.get(address, trust_env=False, timeout=30)
        assert answer.status_code != 202 or answer.headers["retry-after"] == "1"
        return answer

    answer: httpx.Response = eventually(asked, lambda one: one.status_code != 202, "the export")
    return answer


def letter_with(outbox: Path, name: str, to: str = "") -> tuple[str, bytes]:
    """The name and the bytes of the file that a letter brings, once it came.

    ``name`` and ``to`` are how the file's name and the letter's address begin.
    """

    def sent() -> tuple[str, bytes] | None:
        for path in outbox.glob("*.eml"):
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(letter, EmailMessage)
            files = {str(part.get_filename()): part for part in letter.iter_attachments()}
            if str(letter["To"]).startswith(to) and any(one.startswith(name) for one in files):
                ((file, part),) = files.items()
                content = part.get_payload(decode=True)
                assert isinstance(content, bytes)
                return file, content
        return None

    found: tuple[str, bytes] = eventually(sent, what=f"the letter with {name!r}")
    return found


def attached(data: Path, name: str, to: str) -> list[dict[str, str]]:
    """The rows of the file of this name in the letter to an address that begins so."""
    _, content = letter_with(data / "outbox", name, to)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
