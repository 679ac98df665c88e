"""Differences and merges of pages of 1 MB beside the standard library's difflib, and their size.

A difference is only worth its speed if it is small: the lines that it shows as changed are
counted beside difflib's. The control compares only what is alike at both ends, and has to lose.
"""

import difflib
import random
import sys
from collections.abc import Callable

from measure import Aim, control, done, machine, paired, report, size, timed

from funneldesk.desktop.kit.diff.lines import hunks
from funneldesk.desktop.kit.diff.merge import merge
from funneldesk.desktop.kit.diff.pieces import pieces

MOST_SECONDS = 0.5
ROWS, EDITS = size(40_000, 2_000), size(300, 20)
FEWER_ROWS, FEWER_EDITS = size(3_000, 300), size(60, 6)


def page(rows: int, seed: int) -> list[str]:
    """Lines of html, of which many are the same, as in every page."""
    chance = random.Random(seed)
    usual = ["<div class='row'>\n", "</div>\n", "  <br>\n", "\n", "</section>\n", "<section>\n"]
    return [
        chance.choice(usual)
        if chance.random() < 0.45
        else f"  <p class='k{chance.randrange(40)}'>Offer {number} of {chance.randrange(99)}</p>\n"
        for number in range(rows)
    ]


def edited(lines: list[str], edits: int, seed: int) -> list[str]:
    """The page after some days of work."""
    chance = random.Random(seed)
    made = list(lines)
    for _ in range(edits):
        at = chance.randrange(len(made))
        kind = chance.randrange(4)
        if kind == 0:
            made[at : at + chance.randrange(1, 6)] = []
        elif kind == 1:
            made[at:at] = ["<div class='row'>\n", f"  <p>New {chance.random()}</p>\n", "</div>\n"]
        else:
            made[at] = made[at].rstrip("\n") + " <b>now</b>\n"
    return made


def main() -> int:
    """0 when the aims are met and the control lost."""
    print(machine())
    before, after = page(FEWER_ROWS, 1), edited(page(FEWER_ROWS, 1), FEWER_EDITS, 2)
    left, right = "".join(before), "".join(after)
    pairs = paired(lambda: timed(lambda: hunks(left, right)), lambda: _library(before, after))
    met = report(
        f"the difference of two pages of {FEWER_ROWS:,} lines",
        pairs,
        unit="s",
        names=("hunks", "difflib.SequenceMatcher"),
        aim=Aim(at_most=0.1),
        digits=4,
        bytes=len(left),
    )
    ours, theirs = _changed(left, right), _changed_in_library(before, after)
    print(f"  lines shown as changed: {ours:,}, by difflib {theirs:,}")
    small = ours <= 1.1 * theirs
    lost = control(
        "only what is alike at both ends",
        lost=_at_ends(before, after) > 3 * theirs,
        what="shows more as changed",
    )
    return 0 if met and small and lost and _large() else 1


def _large() -> bool:
    """Pages of 1 MB and more, in absolute time."""
    lines = page(ROWS, 3)
    base, mine = "".join(lines), "".join(edited(lines, EDITS, 4))
    theirs = "".join(edited(lines, EDITS, 5))
    minified = base.replace("\n", "")
    works: tuple[tuple[str, Callable[[], object]], ...] = (
        (f"{ROWS:,} lines, {EDITS} edits", lambda: hunks(base, mine)),
        (f"{ROWS:,} lines, nothing alike", lambda: hunks(base, base[::-1])),
        ("all in one line", lambda: hunks(minified, mine.replace("\n", ""))),
        ("three-way merge", lambda: merge(base, mine, theirs)),
        ("three-way merge in one line", lambda: merge(minified, mine.replace("\n", ""), minified)),
    )
    slow = []
    for name, work in works:
        seconds = min(done(timed(work), bytes=len(base)) for _ in range(3))
        print(f"  {len(base) / 1e6:.1f} MB, {name:<32} {seconds:.3f} s")
        slow += [name] if seconds > MOST_SECONDS else []
    print(f"  aim: at most {MOST_SECONDS} s each: {'BELOW' if slow else 'PASS'}")
    return not slow


def _library(before: list[str], after: list[str]) -> float:
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return timed(matcher.get_opcodes)


def _changed(left: str, right: str) -> int:
    changed = [hunk for hunk in hunks(left, right) if hunk.kind == "changed"]
    return sum(h.left_end - h.left_start + h.right_end - h.right_start for h in changed)


def _changed_in_library(before: list[str], after: list[str]) -> int:
    codes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return sum(b - a + d - c for kind, a, b, c, d in codes if kind != "equal")


def _at_ends(before: list[str], after: list[str]) -> int:
    """The naive way: a head and a tail that are alike, and all between them is changed."""
    head = next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
    ends = zip(reversed(before), reversed(after), strict=False)
    tail = next(n for n, (a, b) in enumerate(ends) if a != b)
    return len(pieces("".join(before))) + len(after) - 2 * (head + tail)


if __name__ == "__main__":
    sys.exit(main())
