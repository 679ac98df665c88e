"""Colours as the colour-blind see them, and how far two colours are apart.

The simulation is that of Machado, Oliveira and Fernandes (2009) for a cone that is missing; the
distance that of CIE 1976 in L*a*b*, of which about two are just seen side by side.
"""

from collections.abc import Sequence
from itertools import combinations

Colour = tuple[float, float, float]
KINDS: dict[str, tuple[Colour, Colour, Colour]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_WHITE = (0.95047, 1.0, 1.08883)
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def _times(matrix: Sequence[Colour], colour: Colour) -> Colour:
    first, second, third = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return first, second, third


def linear(colour: str) -> Colour:
    """``#RRGGBB`` as light: from 0 to 1 for each of red, green and blue."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def seen(colour: str, kind: str) -> Colour:
    """The light of a colour as it is seen with one of ``KINDS``; "" for all cones."""
    light = linear(colour)
    if not kind:
        return light
    red, green, blue = (min(1.0, max(0.0, each)) for each in _times(KINDS[kind], light))
    return red, green, blue


def _lab(light: Colour) -> Colour:
    def bent(part: float) -> float:
        return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116

    x, y, z = (bent(a / b) for a, b in zip(_times(_XYZ, light), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(first: str, second: str, kind: str = "") -> float:
    """How far two colours are apart for somebody with one of ``KINDS``."""
    pairs = zip(_lab(seen(first, kind)), _lab(seen(second, kind)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def nearest(colours: Sequence[str], kind: str = "") -> float:
    """The distance of the two colours that are nearest to each other."""
    return min(distance(a, b, kind) for a, b in combinations(colours, 2))


def contrast(first: str, second: str) -> float:
    """The ratio of two colours' brightness, from 1 to 21."""
    low, high = sorted(_times(_XYZ, linear(each))[1] for each in (first, second))
    return (high + 0.05) / (low + 0.05)
