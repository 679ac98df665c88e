"""Codes of clicks and short links."""

from funneldesk.server.db.chance import chance

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_LETTERS = 6


def click_code(number: int) -> str:
    """A click's public code: its number in base 32, so that an index grows at its end, and six
    random letters, so that nobody counts on."""
    return f"{_base_32(number):0>5}{random_code(_RANDOM_LETTERS)}"


def random_code(length: int) -> str:
    """Random digits and letters without those that look alike."""
    return "".join(chance().choice(_LETTERS) for _ in range(length))


def _base_32(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 32)
        digits = _LETTERS[digit] + digits
    return digits or "0"
