"""Reading of the ready reports: each answer of the interface as rows of plain values."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from funneldesk.contract.analytics import CardsFilter, DateRange, MetricsFilter, ReportDraft
from funneldesk.desktop.insight.reports.declaration import SO_FAR, Asked, Found, Row
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.client import Api

MOST_COLLECTIONS = 500
WITHOUT_PRODUCT = _("Deleted or unknown product")
"""What orders have that no product is known for: with it rows add up to the total."""
MOST_GENERATED = 1000
GENDERS = (("male", _("Men")), ("female", _("Women")), ("unknown", _("Not known")))
Read = Callable[["Api", Asked], Awaitable[Found]]


def utm(kind: str) -> Read:
    """Reads sales and views by a utm field."""

    async def read(api: "Api", asked: Asked) -> Found:
        found = await api.analytics.utm_performance(kind, asked.period)
        rows: list[Row] = [
            (value, r.revenue, r.sales, r.aov, r.conversion_rate, r.page_views)
            for r in found
            if (value := r.value(kind))
        ]
        keys = ("revenue", "sales", "page_views")
        whole = await _totals(api, asked, *keys)
        revenue, sales, views = (
            _rest(whole.get(key), (getattr(r, key) for r in found if r.value(kind))) for key in keys
        )
        if revenue or sales or views:
            aov = revenue / sales if revenue and sales else None
            rows.append((_("(none)"), revenue, sales, aov, None, views))
        return Found(rows)

    return read


async def _totals(api: "Api", asked: Asked, *metrics: str) -> dict[str, float | None]:
    """What the rows of a report must add up to."""
    given = asked.period
    wanted = MetricsFilter(start=given.start or "", end=given.end or "", metrics=list(metrics))
    if given.tz:
        wanted = wanted.model_copy(update={"tz": given.tz})
    found = await api.analytics.get(wanted)
    return {key: value.value for key, value in found.items()}


def _rest(total: float | None, parts: Iterable[float | None]) -> float | None:
    """What rows leave out of a total; None where that is not known."""
    return None if total is None else round(total - sum(part or 0.0 for part in parts), 4)


async def units(api: "Api", asked: Asked) -> Found:
    """Units sold by product."""
    found = await api.analytics.units_sold(asked.period)
    rows = [(_title(each.title, each.product_id), each.units) for each in found.by_product]
    if left := _rest(found.total_units, (each.units for each in found.by_product)):
        rows.append((WITHOUT_PRODUCT, int(left)))
    return Found(rows, ((_("Units in all"), found.total_units, "number"),))


async def upsells(api: "Api", asked: Asked) -> Found:
    """How often upsells were shown and taken."""
    found = await api.analytics.upsell_take_rate(asked.period)
    return Found(
        [
            (_title(e.product_title, e.product_id), e.shown, e.taken, e.take_rate, e.revenue)
            for e in found.upsells
        ]
    )


async def products_by_pages(api: "Api", asked: Asked) -> Found:
    """Sales of each product on each page."""
    found = await api.analytics.products_by_pages(asked.period)
    rows: list[Row] = [
        (
            _title(r.product_title, r.product_id),
            _title(r.page_title, r.page_id),
            r.revenue,
            r.sales,
            r.conversion_rate,
        )
        for r in found
    ]
    whole = await _totals(api, asked, "revenue")
    if left := _rest(whole.get("revenue"), (r.revenue for r in found)):
        rows.append((_("(any)"), _("Without a known page or product"), left, None, None))
    return Found(rows)


async def products(api: "Api", asked: Asked) -> Found:
    """Sales of each product on all pages."""
    found = await api.analytics.products_by_pages_summary(asked.period)
    rows: list[Row] = [
        (_title(r.product_title, r.product_id), r.revenue, r.sales, r.conversion_rate)
        for r in found
    ]
    whole = await _totals(api, asked, "revenue")
    if left := _rest(whole.get("revenue"), (r.revenue for r in found)):
        rows.append((WITHOUT_PRODUCT, left, None, None))
    return Found(rows)


async def first_purchase(api: "Api", asked: Asked) -> Found:
    """Time from the first visit to the first order."""
    found = await api.analytics.time_before_first_purchase(asked.period)
    return Found(
        [(bucket.label, bucket.count, bucket.pct) for bucket in found.buckets],
        (
            (_("Half bought within"), found.median_seconds, "time"),
            (_("Customers"), found.sample_size, "number"),
        ),
    )


async def carts_by_video(api: "Api", asked: Asked) -> Found:
    """Add to carts by how far a video was seen."""
    found = await api.analytics.add_to_carts_by_video_time(asked.period)
    told = _("{percent} seen")
    return Found(
        [
            (told.format(percent=HERE.percent(e.video_pct or 0, of=100)), e.atcs)
            for e in found.buckets
        ]
    )


async def customer_gender(api: "Api", asked: Asked) -> Found:
    """Customers by gender."""
    found = await api.analytics.customer_gender(asked.period)
    shares = ((words, getattr(found, key)) for key, words in GENDERS)
    return Found([(words, share.count, share.pct) for words, share in shares])


async def video_gender(api: "Api", asked: Asked) -> Found:
    """How far videos were seen, by gender."""
    found = await api.analytics.video_completion_by_gender(asked.period)
    shares = ((words, getattr(found, key)) for key, words in GENDERS[:2])
    return Found([(words, share.avg_completion_pct, share.sample) for words, share in shares])


async def cards(api: "Api", asked: Asked) -> Found:
    """The server's own cards, every figure in them."""
    given = asked.period
    wanted = CardsFilter(start=given.start or "", end=given.end or "")
    if given.tz:
        wanted = wanted.model_copy(update={"tz": given.tz})
    found = await api.analytics.cards(wanted)
    rows: list[Row] = []
    for name, card in found.cards.items():
        rows += [(_words(name), *line) for line in _card_lines(card, "")]
    return Found(rows)


def _card_lines(card: Any, inside: str) -> list[tuple[str, str]]:
    """The figures of a card, whatever its shape: metric values, numbers, rows of them."""
    if isinstance(card, Mapping):
        if "formatted_value" in card or "value" in card:
            shown = card.get("formatted_value") or card.get("value")
            return [(inside, "" if shown is None else str(shown))]
        lines = []
        for key, value in card.items():
            name = f"{inside} · {_words(key)}" if inside else _words(key)
            lines += _card_lines(value, name)
        return lines
    if isinstance(card, list):
        return [
            line for at, each in enumerate(card, 1) for line in _card_lines(each, f"{inside} {at}")
        ]
    return [(inside, "" if card is None else str(card))]


async def subscriptions(api: "Api", _asked: Asked) -> Found:
    """Subscriptions as they are today."""
    found = await api.subscriptions.summary()
    counts = (
        (_("Active"), found.active_count),
        (_("Trial"), found.trial_count),
        (_("Paused"), found.paused_count),
        (_("Past due"), found.past_due_count),
        (_("Canceled"), found.canceled_count),
    )
    return Found(
        counts,
        (
            (_("Recurring revenue a month"), found.mrr, "currency"),
            (_("Churn this month so far"), found.churn_rate, "pct"),
            (_("Average lifetime value"), found.average_ltv, "currency"),
        ),
    )


async def mrr(api: "Api", _asked: Asked) -> Found:
    """Recurring revenue by month."""
    rows = await api.subscriptions.mrr_trend()
    return Found([(_month(each.month), each.mrr) for each in rows])


async def churn(api: "Api", _asked: Asked) -> Found:
    """Churn by month."""
    rows = await api.subscriptions.churn_trend()
    return Found([(_month(r.month), r.churn_rate, r.active_at_start, r.churned) for r in rows])


async def cohorts(api: "Api", _asked: Asked) -> Found:
    """What those who began in a month have brought in; by month of their life where the server
    tells that."""
    rows = await api.subscriptions.cohort_ltv()
    return Found(
        [(_month(r.month), r.average_ltv, r.subscriptions, r.revenue, _course(r)) for r in rows]
    )


def _month(month: str | None) -> str:
    """A month of the server, which are those of UTC, marked when it was not over yet."""
    is_running = month is not None and month >= datetime.now(UTC).date().isoformat()[:7]
    return f"{month}{SO_FAR}" if is_running else month or ""


def _course(row: Any) -> list[float | None]:
    """The values of a cohort by month, under whatever name: the first list of numbers."""
    for value in (row.model_extra or {}).values():
        if isinstance(value, list) and value:
            cells = [each.get("ltv") if isinstance(each, Mapping) else each for each in value]
            if all(each is None or isinstance(each, int | float) for each in cells):
                return cells
    return []


async def dunning(api: "Api", _asked: Asked) -> Found:
    """What became of charges that were refused."""
    found = await api.subscriptions.dunning_stats()
    counts = (
        (_("Being retried"), found.in_dunning),
        (_("Recovered"), found.recovered),
        (_("Lost"), found.lost),
    )
    return Found(counts, ((_("Recovered so far"), found.recovery_rate, "pct"),))


async def collections(api: "Api", _asked: Asked) -> Found:
    """Entries of every collection."""
    rows: list[Row] = []
    async for each in api.collections.iterate():
        rows.append((each.name or each.code or str(each.id), each.total_entries))
        if len(rows) >= MOST_COLLECTIONS:
            break
    return Found(rows)


async def generated(api: "Api", asked: Asked) -> Found:
    """The server's report generator."""
    draft = ReportDraft(
        group_by=list(asked.groupings),
        metrics=list(asked.metrics),
        date_range=DateRange(start=asked.period.start or "", end=asked.period.end or ""),
        limit=MOST_GENERATED,
        **({"tz": asked.period.tz} if asked.period.tz else {}),
    )
    found = await api.analytics.generate_report(draft)
    rows: list[Row] = []
    for row in islice(found.rows, MOST_GENERATED):
        parts = (row.dimension(name) for name in asked.groupings)
        name = row.row_name or " / ".join(part for part in parts if part) or str(row.row_key or "")
        values = (row.metric(key) for key in asked.metrics)
        rows.append((name, *(value.value if value is not None else None for value in values)))
    every = found.total_rows if found.truncated else None
    return Found(rows, ((_("Rows in all"), every, "number"),) if every is not None else ())


def _title(title: str | None, record_id: object) -> str:
    return title or (f"#{record_id}" if record_id is not None else _("(none)"))


def _words(key: str) -> str:
    return key.replace("_", " ").capitalize()
