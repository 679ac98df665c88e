"""What a screen reader is told in the program: each control has a name, its role and its state."""

import pytest
from tests.e2e.led_program import findings
from tests.e2e.screen import Screen

STATES = ("pages-search", "sheet-preferences", "across-find", "guard-settings", "files-list")
"""One state for each kind of control; the probe without ``--only`` looks at all of them."""
WINDOWS = {"MainWindow", "PreferencesDialog", "SearchReplaceWindow", "GuardDialog"}


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_every_control_is_told_with_its_name_and_role(screen: Screen) -> None:
    *faults, last = findings(screen, "roles_probe", "--only", ",".join(STATES))
    assert not faults
    assert last["read"] > len(STATES) * 20
    assert set(last["windows"]) >= WINDOWS
