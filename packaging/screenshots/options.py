"""Words of the command line that choose what is drawn and how."""

import argparse
from pathlib import Path

THEMES = ("light", "dark")
DENSITIES = ("comfortable", "compact")
WIDTH = 1440


def add_options(parser: argparse.ArgumentParser) -> None:
    """Shared by ``packaging/dev.py screenshots`` and the processes that it starts."""
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--only",
        metavar="PREFIX",
        default="",
        help="how names begin, with commas between; NAME$ for one alone",
    )
    parser.add_argument("--theme", choices=THEMES, help="one only")
    parser.add_argument("--density", choices=DENSITIES, default=DENSITIES[0])
    parser.add_argument("--width", type=int, default=WIDTH, help="of the window, in pixels")
    parser.add_argument("--scale", type=int, choices=(1, 2), default=1, help="of the screen")
    parser.add_argument("--locale", default="", help="a language; xx or xx-rtl for a pseudo one")


def is_asked_for(name: str, only: str) -> bool:
    """Whether ``--only`` asks for a scene."""
    return any(f"{name}$".startswith(each) for each in only.split(","))


def to_words(options: argparse.Namespace) -> list[str]:
    """The same choice for another process."""
    names = ("out", "only", "theme", "density", "width", "scale", "locale")
    values = ((name, getattr(options, name)) for name in names)
    return [f"--{name}={value}" for name, value in values if value]
