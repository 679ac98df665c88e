"""A screen that nobody sees, as large as a usual one."""

import json
import tempfile
from pathlib import Path

SCREEN = {"name": "unseen", "x": 0, "y": 0, "width": 1440, "height": 900, "dpr": 1}
"""Qt's own would be smaller than the program's first window."""


def offscreen() -> str:
    """The name of Qt's platform for it."""
    place = Path(tempfile.mkdtemp(prefix="funneldesk-screen-")) / "screen.json"
    screen = SCREEN | {"logicalDpi": 96, "logicalBaseDpi": 96}
    place.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    return f"offscreen:configfile={place}"
