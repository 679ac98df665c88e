"""Finds the files that travel with the program: in a checkout, in a wheel, in a frozen build."""

import sys
from functools import cache
from pathlib import Path


@cache
def resources_root() -> Path:
    """The folder that holds icons, fonts, styles, web bundles and sample content."""
    here = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    candidates = [
        *([Path(frozen) / "funneldesk" / "_resources"] if frozen else []),
        here / "_resources",
        here.parents[1] / "resources",
    ]
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise FileNotFoundError("The program's resources folder is missing: install it again.")


def resource(*parts: str) -> Path:
    """The path of one shipped file or folder, for example ``resource("icons", "save.svg")``."""
    return resources_root().joinpath(*parts)
