"""Hypothesis of a test on this computer, and the log of all that is known of it as Markdown."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import (
    METRIC_TITLES,
    amount,
    amounts,
    named,
    percent,
)
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.parts.split_tests.results.verdict import headline
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.split_test_states import STATUS_WORDS
from funneldesk.statistics.metrics import Metric

Body = Mapping[str, Any]
QUESTIONS: Mapping[str, tuple[str, str]] = {
    "believed": (_("What we believed"), _("If we change this, that will happen, because…")),
    "came": (_("What came"), _("The numbers in a sentence, and what surprised us.")),
    "learnt": (_("What we learnt"), _("What we do differently from now on.")),
}


NOTE = "note"
"""A note that was typed and not sent yet, kept beside the answers."""


def kept_under(test_id: str) -> str:
    """The name of a test's hypothesis among the values of this computer."""
    return f"split_tests/hypothesis/{test_id}"


def read_answers(value: object) -> dict[str, str]:
    """What was kept, as far as it is understood."""
    known = value if isinstance(value, Mapping) else {}
    names = (*QUESTIONS, NOTE)
    return {name: str(known[name]) for name in names if isinstance(known.get(name), str)}


def as_markdown(body: Body, reading: Reading, answers: Mapping[str, str], formats: Formats) -> str:
    """A test with its hypothesis, its figures and its notes, to be kept elsewhere."""
    status = str(body.get("status") or "")
    title, sentence = headline(reading, formats)
    head = [
        f"# {_plain(body.get('name'))}",
        " · ".join(
            filter(None, (_plain(named(body.get("page"))), STATUS_WORDS.get(status, status)))
        ),
    ]
    parts = [*head, *_answered(answers), f"## {_('Result')}", f"**{_plain(title)}** {sentence}"]
    if reading.variants:
        parts.append(_table(reading, formats))
    winner = body.get("winner")
    if isinstance(winner, Mapping) and winner.get("reason"):
        parts.append(_("Reason: {reason}").format(reason=_plain(winner["reason"])))
    notes = [_note(each, formats) for each in body.get("notes") or ()]
    if notes:
        parts += [f"## {_('Notes')}", "\n".join(notes)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _answered(answers: Mapping[str, str]) -> list[str]:
    return [
        text
        for name, (title, _hint) in QUESTIONS.items()
        if answers.get(name, "").strip()
        for text in (f"## {title}", answers[name].strip())
    ]


def _table(reading: Reading, formats: Formats) -> str:
    metric = reading.decides
    titles = (
        _("Variant"),
        _("Visitors"),
        _("Conversions"),
        *([METRIC_TITLES[Metric.RATE]] if metric.is_money else []),
        METRIC_TITLES[metric],
        _("Lift"),
        _("Interval"),
    )
    rows = [
        (
            _plain(each.name),
            formats.number(each.numbers.visitors),
            formats.number(each.numbers.conversions),
            *([percent(formats, each.numbers.rate)] if metric.is_money else []),
            amount(formats, metric, each.result.value),
            percent(formats, each.lift, 1, sign=True),
            amounts(formats, metric, each.result.interval),
        )
        for each in reading.variants
    ]
    lines = [titles, ("---",) * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _note(note: Body, formats: Formats) -> str:
    at = moment(note.get("created_at"))
    user = note.get("user")
    who = user.get("name") if isinstance(user, Mapping) else ""
    told = ", ".join(filter(None, (formats.moment(at) if at else "", _plain(who))))
    return f"- {told}: {_plain(note.get('content'))}"


def _plain(value: object) -> str:
    """A text on one line, whose marks mean nothing to Markdown."""
    text = " ".join(str(value or "").split())
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in text)
