"""The program led from state to state: what a screen reader is told in each of them.

Prints a JSON line for each control that is told wrongly, and one with what was looked at.
"""

import argparse
import asyncio
import json
from pathlib import Path

from PySide6.QtGui import QAccessible
from tests.desktop.support.read_out import faults, reached
from tests.e2e.led_program import lead

from funneldesk.desktop.app.session import Session
from screenshots.draw import QUIET_SECONDS, Painter, Scenes


class RolesProbe(Painter):
    """Reads out where its base would keep a picture."""

    modes = ("light",)

    def __init__(self, session: Session, only: str) -> None:
        super().__init__(session, Path(), "")
        self._wanted = tuple(only.split(","))
        self.windows: set[str] = set()

    def _families(self) -> list[Scenes]:
        wanted = (
            [scene for scene in family if scene[0].startswith(self._wanted)]
            for family in super()._families()
        )
        return [family for family in wanted if family]

    async def _keep(self, name: str) -> None:
        await asyncio.sleep(QUIET_SECONDS)
        for window in [self.window, *self._dialogs()]:
            self.windows.add(type(window).__name__)
            self.count += sum(1 for _ in reached(window))
            for fault in faults(window):
                print(json.dumps({"where": name, "fault": fault}), flush=True)


def main() -> None:
    """Lead the program through the states whose names begin with one of ``--only``, or all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    options = parser.parse_args()

    async def run(session: Session) -> None:
        # As a screen reader does: else views tell of rows that they had before.
        QAccessible.setActive(True)
        probe = RolesProbe(session, options.only)
        await probe.run()
        told = {"read": probe.count, "windows": sorted(probe.windows)}
        print(json.dumps(told), flush=True)

    lead(run)


if __name__ == "__main__":
    main()
