"""What comes later: the file of an export, the letter with it."""

import csv
import io
import time
from email import message_from_bytes, policy
from pathlib import Path

import httpx

_WITHIN_SECONDS = 60.0
_EVERY = 0.1


def fetched(address: str) -> httpx.Response:
    """The file of an export, once it is made."""
    until = time.monotonic() + _WITHIN_SECONDS
    while time.monotonic() < until:
        answer = httpx.get(address, trust_env=False, timeout=30)
        if answer.status_code != 202:
            return answer
        assert answer.headers["retry-after"] == "1"
        time.sleep(_EVERY)
    raise AssertionError("the export was not made")


def attached(data: Path, name: str, to: str) -> list[dict[str, str]]:
    """The rows of the file of this name in the letter to an address that begins so."""
    until = time.monotonic() + _WITHIN_SECONDS
    while time.monotonic() < until:
        for path in (data / "outbox").glob("*.eml"):
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            for part in letter.iter_attachments() if letter["To"].startswith(to) else ():
                if (part.get_filename() or "").startswith(name):
                    content = part.get_content()
                    text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
                    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))
        time.sleep(_EVERY)
    raise AssertionError("no letter with the file came")
