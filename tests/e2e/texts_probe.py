"""The program led from state to state in a pseudo-language: texts that go around the catalogue,
and words that are cut where they are half as long again as in English.

Prints a JSON line for each, and one with what was looked at.
"""

import argparse
import asyncio
import json
from pathlib import Path

from PySide6.QtWidgets import QWidget
from tests.desktop.support.cut_texts import cut_in
from tests.desktop.support.said_texts import around_the_catalogue, english, translated
from tests.e2e.led_program import PACKAGING, lead

from funneldesk.desktop.app.session import Session
from screenshots.draw import QUIET_SECONDS, Painter, Scenes

DATA = {"Checkout", "Summer advertorial", "Publish pages", "The server cannot be reached."}
"""Names that the sample and the states have, and that the program says too."""
TEMPLATE = PACKAGING.parent / "resources" / "translations" / "funneldesk.pot"


class TextsProbe(Painter):
    """Reads what its base would keep a picture of."""

    modes = ("light",)

    def __init__(self, session: Session, only: str) -> None:
        super().__init__(session, Path(), "")
        self._wanted = tuple(only.split(","))
        self._known = english(TEMPLATE) - DATA

    def _families(self) -> list[Scenes]:
        families = super()._families()
        return [[one for one in each if one[0].startswith(self._wanted)] for each in families]

    async def _keep(self, name: str) -> None:
        await asyncio.sleep(QUIET_SECONDS)
        for window in [self.window, *self._dialogs()]:
            self.count += translated(window)
            self._look(name, window)

    def _look(self, name: str, window: QWidget) -> None:
        for text in around_the_catalogue(window, self._known):
            print(json.dumps({"where": name, "fault": f"not asked for: {text}"}), flush=True)
        for drawer, words, tip in cut_in(window):
            told = f"cut: {words} ({drawer}, tip {tip!r})"
            print(json.dumps({"where": name, "fault": told}), flush=True)


def main() -> None:
    """Lead the program through the states whose names begin with one of ``--only``, or all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    options = parser.parse_args()

    async def run(session: Session) -> None:
        probe = TextsProbe(session, options.only)
        await probe.run()
        print(json.dumps({"read": probe.count}), flush=True)

    lead(run)


if __name__ == "__main__":
    main()
