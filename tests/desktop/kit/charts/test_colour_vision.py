"""Colours of series are told apart by everybody, and stand out from their ground."""

import pytest
from tests.desktop.support.colour_vision import KINDS, contrast, distance, nearest

from funneldesk.desktop.kit.charts.palette import DARK, LIGHT
from funneldesk.desktop.kit.style import tokens

GROUNDS = {LIGHT: tokens.LIGHT, DARK: tokens.DARK}
APART = 20
"""About ten times what is just seen."""


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", ["", *KINDS])
def test_two_series_never_look_alike(palette: tuple[str, ...], kind: str) -> None:
    assert nearest(palette, kind) >= APART


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_lines_stand_out_from_their_ground(palette: tuple[str, ...]) -> None:
    ground = GROUNDS[palette]
    assert palette[0] == ground.accent
    assert all(contrast(each, ground.surface) >= 2.95 for each in palette)


def test_red_and_green_are_found_alike() -> None:
    """The control: a palette that only some can read."""
    naive = ("#C0392B", "#5B7A1E")
    assert nearest(naive) > APART
    assert nearest(naive, "deuteranopia") < APART


def test_the_simulation_keeps_greys_and_white() -> None:
    for kind in KINDS:
        assert distance("#808080", "#808080", kind) == 0
        assert contrast("#FFFFFF", "#000000") == pytest.approx(21, abs=0.1)
