"""Figures of split tests as the window has them, against each visitor's own events.

The nine tests of the sample are worked out from page views, orders and refunds, and generated ones
from what was recorded; by pandas, scipy and statsmodels (see ``figures_oracle``).
"""

import json
import math
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pandas as pd
import pytest
from sqlalchemy import text
from tests.desktop.parts.split_tests.figures_oracle import (
    Comparison,
    Figures,
    corrected_by_holm,
    means,
    needed,
    rates,
    raw_p,
)
from tests.server.support.platform_process import new_place, sampled, served

from funneldesk.client import Api
from funneldesk.client.call import Timeouts
from funneldesk.desktop.parts.split_tests.fetching import read_test
from funneldesk.desktop.parts.split_tests.results.cuts import FIELDS, MOST, compared, read_cut
from funneldesk.desktop.parts.split_tests.results.reading import Outcome, Reading, read_results
from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import MONEY_SCALE
from funneldesk.server.parts.split_tests.exposures import Sale, Seen, convert_many, record_many
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.statistics.metrics import Metric

BRAND = 1
METRICS = ("conversion_rate", "revenue", "aov", "net_revenue", "revenue_per_visitor")
NAMES = ("value", "low", "high", "chance", "loss", "p", "lift", "lift low", "lift high")
VIEWS = """
    SELECT e.visit_id, e.number, e.at, e.data, v.device, v.utm_source, v.country
    FROM visit_events e JOIN visits v ON v.brand_id = e.brand_id AND v.id = e.visit_id
    WHERE e.brand_id = :brand AND e.type = 'page_view' ORDER BY e.visit_id, e.number
"""
ORDERS = """
    SELECT id, visit_id, created_at, total_value FROM orders
    WHERE brand_id = :brand AND visit_id IS NOT NULL
"""
REFUNDS = """
    SELECT r.order_id AS id, SUM(r.amount * o.rate / 10000) AS back FROM order_refunds r
    JOIN orders o ON o.brand_id = r.brand_id AND o.id = r.order_id
    WHERE r.brand_id = :brand GROUP BY r.order_id
"""


class Sampled:
    """A platform with the sample, and its database."""

    def __init__(self, root: str, key: str, url: str) -> None:
        self._root, self._key = root, key
        self.database = Database(url)

    def api(self) -> Api:
        """A client with the owner's key."""
        return Api(self._root, BRAND, self._key, timeouts=Timeouts())

    def rows(self, query: str) -> pd.DataFrame:
        """The rows of a query."""
        with self.database.reading() as session:
            return pd.read_sql_query(text(query), session.connection(), params={"brand": BRAND})


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sampled]:
    """The first brand of the sample."""
    with (
        new_place(tmp_path_factory.mktemp("sample") / "data") as place,
        served(sampled(place), "--sample", "small") as running,
    ):
        found = Sampled(running.base_url, running.key(), place.url)
        yield found
        found.database.close()


@pytest.fixture(scope="module")
def visitors(sample: Sampled) -> pd.DataFrame:
    """Who met which variant of the sample first, and what they paid from then on."""
    views = sample.rows(VIEWS)
    views = views.dropna(subset="data")
    known = [json.loads(each) if isinstance(each, str) else each for each in views["data"]]
    views["data"] = [each.get("variants", []) for each in known]
    views = views.explode("data").dropna(subset="data")
    views["test"] = [each["split_test_id"] for each in views["data"]]
    views["code"] = [each["node_code"] for each in views["data"]]
    met = views.drop_duplicates(["visit_id", "test"])
    orders = (
        sample.rows(ORDERS).merge(sample.rows(REFUNDS), on="id", how="left").fillna({"back": 0})
    )
    orders["paid"] = (orders.total_value - orders.back) / MONEY_SCALE
    every = met.merge(orders, on="visit_id", how="left")
    every = every[every.created_at.isna() | (every.created_at >= every["at"])]
    sums = every.groupby(["visit_id", "test"]).agg(paid=("paid", "sum"), orders=("id", "count"))
    found = met.merge(sums.reset_index(), on=["visit_id", "test"], how="left").fillna(0)
    found["bought"] = found.orders > 0
    return found


async def test_every_figure_of_the_sample_follows_from_its_events(
    sample: Sampled, visitors: pd.DataFrame
) -> None:
    checked = Comparison()
    async with sample.api() as api:
        for test_id in sorted(visitors.test.unique()):
            body = (await read_test(api, int(test_id))).model_dump(mode="json")
            reading = read_results(body)
            compare(checked, f"test {test_id}", reading, visitors[visitors.test == test_id])
    assert not checked.different
    assert checked.count > 300


@pytest.mark.parametrize("field", FIELDS)
async def test_every_group_of_the_sample_follows_from_its_events(
    sample: Sampled, visitors: pd.DataFrame, field: str
) -> None:
    checked = Comparison()
    async with sample.api() as api:
        for test_id in sorted(visitors.test.unique()):
            body = (await read_test(api, int(test_id))).model_dump(mode="json")
            reading = read_results(body)
            cuts = compared(await read_cut(api, int(test_id), field, reading, ""), reading)
            own = visitors[visitors.test == test_id]
            base = reading.baseline
            assert base is not None
            codes = {each.name: each.code for each in reading.variants}
            groups = [own[own[field] == cut.group.replace("(none)", "")] for cut in cuts]
            p = [
                raw_p(reading.decides, group[group.code == base.code], group[group.code == code])
                for cut, group in zip(cuts, groups, strict=True)
                for code in [codes[cut.variant]]
            ]
            wanted = corrected_by_holm(p)
            assert len(cuts) <= MOST * (len(reading.variants) - 1)
            for cut, group, corrected in zip(cuts, groups, wanted, strict=True):
                for name, numbers in (
                    (base.name, cut.baseline),
                    (cut.variant, cut.numbers),
                ):
                    mine = group[group.code == codes[name]]
                    where = f"test {test_id}, {cut.group}, {name}"
                    checked.add(f"{where}: visitors", numbers.visitors, len(mine))
                    checked.add(f"{where}: conversions", numbers.conversions, mine.bought.sum())
                    checked.add(f"{where}: revenue", float(numbers.revenue), mine.paid.sum())
                checked.add(f"test {test_id}, {cut.group}: p", cut.p, corrected)
    assert not checked.different
    assert checked.count > 100


async def test_every_figure_of_generated_tests_follows_from_their_visitors(
    sample: Sampled,
) -> None:
    """Heavy tails, several orders of a visitor, refunds, two to four variants, every metric."""
    chance = random.Random(26)
    checked = Comparison()
    made = [generate(sample, chance, metric, at) for at, metric in enumerate(METRICS * 2)]
    async with sample.api() as api:
        for test_id, seen in made:
            body = (await read_test(api, test_id)).model_dump(mode="json")
            compare(checked, f"generated test {test_id}", read_results(body), seen)
    assert not checked.different
    assert checked.count > 400


def generate(
    sample: Sampled, chance: random.Random, metric: str, at: int
) -> tuple[int, pd.DataFrame]:
    """A test with visitors, and what each of them paid."""
    variants = chance.randint(2, 4)
    items = [{"name": f"V{n}", "node_code": f"g{n}", "weight": 1} for n in range(variants)]
    moment = datetime.now(UTC) - timedelta(days=chance.randint(1, 20))
    first, rate, size = 1_000_000 * (at + 1), chance.uniform(0.03, 0.4), chance.randint(80, 500)
    rows: list[tuple[str, float, bool]] = []
    seen: list[Seen] = []
    sales: list[Sale] = []
    with sample.database.writing() as session:
        row = SplitTestRow(
            brand_id=BRAND,
            name=f"Generated {at}",
            config={"items": items},
            primary_metric=metric,
            baseline=f"g{chance.randrange(variants)}",
            significance_level=chance.choice((0.05, 0.1, 0.01)),
        )
        session.add(row)
        session.flush()
        for item in items:
            count, better = size + chance.randint(-20, 20), chance.uniform(0.7, 1.6)
            for visit in range(first + len(rows), first + len(rows) + count):
                bought = chance.random() < min(0.9, rate * better)
                orders = chance.choice((1, 1, 1, 2, 3)) if bought else 0
                paid = [round(chance.lognormvariate(3, 1) * better, 2) for _order in range(orders)]
                seen.append(Seen(visit, moment, row.id, item["node_code"]))
                sales += [Sale(visit, moment, Decimal(str(each))) for each in paid]
                if paid and chance.random() < 0.1:
                    sales.append(Sale(visit, moment, -Decimal(str(paid.pop()))))
                rows.append((item["node_code"], math.fsum(paid), bought))
        record_many(session, BRAND, seen)
        convert_many(session, BRAND, sales)
        test_id = row.id
    return test_id, pd.DataFrame(rows, columns=["code", "paid", "bought"])


def compare(checked: Comparison, name: str, reading: Reading, visitors: pd.DataFrame) -> None:
    """Compare all figures of a test with those of its visitors, by rate and by money."""
    own = [visitors[visitors.code == each.code] for each in reading.variants]
    base = next(at for at, each in enumerate(reading.variants) if each.is_baseline)
    of_orders = reading.decides is Metric.PER_ORDER
    amounts = [each[each.bought].paid if of_orders else each.paid for each in own]
    by_rate = rates(own, base, reading.significance)
    by_money = means(amounts, base, reading.significance)
    for at, variant in enumerate(reading.variants):
        where = f"{name}, {variant.name}"
        checked.add(f"{where}: visitors", variant.numbers.visitors, len(own[at]))
        checked.add(f"{where}: conversions", variant.numbers.conversions, own[at].bought.sum())
        checked.add(f"{where}: revenue", float(variant.numbers.revenue), own[at].paid.sum())
        _compare(checked, f"{where}, rate", variant.rate, by_rate[at])
        _compare(checked, f"{where}, money", variant.money, by_money[at])
    leading = by_money if reading.decides.is_money else by_rate
    best = max(range(len(leading)), key=lambda at: leading[at]["chance"] or 0)
    assert reading.leader is reading.variants[best]
    other = (
        best
        if best != base
        else max(
            (at for at in range(len(leading)) if at != base),
            key=lambda at: leading[at]["chance"] or 0,
        )
    )
    gap = (leading[other]["value"] or 0) - (leading[base]["value"] or 0)
    samples = amounts if reading.decides.is_money else [each.bought.astype(float) for each in own]
    variances = sum(
        float(samples[at].var(ddof=1 if reading.decides.is_money else 0)) for at in (base, other)
    )
    values = needed(gap, variances, reading.significance, len(own) - 1)
    for at in (base, other):
        count = math.ceil(values * len(own[at]) / len(samples[at])) - len(own[at])
        short = [e for e in reading.shortfalls if e.variant is reading.variants[at]]
        told = short[0].for_difference if short else 0
        # Rounded up from a figure that two libraries have to the last digits.
        checked.add(f"{name}, {reading.variants[at].name}: needed", told, max(0, count), 1e-4)


def _compare(checked: Comparison, where: str, shown: Outcome, wanted: Figures) -> None:
    values = (
        shown.value,
        *(shown.interval or (None, None)),
        shown.chance,
        shown.loss,
        shown.p,
        shown.lift,
        *(shown.lift_interval or (None, None)),
    )
    for name, value in zip(NAMES, values, strict=True):
        checked.add(f"{where}: {name}", value, wanted.get(name))
