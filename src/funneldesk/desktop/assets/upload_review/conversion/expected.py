"""Estimated size of an image after conversion, before it is tried."""

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact

_BYTES_A_PIXEL = {"webp": 0.14, "jpg": 0.26}
_LOSSLESS = frozenset({"image/png", "image/bmp", "image/tiff"})


def expected_size(fact: FileFact, conversion: Conversion) -> int:
    """Bytes, by what photographs take on the average; 0 where nothing can be said."""
    pixels = fact.width * fact.height
    if not pixels:
        return 0
    share = min(1.0, conversion.width / fact.width) ** 2 if conversion.width else 1.0
    if conversion.format == "" and fact.kind in _LOSSLESS:
        return round(fact.size * share)
    kind = conversion.format or ("jpg" if fact.kind == "image/jpeg" else "webp")
    guess = pixels * share * _BYTES_A_PIXEL[kind] * (0.4 + 0.6 * conversion.quality / 82)
    return min(round(guess), fact.size) if fact.size else round(guess)
