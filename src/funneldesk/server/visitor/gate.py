"""Pages behind a password: the cookie that opens them, and a limit to guessing."""

import hashlib
import hmac
import time
from collections import OrderedDict
from threading import Lock

from funneldesk.server.parts.pages.tables import PageRow

MOST_GUESSES = 10
PERIOD_SECONDS = 300.0
_MOST_GUESSERS = 10_000


def cookie_name(row: PageRow) -> str:
    """The cookie that opens a page."""
    return f"fd_page_{row.id}"


def pass_for(secret: bytes, row: PageRow) -> str:
    """The cookie's value. It ends with the password that it stands for."""
    text = f"{row.brand_id}/{row.id}/{row.password}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest()


def opens(secret: bytes, row: PageRow, shown: str | None) -> bool:
    """Whether the cookie that a visitor showed opens the page."""
    return shown is not None and hmac.compare_digest(pass_for(secret, row).encode(), shown.encode())


def is_password(row: PageRow, guess: str) -> bool:
    """Whether the guess is right."""
    return hmac.compare_digest((row.password or "").encode(), guess.encode("utf-8", "replace"))


class GuessLimit:
    """Counts wrong passwords of one address for one page."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wrong: OrderedDict[tuple[str, int], tuple[float, int]] = OrderedDict()

    def seconds_to_wait(self, address: str, page_id: int) -> int:
        """0 when a further guess is allowed."""
        with self._lock:
            began, count = self._wrong.get((address, page_id), (0.0, 0))
        left = began + PERIOD_SECONDS - time.monotonic()
        return int(left) + 1 if count >= MOST_GUESSES and left > 0 else 0

    def count_wrong(self, address: str, page_id: int) -> None:
        """Note a wrong guess; the oldest entries are forgotten when there are too many."""
        key, moment = (address, page_id), time.monotonic()
        with self._lock:
            began, count = self._wrong.pop(key, (moment, 0))
            if moment - began > PERIOD_SECONDS:
                began, count = moment, 0
            self._wrong[key] = (began, count + 1)
            if len(self._wrong) > _MOST_GUESSERS:
                self._wrong.popitem(last=False)
