"""Icons: what the sheet has is what their files draw."""

import pytest
from PySide6.QtGui import QImage

from funneldesk.desktop.kit.style.icon_drawing import drawn, icon_names
from funneldesk.desktop.kit.style.icon_sheet import CELL, coloured

MAKE_ANEW = "The sheet of icons is not up to date: python3 packaging/dev.py icons"
COLOUR = "#576170"
ROUNDING = 3
"""Of 255: a mask has one channel where an image has four."""


def _bytes(image: QImage) -> bytes:
    kept = image.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)
    return bytes(kept.constBits())  # The bits are those of an image that must still be there.


@pytest.mark.usefixtures("qapp")
def test_the_sheet_has_every_icon_as_its_file_draws_it() -> None:
    for name in icon_names():
        read = coloured(name, COLOUR)
        assert read is not None, f"{name}: {MAKE_ANEW}"
        pairs = zip(_bytes(read.toImage()), _bytes(drawn(name, COLOUR, CELL)), strict=True)
        assert max(abs(one - other) for one, other in pairs) <= ROUNDING, f"{name}: {MAKE_ANEW}"


@pytest.mark.usefixtures("qapp")
def test_a_name_that_the_sheet_lacks_gives_none() -> None:
    assert coloured("no-such-icon", COLOUR) is None
