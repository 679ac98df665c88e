"""A brand with very many pages, for the programs beside this file."""

import random
from datetime import UTC, datetime, timedelta

from platform_under_test import BRAND, Place
from sqlalchemy import insert

from funneldesk.server.db.engine import Database
from funneldesk.server.parts.pages.tables import PageRow, PageSourceRow
from funneldesk.server.settings import Settings

WORDS = (
    *("spring", "summer", "autumn", "winter", "sale", "offer", "webinar", "launch", "checkout"),
    *("thanks", "lead", "magnet", "bundle", "upsell", "course", "bonus", "event", "welcome"),
    *("early", "bird", "last", "chance", "reminder", "survey"),
)
STATUSES = ("published", "published", "draft", "offline")
START = datetime(2026, 1, 1, tzinfo=UTC)


def title_of(number: int) -> str:
    """The same title for the same number."""
    drawn = random.Random(number)
    return f"{' '.join(drawn.choices(WORDS, k=3)).capitalize()} {number}"


def fill(place: Place, count: int, html: str) -> None:
    """Put ``count`` pages into the measured brand; the one changed last has this html."""
    rows = [
        {
            "brand_id": BRAND,
            "id": number,
            "title": title_of(number),
            "slug": title_of(number).replace(" ", "-").lower(),
            "status": STATUSES[number % 4],
            "created_at": START + timedelta(minutes=number),
            "updated_at": START + timedelta(minutes=number * 2),
        }
        for number in range(1, count + 1)
    ]
    database = Database(Settings(place.data, database=place.database).database_url)
    try:
        with database.writing() as session:
            session.execute(insert(PageRow), rows)
            session.execute(
                insert(PageSourceRow),
                [{"brand_id": BRAND, "page_id": count, "html": html, "css": ""}],
            )
    finally:
        database.close()


def page_of(size: int, *, one_line: bool = True) -> str:
    """Html of about ``size`` characters, with split tests here and there."""
    part = (
        "<section class='offer'><h2>A summer of plants</h2><p>Fresh from the garden, every week, "
        "with <a href='/order'>a basket</a> of your own and <b>free</b> delivery.</p>"
        "<img src='/cdn/basket.jpg' alt='A basket'></section>"
    )
    test = (
        '<inline-split-test name="Head {n}"><variant name="A" weight="60"><h1>Plants</h1></variant>'
        '<variant name="B" weight="40"><h1>Gardens</h1></variant></inline-split-test>'
    )
    count = size // len(part)
    parts = [part + (test.format(n=n) if n % 800 == 0 else "") for n in range(count)]
    return "<!doctype html><title>Plants</title>" + ("" if one_line else "\n").join(parts)
