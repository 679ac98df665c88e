"""The line under a list: how many rows there are, how far was looked, and what they come to."""

from collections.abc import Iterable

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.records.sources.source import RecordSource


def count_words(
    declared: RecordSection,
    source: RecordSource | None,
    query: Query,
    formats: Formats,
    totals: Iterable[str] = (),
) -> str:
    """What is shown of a query, in a line; ``totals`` are said behind it."""
    if source is None or not source.has_answer:
        failed = source is not None and source.error is not None and not source.is_loading
        return "" if failed else _("Loading…")
    count, total = source.count, source.total
    words = (
        f"{count:,}"
        if total in (None, count)
        else _("{count:,} of {total:,}").format(count=count, total=total)
    )
    unit = declared.unit if total == 1 else declared.units
    parts = [f"{words} {noun(unit)}"]
    if isinstance(source, MirroredRows) and not source.library.is_whole:
        parts.append(_("the newest only"))
    if source.unread:
        parts.append(_("{count:,} couldn't be read").format(count=len(source.unread)))
    if declared.reach is not None and (query.narrows or query.text):
        parts.append(declared.reach(source.extra, formats))
    return " · ".join(filter(None, (*parts, *totals)))
