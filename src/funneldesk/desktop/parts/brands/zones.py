"""The time zones and currencies that a brand may choose from."""

from functools import cache

from funneldesk.contract.zones import zone_names
from funneldesk.desktop.local.texts import _

CURRENCIES: tuple[tuple[str, str], ...] = (
    ("EUR", _("EUR · Euro")),
    ("USD", _("USD · US dollar")),
    ("GBP", _("GBP · Pound sterling")),
    ("CHF", _("CHF · Swiss franc")),
    ("SEK", _("SEK · Swedish krona")),
    ("NOK", _("NOK · Norwegian krone")),
    ("DKK", _("DKK · Danish krone")),
    ("PLN", _("PLN · Polish złoty")),
    ("CZK", _("CZK · Czech koruna")),
    ("HUF", _("HUF · Hungarian forint")),
    ("RON", _("RON · Romanian leu")),
    ("CAD", _("CAD · Canadian dollar")),
    ("AUD", _("AUD · Australian dollar")),
    ("NZD", _("NZD · New Zealand dollar")),
    ("JPY", _("JPY · Japanese yen")),
    ("KRW", _("KRW · South Korean won")),
    ("CNY", _("CNY · Chinese yuan")),
    ("HKD", _("HKD · Hong Kong dollar")),
    ("SGD", _("SGD · Singapore dollar")),
    ("INR", _("INR · Indian rupee")),
    ("BRL", _("BRL · Brazilian real")),
    ("MXN", _("MXN · Mexican peso")),
    ("ZAR", _("ZAR · South African rand")),
    ("TRY", _("TRY · Turkish lira")),
    ("ILS", _("ILS · Israeli shekel")),
    ("AED", _("AED · UAE dirham")),
)


@cache
def zone_choices() -> tuple[tuple[str, str], ...]:
    """Every zone of the IANA database that names a place, in the alphabet's order."""
    named = (zone for zone in zone_names() if "/" in zone or zone == "UTC")
    return tuple((zone, zone.replace("_", " ")) for zone in sorted(named))
