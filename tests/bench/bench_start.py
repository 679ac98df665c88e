"""How long the platform takes from its start to its ready line, beside a stock FastAPI program."""

import sys
import tempfile
import time
from pathlib import Path

from measure import SMALLEST, Aim, control, machine, paired, report, size
from platform_under_test import Place, reference, sampled, served

RUNS = size(7, 1)
FRESH_SMALL_SECONDS = 10.0
LATER_SECONDS = 1.0


def start(place: Place, *words: str) -> float:
    """Seconds until a platform is ready; it is ended afterwards."""
    started = time.perf_counter()
    with served(place, *words) as running:
        seconds = time.perf_counter() - started
        running.process.terminate()
        running.process.wait()
    return seconds


def start_stock(database: Path) -> float:
    """Seconds until the reference says its port, just before it listens."""
    started = time.perf_counter()
    with reference("stock_fastapi.py", database):
        return time.perf_counter() - started


def show(title: str, seconds: float, most: float) -> bool:
    """One figure with its bound."""
    met = seconds <= most
    print(f"{title}: {seconds:.2f} s  (at most {most:g} s: {'PASS' if met else 'BELOW'})")
    return met


def main() -> int:
    """Measure all; 0 when every aim is met."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        empty, sample = Place(folder / "empty", None), Place(folder / "sample", None)
        if SMALLEST:
            sampled(sample)
        pairs = paired(
            lambda: start(empty), lambda: start_stock(folder / "stock.db"), runs=RUNS, warm_up=1
        )
        fresh = start(sample, "--sample", "small")
        later = min(start(sample, "--sample", "small") for _ in range(RUNS))
        results = [
            report(
                "serve, from start to ready",
                pairs,
                unit="s",
                names=("platform", "stock FastAPI and SQLAlchemy"),
                aim=Aim(at_most=2),
                processes=1,
            ),
            show("small sample in a fresh folder", fresh, FRESH_SMALL_SECONDS),
            show("small sample, a later start", later, LATER_SECONDS),
            control(
                "loading the sample again at each start",
                lost=fresh > later * 1.2,
                what=f"{fresh:.2f} s",
            ),
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
