"""What a browser's own words tell: device, system, browser, and whether it is a bot."""

import re
from dataclasses import dataclass

_BOT = re.compile(
    r"bot\b|bot[/_-]|crawl|spider|slurp|headless|phantomjs|selenium|puppeteer|playwright|lighthouse"
    r"|facebookexternalhit|embedly|preview|pingdom|uptime|monitor|curl/|wget/|python-|httpx|aiohttp"
    r"|java/|go-http|okhttp|libwww|axios|node-fetch|scrapy|mediapartners|feedfetcher|validator",
    re.IGNORECASE,
)
_TABLET = re.compile(r"ipad|tablet|kindle|silk/|playbook|android(?!.*mobile)", re.IGNORECASE)
_MOBILE = re.compile(r"mobile|iphone|ipod|windows phone|opera mini", re.IGNORECASE)
_SYSTEMS = (
    ("iOS", re.compile(r"iphone|ipad|ipod", re.IGNORECASE)),
    ("Android", re.compile(r"android", re.IGNORECASE)),
    ("Windows", re.compile(r"windows", re.IGNORECASE)),
    ("macOS", re.compile(r"mac os x|macintosh", re.IGNORECASE)),
    ("ChromeOS", re.compile(r"\bcros\b", re.IGNORECASE)),
    ("Linux", re.compile(r"linux|x11", re.IGNORECASE)),
)
_BROWSERS = (
    ("Edge", re.compile(r"\bedg(?:e|a|ios)?/", re.IGNORECASE)),
    ("Opera", re.compile(r"\bopr/|opera", re.IGNORECASE)),
    ("Samsung Internet", re.compile(r"samsungbrowser/", re.IGNORECASE)),
    ("Firefox", re.compile(r"firefox/|fxios/", re.IGNORECASE)),
    ("Chrome", re.compile(r"chrome/|crios/|chromium/", re.IGNORECASE)),
    ("Safari", re.compile(r"safari/", re.IGNORECASE)),
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
_LONGEST = 1024


@dataclass(frozen=True, slots=True)
class Agent:
    """``device`` is desktop, mobile or tablet; what is not known is empty."""

    device: str
    os: str
    browser: str
    is_bot: bool


def agent_of(text: str) -> Agent:
    """Reads a ``User-Agent``. Without one it is a bot: browsers always tell."""
    told = text[:_LONGEST]
    return Agent(
        _device(told),
        _first(_SYSTEMS, told),
        _first(_BROWSERS, told),
        not told.strip() or _BOT.search(told) is not None,
    )


def language_of(accepted: str) -> str:
    """The language that ``Accept-Language`` names first, as ``pt-PT``; empty when it names none."""
    first = accepted[:_LONGEST].split(",")[0].split(";")[0].strip()
    if not _LANGUAGE.fullmatch(first):
        return ""
    language, dash, place = first.partition("-")
    return f"{language.lower()}{dash}{place.upper() if len(place) == 2 else place}"


def _device(text: str) -> str:
    if _TABLET.search(text):
        return "tablet"
    return "mobile" if _MOBILE.search(text) else "desktop"


def _first(known: tuple[tuple[str, re.Pattern[str]], ...], text: str) -> str:
    return next((name for name, words in known if words.search(text)), "")
