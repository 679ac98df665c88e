"""Tells how far the loading of a sample brand is."""

import json
import sys
import time
from contextlib import suppress
from typing import Any

from funneldesk.server.sample.content import brands
from funneldesk.server.settings import Settings

_QUIET_SECONDS = 5.0


class Progress:
    """Says on standard error how far a long load is; a short one is not talked about.

    For a program (``settings.tells_progress``) each step is a line of JSON on standard output:
    ``{loading, brand, chapter}``, and for the content ``step`` of ``steps``, over all brands.
    """

    def __init__(self, settings: Settings, brand_id: int, brand: str, content: int) -> None:
        self._settings = settings
        self._brand_id, self._brand = brand_id, brand
        self._content = content
        self._spoken = time.monotonic()

    def say(self, number: int, chapter: str) -> None:
        """Begin the chapter of this number, counted from 0."""
        if self._settings.tells_progress:
            _print(self._told(number, chapter))
        elif time.monotonic() - self._spoken >= _QUIET_SECONDS:
            self._spoken = time.monotonic()
            sys.stderr.write(f"Loading the sample, {self._brand}: {chapter}\n")
            sys.stderr.flush()

    def _told(self, number: int, chapter: str) -> dict[str, Any]:
        told: dict[str, Any] = {
            "loading": f"{self._brand}, {chapter}",
            "brand": self._brand_id,
            "chapter": chapter,
        }
        if number < self._content:
            numbers = [brand["id"] for brand in brands()]
            told["step"] = numbers.index(self._brand_id) * self._content + number + 1
            told["steps"] = len(numbers) * self._content
        return told


def say_whole(settings: Settings) -> None:
    """Tell a program that what was written in the background is all there."""
    if settings.tells_progress:
        _print({"whole": True})


def _print(told: dict[str, Any]) -> None:
    with suppress(OSError):  # nobody listens any more
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
