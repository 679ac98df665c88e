"""How the texts of the window are listed for translators."""

from pathlib import Path

from devtool.places import ROOT, installed_program

SOURCE = Path("src", "funneldesk", "desktop")
TEMPLATE = ROOT / "resources" / "translations" / "funneldesk.pot"


def extraction(out: Path = TEMPLATE) -> list[str]:
    """The command that writes every text once and sorted, without lines: fewer conflicts."""
    pybabel = str(installed_program("pybabel"))
    options = ["--omit-header", "--no-location", "--sort-output", "--no-wrap"]
    return [pybabel, "--quiet", "extract", *options, "--output", str(out), str(SOURCE)]
