"""What all tests share: how many examples properties are tried with, and patience.

Few examples every day, many in ``test --deep``: tests leave the number to these profiles. No
example has a deadline, and a call may take a minute: a busy machine is no failure. Where the
machine is slow, limits are longer by the factor of ``devtool.slowness``.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))

from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import settings

from devtool.slowness import slowness

settings.register_profile("daily", max_examples=20, deadline=None)
settings.register_profile("deep", max_examples=200, deadline=None)
settings.load_profile("daily")

for wait in ("connect", "read", "write", "pool"):
    setattr(
        DEFAULT_TIMEOUT_CONFIG, wait, 60.0 * slowness()
    )  # five seconds, for calls that name none
