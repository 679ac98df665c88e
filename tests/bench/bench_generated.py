"""100,000 generated calls over the whole interface: no 500, and every answer as described.

As many again are spoilt before they are sent: no 500 either.
"""

import sys
import tempfile
import time
from pathlib import Path

from measure import control, done, machine, size

sys.path.insert(0, str(Path(__file__).parents[1] / "server" / "support"))

from generated_calls import Generated
from platform_process import Place, sampled, served
from schemathesis.core.failures import FailureGroup
from spoilt_calls import Spoiling

CALLS = size(100_000, 1)
BATCH = size(25, 1)
LINES = size(10_000, 5)
"""Of the interface, at most; there are some hundreds."""
UPDATE = "PUT /api/brands/{brand}/pages/{page}"


def main() -> int:
    """0 when no call failed."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        with served(sampled(Place(Path(name) / "data", None)), "--sample", "small") as running:
            failed = measure(Generated(running.base_url, 1, running.key()))
            failed += spoil(Generated(running.base_url, 1, running.key()))
        lost = control("a platform that answers otherwise", lost=_is_caught(name), what="is caught")
    return 0 if lost and not failed else 1


def measure(generated: Generated) -> list[str]:
    """The lines that failed."""
    started = time.perf_counter()
    failed: dict[str, str] = {}
    lines = list(generated.lines())[:LINES]
    turn = 0
    while generated.calls < CALLS and len(failed) < len(lines):
        turn += 1
        for line in lines:
            if line not in failed:
                try:
                    generated.check(line, BATCH, turn)
                except FailureGroup as error:
                    failed[line] = "; ".join(str(one)[:300] for one in error.exceptions)
    seconds = done(time.perf_counter() - started, requests=generated.calls)
    print(f"{generated.calls:,} calls of {len(lines)} lines in {seconds:,.0f} s")
    for line, words in failed.items():
        print(f"  FAILED {line}: {words}")
    return list(failed)


def spoil(generated: Generated) -> list[str]:
    """The spoilt calls that the platform failed at."""
    spoiling, turn = Spoiling(generated), 0
    lines = list(generated.lines())[:LINES]
    while generated.calls < CALLS:
        turn += 1
        for line in lines:
            spoiling.run(line, BATCH, turn)
    print(f"{generated.calls:,} spoilt calls of {len(lines)} lines")
    for words in spoiling.failed:
        print(f"  FAILED {words}")
    return spoiling.failed


def _is_caught(folder: str) -> bool:
    words = ("--sample", "small", "--redirect-updates", "pages")
    with served(sampled(Place(Path(folder) / "other", None)), *words) as running:
        try:
            Generated(running.base_url, 1, running.key()).check(UPDATE, BATCH)
        except FailureGroup:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
