"""Where the tests of the architecture find what they look at."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

sys.path[:0] = [
    str(ROOT / "packaging"),
    str(ROOT / "tests" / "bench"),
    str(ROOT / "tests" / "contract"),
    str(ROOT / "tests" / "architecture"),
]
