"""One program for one set of folders, also in a race and after a kill."""

import subprocess
import sys
from pathlib import Path

CONTENDER = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from funneldesk.desktop.app.single_instance import Instance
app = QCoreApplication([])
instance = Instance(Path(sys.argv[1]))
sys.stdin.readline()
print("first" if instance.is_first() else "second", flush=True)
sys.stdin.readline()
"""
Contender = subprocess.Popen[str]


def contender(data: Path) -> Contender:
    """A start of the program that waits for the word to go."""
    return subprocess.Popen(
        [sys.executable, "-c", CONTENDER, str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def go(each: Contender) -> None:
    assert each.stdin is not None
    each.stdin.write("go\n")
    each.stdin.flush()


def verdict(each: Contender) -> str:
    assert each.stdout is not None
    return each.stdout.readline().strip()


def end(*all_of_them: Contender) -> None:
    for each in all_of_them:
        each.kill()
        each.communicate(timeout=60)


def test_of_many_starts_at_once_exactly_one_is_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    starts = [contender(data) for _ in range(6)]
    try:
        for each in starts:
            go(each)
        verdicts = [verdict(each) for each in starts]
    finally:
        end(*starts)
    assert sorted(verdicts) == ["first"] + ["second"] * 5


def test_after_a_kill_the_next_start_is_first_and_only_one_of_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    killed = contender(data)
    go(killed)
    assert verdict(killed) == "first"
    end(killed)
    assert (data / "program.lock").exists()
    starts = [contender(data) for _ in range(5)]
    try:
        for each in starts:
            go(each)
        verdicts = [verdict(each) for each in starts]
    finally:
        end(*starts)
    assert sorted(verdicts) == ["first"] + ["second"] * 4


def test_programs_with_folders_of_their_own_do_not_meet(tmp_path: Path) -> None:
    one, other = contender(tmp_path / "one"), contender(tmp_path / "other")
    try:
        go(one)
        go(other)
        assert (verdict(one), verdict(other)) == ("first", "first")
    finally:
        end(one, other)
