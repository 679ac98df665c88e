"""kill -9 under writes: what was acknowledged is there. The bench does it 200 times."""

import pytest
from killed_platform import kill_again_and_again
from platform_process import Place

ROUNDS = 12


@pytest.mark.deep
def test_every_acknowledged_write_is_there_after_a_kill(place: Place) -> None:
    known = kill_again_and_again(place, ROUNDS, seed=3)
    assert len(known.pages) >= ROUNDS
    assert known.files
    assert known.entries
