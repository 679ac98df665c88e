"""Verdict of a test in words: what is computed here, and beside it what the server says."""

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import METHOD_WORDS, METRIC_WORDS, chance_words
from funneldesk.desktop.parts.split_tests.results.reading import Reading, VariantReading
from funneldesk.statistics.sample_ratio import is_broken


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
    if leader is None or not reading.visitors:
        return _("No visitors yet"), _("The first figures appear with the first visitors.")
    if reading.is_even:
        return _("No difference in sight"), _seen(reading)
    chance = chance_words(formats, leader.chance)
    title = _("“{variant}” leads; chance to be the best: {chance}")
    if _is_sure(reading, leader):
        title = _("“{variant}” wins; chance to be the best: {chance}")
    return title.format(variant=_name(leader), chance=chance), _seen(reading)


def _is_sure(reading: Reading, leader: VariantReading) -> bool:
    rest = [each.p for each in reading.variants if each.p is not None]
    p = leader.p if leader.p is not None else max(rest, default=1.0)
    return p < reading.significance and reading.missing == 0


def _seen(reading: Reading) -> str:
    seen = _("{visitors} in {days}.").format(
        visitors=counted(reading.visitors, "visitor"), days=counted(reading.days, "day")
    )
    if reading.is_even:
        return _("{seen} The variants do equally well so far.").format(seen=seen)
    if reading.missing:
        more = counted(reading.missing, "visitor")
        told = _("To tell a difference this large from chance, each variant needs {visitors} more.")
        return f"{seen} {told.format(visitors=more)}"
    return seen


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
