"""The code of sections is read before they are shown."""

import subprocess
import sys

from funneldesk.desktop.shell.sections import SECTIONS

PROGRAM = """
import asyncio, sys
from funneldesk.desktop.app import preloading
from funneldesk.desktop.shell.sections import SECTIONS

preloading.PAUSE_SECONDS = 0
names = [section.name for section in SECTIONS]
before = [n for n in names if f"funneldesk.desktop.parts.{n}.panel" in sys.modules]
asyncio.run(preloading.preload_sections(names))
print(len(before), sum(f"funneldesk.desktop.parts.{n}.panel" in sys.modules for n in names))
"""


def test_every_section_s_panel_is_read_beside_the_window_and_none_before() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert ended.stdout.split() == ["0", str(len(SECTIONS))], ended.stderr
