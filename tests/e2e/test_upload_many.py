"""A tree of mixed files, 1,000 in ``--deep``, is dropped on a window, decided about and uploaded.

The document: Limits (allowed types, 10 MB), File manager; quirks 34 to 37.
"""

from pathlib import Path
from urllib.parse import quote

import pytest
from tests.desktop.support.transfer_trees import LARGEST, Tree, grow
from tests.e2e.conftest import Start
from tests.e2e.files_window import FilesWindow
from tests.e2e.outside import Platform
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

ALREADY_THERE, TOO_LARGE = 1, 2
"""Places in the list of groups."""

DROP = "drop"
WITHIN = 60.0


@pytest.mark.parametrize(
    ("good", "odd"), [(60, 40), pytest.param(800, 200, marks=pytest.mark.deep)]
)
def test_many_mixed_files(screen: Screen, runs: Start, tmp_path: Path, good: int, odd: int) -> None:
    tree = grow(tmp_path / DROP, good=good, odd=odd)
    assert len(tree.truth) == good + odd
    program = runs()
    window = FilesWindow(screen)
    platform = program.platform("owner")
    for place, content in tree.there.items():
        platform.put_file(f"{DROP}/{place}", content)
    window.open()

    dialog = window.drop([tree.root])
    dialog.choose_group(ALREADY_THERE)
    screen.press("Tab", "space")  # replace all
    dialog.choose_group(TOO_LARGE)
    screen.press("Tab", "Tab", "Tab", "space")  # make all over that can be
    screen.quiet()
    dialog.upload()

    sent = len(tree.fated("goes", "cured", "other"))
    there = sent + len(tree.fated("same"))
    eventually(lambda: len(platform.files(DROP)) == there, WITHIN, f"{there} files there", 0.5)
    screen.quiet(quiet_for=1.0)
    report = window.report_of_the_last_job(f"{sent} files to Files", tmp_path / "report.csv")
    judge(report, tree, platform)
    assert program.complaints() == []


def judge(report: list[dict[str, str]], tree: Tree, platform: Platform) -> None:
    """Each line of the report against the file on disk and the one on the platform."""
    lines = {line["File"]: line for line in report}
    assert len(report) == len(lines) == len(tree.truth)
    assert lines.keys() == tree.truth.keys()
    digests, sizes = platform.digests(DROP), platform.files(DROP)
    wanted = {"goes": "Uploaded", "cured": "Uploaded", "other": "Replaced"}
    arrived: set[str] = set()
    for shown, truth in tree.truth.items():
        line = lines[shown]
        path = line["Path"]
        assert line["Outcome"] == wanted.get(truth.fate, "Skipped"), line
        if truth.fate == "same":
            arrived.add(shown)
            assert digests[shown] == truth.digest
        elif truth.fate == "out":
            assert line["What happened"].endswith("."), line
        else:
            arrived.add(path)
            assert line["Address"].endswith(f"/assets/{quote(path)}"), line
            assert int(line["Bytes"]) == sizes[path] <= LARGEST
            assert truth.fate == "cured" or digests[path] == truth.digest, line
    assert digests.keys() == arrived
