"""What stands in the way of believing a result: each with its reason, and what it means."""

from collections.abc import Iterator
from dataclasses import dataclass

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import p_words
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.statistics.sample_ratio import is_broken

NOBODY_FROM = 50
"""Visitors of a test from which a variant without any is told."""
WEEK = 7
FEW_DAYS = 4 * WEEK
"""Days from which a part of a week hardly matters any more."""


@dataclass(frozen=True, slots=True)
class Caution:
    """``title`` says what, ``meaning`` why it matters and what to do."""

    kind: str
    tone: str
    title: str
    meaning: str


def cautions(reading: Reading, formats: Formats) -> tuple[Caution, ...]:
    """The cautions of a reading, the worst first."""
    if not reading.visitors:
        return ()
    return tuple(
        found
        for each in (_nobody, _ratio, _peeking, _small, _weekend)
        for found in each(reading, formats)
    )


def _ratio(reading: Reading, formats: Formats) -> Iterator[Caution]:
    if is_broken(reading.ratio_p):
        yield Caution(
            "ratio",
            "danger",
            _("Visitors were not split as the weights say (p {p})").format(
                p=p_words(formats, reading.ratio_p)
            ),
            _(
                "By chance this happens less than once in 1,000 tests, so something loses or "
                "redirects visitors of one variant. No result of this test can be trusted: find "
                "the cause, then start it anew."
            ),
        )


def _nobody(reading: Reading, _formats: Formats) -> Iterator[Caution]:
    if reading.visitors < NOBODY_FROM:
        return
    for variant in reading.variants:
        if not variant.numbers.visitors and variant.weight != 0:
            yield Caution(
                "nobody",
                "danger",
                _("Nobody has met “{variant}”").format(variant=variant.name or variant.code),
                _(
                    "It has a share of the visitors but gets none. Check that the page is "
                    "published with this variant, and that nothing redirects it."
                ),
            )


def _peeking(reading: Reading, formats: Formats) -> Iterator[Caution]:
    """It looks decided, but only to somebody who looks once."""
    if is_broken(reading.ratio_p):
        return
    for variant in reading.variants:
        p, always = variant.result.p, variant.result.always_p
        if p is None or p >= reading.significance:
            continue
        if reading.status == "running" and (always is None or always >= reading.significance):
            yield Caution(
                "peeking",
                "warning",
                _("“{variant}” looks decided, but it is early").format(
                    variant=variant.name or variant.code
                ),
                _(
                    "The usual test says p = {p}, which holds for a single look at the planned "
                    "end. For looking every day the value is {always}. Wait for the planned "
                    "sample, or until both p-values are small."
                ).format(p=p_words(formats, p), always=p_words(formats, always)),
            )


def _small(reading: Reading, formats: Formats) -> Iterator[Caution]:
    least = min(each.numbers.visitors for each in reading.variants)
    if least >= reading.least:
        return
    yield Caution(
        "small",
        "warning",
        _("Too few visitors: {least} of {needed} in the smallest variant").format(
            least=formats.number(least), needed=formats.number(reading.least)
        ),
        _("A few orders more or less would turn the result around. Let it run."),
    )


def _weekend(reading: Reading, _formats: Formats) -> Iterator[Caution]:
    days = reading.days
    if not 0 < days < FEW_DAYS or days % WEEK == 0:
        return
    yield Caution(
        "weekend",
        "info",
        _("{days} are not whole weeks").format(days=counted(days, "day")),
        _(
            "People buy otherwise on weekends, and some days count twice here. Compare after "
            "{weeks}."
        ).format(weeks=counted(-(-days // WEEK) * WEEK, "day")),
    )
