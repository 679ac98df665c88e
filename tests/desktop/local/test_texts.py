"""The catalogue that a start chooses, and the pseudo-translation that shows what bypasses it."""

import os
import subprocess
import sys

import pytest

from funneldesk.desktop.local.texts import CLOSES, LONGER, OPENS, catalogue, pseudo

ASK = (
    "from funneldesk.desktop.local.texts import RIGHT_TO_LEFT, _\n"
    "from funneldesk.desktop.shell.brands.brand_button import CONNECTION_STATES\n"
    "print(ascii((_('Close'), CONNECTION_STATES['refused'][0], RIGHT_TO_LEFT)))\n"
)


@pytest.mark.parametrize("text", ["Close", "Enter a new key", "The server can't be reached."])
def test_a_pseudo_text_is_marked_and_longer(text: str) -> None:
    shown = pseudo(text)
    assert shown.startswith(OPENS)
    assert shown.endswith(CLOSES)
    assert len(shown) >= len(text) * (1 + LONGER)


def test_placeholders_and_tags_stay_whole() -> None:
    shown = pseudo("Delete {count} pages of <b>{name}</b> &amp; go").format(count=3, name="Spring")
    assert "3" in shown
    assert "<b>Spring</b> &amp; " in shown
    assert "Delete" not in shown


def test_plurals_and_contexts_are_marked_too() -> None:
    texts = catalogue("xx")
    assert texts.ngettext("{n} page", "{n} pages", 1) == pseudo("{n} page")
    assert texts.ngettext("{n} page", "{n} pages", 2) == pseudo("{n} pages")
    assert texts.pgettext("verb", "Open") == pseudo("Open")


@pytest.mark.parametrize(
    ("name", "marked", "mirrored"),
    [("en", False, False), ("tlh", False, False), ("xx", True, False), ("xx-rtl", True, True)],
)
def test_a_start_chooses_one_catalogue(name: str, marked: bool, mirrored: bool) -> None:
    """Constants that other modules make as they are loaded have it too."""
    around = dict(os.environ) | {"FUNNELDESK_LOCALE": name, "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-c", ASK]
    shown = subprocess.run(words, env=around, capture_output=True, text=True, check=True).stdout
    plain = ("Close", "Key refused")
    wanted = tuple(pseudo(each) for each in plain) if marked else plain
    assert shown.strip() == ascii((*wanted, mirrored))
