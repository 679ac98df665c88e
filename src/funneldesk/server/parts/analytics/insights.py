"""Answers with shapes of their own (document: Endpoints, Analytics): all from the roll-ups."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.metrics import NOTHING, OF_VISITS, amounts_of
from funneldesk.server.parts.analytics.names import PAGE_FIELDS, number_of, titles_of
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.rollups import ALL
from funneldesk.server.parts.analytics.store import sums_by_value

Number = TypeVar("Number", int, float)

MOST_ROWS = 10_000
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_WAITS = (
    ("Under 5 minutes", 5 * _MINUTE),
    ("5 to 30 minutes", 30 * _MINUTE),
    ("30 to 60 minutes", _HOUR),
    ("1 to 24 hours", _DAY),
    ("1 to 7 days", 7 * _DAY),
    ("7 to 30 days", 30 * _DAY),
)
_LONGER = "Over 30 days"

TAKES: Mapping[str, tuple[str, ...]] = {
    "time_before_first_purchase": ("tracking",),
    "add_to_carts_by_video_time": ("tracking",),
    "customer_gender": ("tracking", "customers"),
    "video_completion_by_gender": ("tracking", "customers"),
}
"""The modules without which an insight is not told; the others are told without visits."""
_NONE = amounts_of(NOTHING)


class Insights:
    """The answers about one span of one brand."""

    def __init__(
        self, session: Session, brand_id: int, span: Span, withheld: frozenset[str] = frozenset()
    ) -> None:
        self._session = session
        self._brand_id = brand_id
        self._span = span
        self._withheld = withheld

    def reaches(self, name: str) -> bool:
        """Whether whoever asks has the modules that an insight takes."""
        return self._withheld.isdisjoint(TAKES[name])

    def time_before_first_purchase(self) -> dict[str, Any]:
        """From a visitor's first visit to their first order; the median to three digits."""
        waits = {int(v): a["sales"] for v, a in self._amounts("first_purchase").items()}
        total = int(sum(waits.values()))
        labels = [*(label for label, _ in _WAITS), _LONGER]
        counts = dict.fromkeys(labels, 0)
        for seconds, count in waits.items():
            label = next((name for name, limit in _WAITS if seconds < limit), _LONGER)
            counts[label] += int(count)
        return {
            "buckets": [
                {"label": label, "count": counts[label], "pct": _pct(counts[label], total)}
                for label in labels
            ],
            "median_seconds": median({seconds: int(count) for seconds, count in waits.items()}),
            "sample_size": total,
        }

    def add_to_carts_by_video_time(self) -> dict[str, Any]:
        """By tenths of the video that had been seen."""
        found = self._amounts("video_pct")
        return {
            "buckets": [
                {"video_pct": pct, "atcs": int(found.get(str(pct), _NONE)["add_to_carts"])}
                for pct in range(0, 101, 10)
            ]
        }

    def customer_gender(self) -> dict[str, Any]:
        """Sessions with an order by the gender of who ordered."""
        found = self._amounts("customer_gender")
        counts = {
            gender: int(found.get(gender, _NONE)["sessions"])
            for gender in ("male", "female", "unknown")
        }
        total = sum(counts.values())
        return {
            gender: {"count": count, "pct": _pct(count, total)} for gender, count in counts.items()
        }

    def video_completion_by_gender(self) -> dict[str, Any]:
        """How far videos were seen, of those whose gender is known."""
        found = self._amounts("video_gender")
        answer = {}
        for gender in ("male", "female"):
            amounts = found.get(gender, _NONE)
            sample = int(amounts["sessions"])
            average = round(amounts["seconds"] / sample, 2) if sample else None
            answer[gender] = {"avg_completion_pct": average, "sample": sample}
        return answer

    def products_by_pages(self) -> list[dict[str, Any]]:
        """Each product on each page that visits with an order of it began on."""
        found = self._amounts("page_product")
        pairs = {value: tuple(value.split("/", 1)) for value in found}
        pages = self._titles("page", [page for page, _ in pairs.values()])
        products = self._titles("product", [product for _, product in pairs.values()])
        sessions = self._amounts("page")
        rows = [
            {
                "page_id": int(page),
                "page_title": pages[page],
                "product_id": int(product),
                "product_title": products[product],
                **_sold(found[value], self._known(sessions.get(page, _NONE)["sessions"])),
            }
            for value, (page, product) in pairs.items()
        ]
        return _most(rows)

    def products_summary(self) -> list[dict[str, Any]]:
        """Each product on all pages together, over all sessions."""
        found = self._amounts("product")
        products = self._titles("product", [*found])
        sessions = self._known(self._amounts(ALL).get("", _NONE)["sessions"])
        rows = [
            {
                "page_id": None,
                "page_title": None,
                "product_id": int(product),
                "product_title": products[product],
                **_sold(amounts, sessions),
            }
            for product, amounts in found.items()
        ]
        return _most(rows)

    def upsell_take_rate(self) -> dict[str, Any]:
        """How often each upsell was shown and taken."""
        found = self._amounts("upsell")
        titles = self._titles("product", [*found])
        rows = [
            {
                "product_id": int(product),
                "product_title": titles[product],
                "shown": int(amounts["shown"]),
                "taken": int(amounts["sales"]),
                "take_rate": _pct(amounts["sales"], amounts["shown"]),
                "revenue": round(amounts["revenue"], 4),
            }
            for product, amounts in found.items()
        ]
        return {"upsells": _most(rows)}

    def units_sold(self) -> dict[str, Any]:
        """Units by product, and those of all orders."""
        found = self._amounts("product")
        titles = self._titles("product", [*found])
        rows = [
            {"product_id": int(product), "title": titles[product], "units": int(amounts["units"])}
            for product, amounts in found.items()
        ]
        rows.sort(key=lambda row: (-int(str(row["units"])), int(str(row["product_id"]))))
        total = int(self._amounts(ALL).get("", _NONE)["units"])
        return {"total_units": total, "by_product": rows[:MOST_ROWS]}

    def utm(self, field: str) -> list[dict[str, Any]]:
        """The values of a utm field, those with the most revenue first; none is left out."""
        rows: list[dict[str, Any]] = [
            {
                field: value,
                "revenue": round(amounts["revenue"], 4),
                "sales": int(amounts["sales"]),
                "aov": _ratio(amounts["revenue"], amounts["sales"]),
                "conversion_rate": _pct(amounts["sales"], self._known(amounts["sessions"])),
                "page_views": self._known(int(amounts["page_views"])),
            }
            for value, amounts in self._sold_by(field).items()
            if value
        ]
        rows.sort(key=lambda row: (-row["revenue"], -(row["page_views"] or 0), str(row[field])))
        return rows[:MOST_ROWS]

    def _amounts(self, dimension: str) -> dict[str, dict[str, float]]:
        sums = sums_by_value(self._session, self._brand_id, dimension, self._span)
        return {value: amounts_of(total) for value, total in sums.items()}

    def _sold_by(self, field: str) -> dict[str, dict[str, float]]:
        """The values of a field; those of sales alone where visits may not be told."""
        found = self._amounts(field)
        if "tracking" not in self._withheld:
            return found
        return {value: amounts for value, amounts in found.items() if _is_of_sales(amounts)}

    def _known(self, of_visits: Number) -> Number | None:
        return None if "tracking" in self._withheld else of_visits

    def _titles(self, kind: str, ids: Sequence[str]) -> Mapping[str, str]:
        if kind in PAGE_FIELDS and "pages" in self._withheld:
            return {text: number_of(text) for text in ids}
        titles = titles_of(self._session, self._brand_id, kind, ids)
        return {text: titles.get(text, f"#{text} (deleted)") for text in ids}


def median(counts: Mapping[int, int]) -> float | None:
    """The middle of values that came so many times each; None when none came."""
    total = sum(counts.values())
    if total <= 0:
        return None
    low, high = (total - 1) // 2, total // 2
    seen, first = 0, None
    for value in sorted(counts):
        seen += counts[value]
        if first is None and seen > low:
            first = value
        if first is not None and seen > high:
            return (first + value) / 2
    return None


def _is_of_sales(amounts: Mapping[str, float]) -> bool:
    return any(total for name, total in amounts.items() if name not in OF_VISITS)


def _sold(amounts: Mapping[str, float], sessions: float | None) -> dict[str, Any]:
    return {
        "revenue": round(amounts["revenue"], 4),
        "sales": int(amounts["sales"]),
        "conversion_rate": _pct(amounts["sales"], sessions),
    }


def _most(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those with the most revenue first."""
    rows.sort(key=lambda row: (-row["revenue"], row["product_id"], row.get("page_id") or 0))
    return rows[:MOST_ROWS]


def _ratio(over: float, under: float) -> float | None:
    return round(over / under, 4) if under else None


def _pct(part: float, total: float | None) -> float | None:
    return round(part / total * 100, 2) if total else None
