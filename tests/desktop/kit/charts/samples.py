"""A chart of each kind with a hole in it, for what is asked of all of them."""

from dataclasses import replace
from datetime import date, timedelta

from funneldesk.desktop.kit.charts.chart import MONEY, Axis, Chart, Flow, Kind, Series, Value

HOSTILE = '<img src=x onerror="document.title=1"><b>{a} {name|bold}</b>'
DAYS = tuple(date(2026, 7, 1) + timedelta(days=at) for at in range(8))
HOLED: tuple[Value, ...] = (20, 35, 30, None, None, 25, 40, 38)


def sample(kind: Kind, name: str = "Sales") -> Chart:
    """A chart of a kind; where it has categories over time, the third and fourth day miss."""
    one = (Series("s", name, HOLED),)
    match kind:
        case Kind.HISTOGRAM:
            return Chart("c", kind, name, one, edges=tuple(range(0, 90, 10)))
        case Kind.PIE | Kind.FUNNEL:
            return Chart("c", kind, name, one, tuple(f"{name} {at}" for at in range(8)))
        case Kind.HEAT:
            rows = (Series("a", name, HOLED), Series("b", "Tue", HOLED[::-1]))
            return Chart("c", kind, name, rows, DAYS)
        case Kind.COHORT:
            rows = (Series("a", name, HOLED), Series("b", "Feb", HOLED[:5]))
            return Chart("c", kind, name, rows, tuple("01234567"), measure=Axis(unit=MONEY))
        case Kind.SANKEY:
            flows = (Flow("a", "b", 5), Flow("b", "a", 2), Flow("a", "c", None), Flow("a", "a", 1))
            nodes = (("a", name), ("b", "Page"), ("c", "Sale"))
            return Chart("c", kind, name, nodes=nodes, flows=flows)
        case Kind.MAP:
            countries = ("US", "DE", "FR", name, "BR", "AU", "CN", "XK")
            return Chart("c", kind, name, one, countries)
        case Kind.SCATTER:
            low = tuple(None if each is None else float(each) - 5 for each in HOLED)
            high = tuple(None if each is None else float(each) + 5 for each in HOLED)
            held = replace(one[0], low=low, high=high)
            return Chart("c", kind, name, (held,), DAYS)
    return Chart("c", kind, name, one, DAYS, partial=frozenset({7}))
