"""Sizes in bytes, as people read them."""

_UNITS = ("B", "KB", "MB", "GB", "TB")


def size_words(size: float) -> str:
    """A size for people, as the server counts it (1,024 bytes are a KB): ``1.5 KB``, ``212 MB``;
    bytes are whole."""
    amount, unit = float(size), 0
    while amount >= 1023.5 and unit < len(_UNITS) - 1:
        amount /= 1024
        unit += 1
    if unit == 0 or amount >= 99.95:
        return f"{amount:,.0f} {_UNITS[unit]}"
    return f"{amount:.1f} {_UNITS[unit]}"
