"""Figures as text, with the brand's currency (document: Analytics objects, ``formatted_value``)."""

_SIGNS = {
    **{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "CNY": "CN¥"},
    **{"AUD": "A$", "CAD": "CA$", "BRL": "R$", "MXN": "MX$", "NZD": "NZ$", "VND": "₫"},
    **{"ILS": "₪", "PHP": "₱", "TRY": "₺", "UAH": "₴", "NGN": "₦"},
}
_WITHOUT_DECIMALS = frozenset(
    {
        *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI"),
        *("VND", "VUV", "XAF", "XOF", "XPF"),
    }
)
_THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
MISSING = "–"
"""What stands for a value that is not there."""


def decimals(currency: str) -> int:
    """How many decimals an amount of this currency has."""
    if currency in _WITHOUT_DECIMALS:
        return 0
    return 3 if currency in _THREE_DECIMALS else 2


def formatted(value: float | None, kind: str, currency: str) -> str:
    """A value of a metric's type: currency, pct (in percent), time (in seconds) or number."""
    if value is None:
        return MISSING
    if kind == "currency":
        return money(value, currency)
    if kind == "pct":
        return f"{_without_minus_zero(value, 2)}%"
    if kind == "time":
        return duration(value)
    return _without_minus_zero(value, 0 if float(value).is_integer() else 2)


def money(value: float, currency: str) -> str:
    """An amount with its sign or code in front."""
    places = decimals(currency)
    text = _without_minus_zero(value, places)
    minus, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    sign = _SIGNS.get(currency)
    return f"{minus}{sign}{digits}" if sign else f"{minus}{currency} {digits}"


def duration(seconds: float) -> str:
    """Seconds as ``7s``, ``1m 05s`` or ``2h 03m``."""
    total = round(abs(seconds))
    minus = "-" if seconds < 0 and total else ""
    if total < 60:
        return f"{minus}{total}s"
    if total < 3600:
        return f"{minus}{total // 60}m {total % 60:02}s"
    return f"{minus}{total // 3600}h {total % 3600 // 60:02}m"


def _without_minus_zero(value: float, places: int) -> str:
    text = f"{value:,.{places}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.,") else text
