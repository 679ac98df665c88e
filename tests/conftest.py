"""What all tests share: how many examples properties are tried with, and patience.

Few examples every day, many in ``test --deep``: tests leave the number to these profiles. No
example has a deadline, and a call may take a minute: a busy machine is no failure.
"""

from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import settings

settings.register_profile("daily", max_examples=20, deadline=None)
settings.register_profile("deep", max_examples=200, deadline=None)
settings.load_profile("daily")

for wait in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, wait, 60.0)  # five seconds, for calls that name none
