"""Verdict of a test in words: what is computed here, and beside it what the server says."""

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import METHOD_WORDS, METRIC_WORDS, chance_words
from funneldesk.desktop.parts.split_tests.results.reading import (
    Reading,
    Shortfall,
    VariantReading,
)
from funneldesk.statistics.metrics import Metric
from funneldesk.statistics.sample_ratio import is_broken

_LEADS = {
    Metric.RATE: _("“{variant}” leads; chance to be the best: {chance}"),
    Metric.PER_VISITOR: _(
        "“{variant}” leads by revenue per visitor; chance to be the best: {chance}"
    ),
    Metric.PER_ORDER: _(
        "“{variant}” leads by average order value; chance to be the best: {chance}"
    ),
}
_WINS = {
    Metric.RATE: _("“{variant}” wins; chance to be the best: {chance}"),
    Metric.PER_VISITOR: _(
        "“{variant}” wins by revenue per visitor; chance to be the best: {chance}"
    ),
    Metric.PER_ORDER: _("“{variant}” wins by average order value; chance to be the best: {chance}"),
}
_PLAIN = {
    Metric.RATE: _("“{variant}” has the highest rate so far"),
    Metric.PER_VISITOR: _("“{variant}” has the highest revenue per visitor so far"),
    Metric.PER_ORDER: _("“{variant}” has the highest average order value so far"),
}
UNKNOWN_SPREAD = _(
    "The server doesn’t report how much revenue varies between visitors, so no chance and no "
    "p-value can be computed here."
)


def headline(reading: Reading, formats: Formats) -> tuple[str, str]:
    """A line and a sentence on what the numbers say, worked out here."""
    winner = next((each for each in reading.variants if each.is_winner), None)
    leader = reading.leader
    if is_broken(reading.ratio_p):
        return (
            _("The split is broken"),
            _("Visitors were not split as the weights say, so nobody has won."),
        )
    if winner is not None and reading.status == "finalized":
        return _("“{variant}” was chosen").format(variant=_name(winner)), _seen(reading)
    if not reading.visitors:
        return _("No visitors yet"), _("The first figures appear with the first visitors.")
    if leader is None:
        return _("Too early to compare"), _seen(reading)
    if reading.is_even:
        return _("No difference in sight"), _seen(reading)
    if leader.chance is None:
        title = _PLAIN[reading.decides].format(variant=_name(leader))
        return title, f"{_seen(reading)} {UNKNOWN_SPREAD}"
    words = _WINS if is_sure(reading) else _LEADS
    chance = chance_words(formats, leader.chance)
    title = words[reading.decides].format(variant=_name(leader), chance=chance)
    return title, _seen(reading)


def is_sure(reading: Reading) -> bool:
    """Whether the leader's advantage is more than chance, on a sample that is large enough."""
    leader = reading.leader
    if leader is None or is_broken(reading.ratio_p):
        return False
    others = [each.result.p for each in reading.variants if each.result.p is not None]
    p = leader.result.p if leader.result.p is not None else max(others, default=1.0)
    return p < reading.significance and reading.missing == 0


def _seen(reading: Reading) -> str:
    seen = _("{visitors} in {days}.").format(
        visitors=counted(reading.visitors, "visitor"), days=counted(reading.days, "day")
    )
    if reading.leader is None:
        return seen
    if reading.is_even:
        return _("{seen} The variants do equally well so far.").format(seen=seen)
    return " ".join([seen, *(each for found in reading.shortfalls for each in _needs(found))])


def _needs(short: Shortfall) -> list[str]:
    """What one variant still needs, in sentences."""
    found = []
    if short.for_difference:
        words = _("“{variant}” needs {visitors} more to tell a difference this large from chance.")
        found.append((words, short.for_difference))
    if short.for_sample > short.for_difference:
        words = _("“{variant}” needs {visitors} more to reach the minimum sample.")
        found.append((words, short.for_sample))
    return [
        words.format(variant=_name(short.variant), visitors=counted(count, "visitor"))
        for words, count in found
    ]


def server_words(reading: Reading, formats: Formats) -> str:
    """The server's own verdict, as it stands."""
    told = [
        f"“{_name(each)}” {formats.percent(each.server_confidence, of=100)}"
        for each in reading.variants
        if each.server_confidence is not None
    ]
    method = METHOD_WORDS.get(reading.method, reading.method)
    metric = METRIC_WORDS.get(reading.metric, reading.metric)
    verdict = _("a winner is found") if reading.server_has_winner else _("no winner yet")
    words = _("Server: {verdict}. Confidence {figures}; {required} required ({method}, {metric}).")
    return words.format(
        verdict=verdict,
        figures=", ".join(told) or "–",
        required=formats.percent(reading.required, of=100),
        method=method,
        metric=metric,
    )


def _name(variant: VariantReading) -> str:
    return variant.name or variant.code
