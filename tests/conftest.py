"""How many examples properties are tried with: few every day, many in ``test --deep``.

Tests leave the number to these profiles. No example has a deadline: a busy machine is no failure.
"""

from hypothesis import settings

settings.register_profile("daily", max_examples=20, deadline=None)
settings.register_profile("deep", max_examples=200, deadline=None)
settings.load_profile("daily")
