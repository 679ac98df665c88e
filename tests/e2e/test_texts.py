"""In another language every text is that language's, and no word is cut for being longer."""

import pytest
from tests.e2e.led_program import findings
from tests.e2e.screen import Screen

DAILY = ("pages-settings", "pages-search", "sheet-preferences", "files-list", "bulk-report")
"""An editor with a form, a list, a dialog, a table and a report; the probe without ``--only`` looks
at all states."""


@pytest.mark.timeout(600)
def test_every_text_is_the_languages_and_fits(screen: Screen) -> None:
    words = ("--only", ",".join(DAILY))
    *faults, last = findings(screen, "texts_probe", *words, FUNNELDESK_LOCALE="xx")
    assert not faults
    assert last["read"] > 100
