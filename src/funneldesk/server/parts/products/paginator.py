"""The paginator of products, with addresses of pages (document: shared conventions; quirk 13)."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from funneldesk.server.web.listing import Paging, flat

_EACH_SIDE = 3
_GAP = "..."


def paginated(path: str, wanted: Paging, total: int, data: Sequence[Any]) -> dict[str, Any]:
    """The flat envelope with ``first_page_url``, …, ``links`` and ``path``."""
    last, page = wanted.last_page(total), wanted.page

    def url(number: int) -> str:
        return f"{path}?{urlencode({'per_page': wanted.per_page, 'page': number})}"

    before = url(page - 1) if page > 1 else None
    after = url(page + 1) if page < last else None
    numbers = [
        {
            "url": url(number) if number else None,
            "label": str(number or _GAP),
            "active": number == page,
        }
        for number in page_numbers(page, last)
    ]
    return {
        **flat(wanted, total, data),
        "first_page_url": url(1),
        "last_page_url": url(last),
        "next_page_url": after,
        "prev_page_url": before,
        "path": path,
        "links": [
            {"url": before, "label": "« Previous", "active": False},
            *numbers,
            {"url": after, "label": "Next »", "active": False},
        ],
    }


def page_numbers(page: int, last: int) -> list[int | None]:
    """The first two, the last two, and those around ``page``; None where some are left out."""
    near = range(page - _EACH_SIDE, page + _EACH_SIDE + 1)
    shown = sorted({n for n in (1, 2, last - 1, last, *near) if 1 <= n <= last})
    found: list[int | None] = []
    for number in shown:
        if found and found[-1] is not None and number != found[-1] + 1:
            found.append(None)
        found.append(number)
    return found
