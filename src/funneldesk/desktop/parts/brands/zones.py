"""The time zones and currencies that a brand may choose from."""

from functools import cache
from zoneinfo import available_timezones

CURRENCIES: tuple[tuple[str, str], ...] = (
    ("EUR", "EUR · Euro"),
    ("USD", "USD · US dollar"),
    ("GBP", "GBP · Pound sterling"),
    ("CHF", "CHF · Swiss franc"),
    ("SEK", "SEK · Swedish krona"),
    ("NOK", "NOK · Norwegian krone"),
    ("DKK", "DKK · Danish krone"),
    ("PLN", "PLN · Polish złoty"),
    ("CZK", "CZK · Czech koruna"),
    ("HUF", "HUF · Hungarian forint"),
    ("RON", "RON · Romanian leu"),
    ("CAD", "CAD · Canadian dollar"),
    ("AUD", "AUD · Australian dollar"),
    ("NZD", "NZD · New Zealand dollar"),
    ("JPY", "JPY · Japanese yen"),
    ("KRW", "KRW · South Korean won"),
    ("CNY", "CNY · Chinese yuan"),
    ("HKD", "HKD · Hong Kong dollar"),
    ("SGD", "SGD · Singapore dollar"),
    ("INR", "INR · Indian rupee"),
    ("BRL", "BRL · Brazilian real"),
    ("MXN", "MXN · Mexican peso"),
    ("ZAR", "ZAR · South African rand"),
    ("TRY", "TRY · Turkish lira"),
    ("ILS", "ILS · Israeli shekel"),
    ("AED", "AED · UAE dirham"),
)


@cache
def zone_choices() -> tuple[tuple[str, str], ...]:
    """Every zone of the IANA database that names a place, in the alphabet's order."""
    named = (zone for zone in available_timezones() if "/" in zone or zone == "UTC")
    return tuple((zone, zone.replace("_", " ")) for zone in sorted(named))
