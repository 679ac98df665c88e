"""The jobs of search and replace, done in the process beside the window. No Qt here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.cache.scan import StoreReader
from funneldesk.desktop.records.search_replace.hits import Snippet, changes, matches, snippet
from funneldesk.desktop.records.search_replace.query import BadPatternError, Query

MOST_SNIPPETS = 50
"""Of one record; more are counted."""
MOST_SNIPPETS_IN_ALL = 20_000
FEWEST_SNIPPETS = 3
CHANGES_AT_ONCE = 1000
TELL_EVERY = 50
"""Records between two words about the progress, where nothing is found."""


def scan(
    path: str,
    part: str,
    query: Mapping[str, Any],
    fields: Sequence[str],
    only: Sequence[str] | None = None,
    behind: str = "",
) -> Iterator[dict[str, Any]]:
    """Records of a store that match, the newest first.

    ``only`` narrows to these ids; ``behind`` goes on after that one. Yields ``{"of": n}`` first;
    for a record ``{"at": id}`` before it is looked at, where a match may take long; ``{"id",
    "counts": {field: n}, "snippets": […]}`` when it matches; ``{"looked": n}`` now and then and
    at the end. Raises JobError for a pattern that cannot be read.
    """
    sought = Query.of(query)
    try:
        pattern = sought.compiled()
    except BadPatternError as error:
        raise JobError(str(error)) from None
    is_regex = sought.mode == "regex"
    left = MOST_SNIPPETS_IN_ALL
    with StoreReader(path) as reader:
        ids = _wanted(reader.ids(part, "" if is_regex else sought.text), only, behind)
        yield {"of": len(ids)}
        for place, id in enumerate(ids):
            if is_regex:
                yield {"at": id}
            most = MOST_SNIPPETS if left > 0 else FEWEST_SNIPPETS
            found = _record(pattern, reader.texts(part, id, fields), fields, most)
            if found["counts"]:
                left -= len(found["snippets"])
                yield {"id": id, **found}
            if place % TELL_EVERY == TELL_EVERY - 1:
                yield {"looked": place + 1}
        yield {"looked": len(ids)}


def replacements(
    texts: Mapping[str, str], query: Mapping[str, Any], template: str
) -> Iterator[dict[str, Any]]:
    """What replacing does to the texts of one record.

    Yields ``{"field", "changes": [[start, end, text], …]}`` for each text that changes, in several
    pieces where there are many. Raises JobError for a pattern or a replacement that cannot be read.
    """
    sought = Query.of(query)
    try:
        sought.check_replacement(template)
        for field, text in texts.items():
            found = [[c.start, c.end, c.text] for c in changes(sought, template, text)]
            for start in range(0, len(found), CHANGES_AT_ONCE):
                yield {"field": field, "changes": found[start : start + CHANGES_AT_ONCE]}
    except BadPatternError as error:
        raise JobError(str(error)) from None


def _wanted(ids: list[str], only: Sequence[str] | None, behind: str) -> list[str]:
    if only is not None:
        known = set(only)
        ids = [id for id in ids if id in known]
    return ids[ids.index(behind) + 1 :] if behind in ids else ids


def _record(
    pattern: Any, texts: Mapping[str, str], fields: Sequence[str], most: int
) -> dict[str, Any]:
    """Counts by field, and the first hits; ``fields`` in the order in which they are shown."""
    counts: dict[str, int] = {}
    shown: list[Snippet] = []
    for field in fields:
        text, line, at = texts.get(field, ""), 1, 0
        for match in matches(pattern, text):
            counts[field] = counts.get(field, 0) + 1
            if len(shown) < most:
                line, at = line + text.count("\n", at, match.start()), match.start()
                shown.append(snippet(field, text, match.start(), match.end(), line))
    return {"counts": counts, "snippets": [asdict(each) for each in shown]}
