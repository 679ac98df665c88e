"""The rows of a grouped answer as JSON, in which what is alike is encoded once.

Cells are worked out and encoded metric by metric (``cells``), and put together row by row. There
are ``MOST_CELLS`` at most, so that nobody has to wait long for the report of somebody else.
"""

import sys
from itertools import chain

from pydantic_core import to_json
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.answers import MOST_ROWS, Asked, summed_rows
from funneldesk.server.parts.analytics.questions import TIMES
from funneldesk.server.web.errors import invalid

MOST_CELLS = 20_000
"""Values of an answer, some nine megabytes: of the rows with most of the first metric."""

_HOURS = {"hour": 1, "day": 24, "week": 7 * 24, "month": 28 * 24, "year": 365 * 24}


def rows_as_json(
    session: Session, brand_id: int, asked: Asked, most: int = MOST_ROWS
) -> tuple[bytes, int]:
    """The first of ``rows_of``, written, and how many there are in all.

    Raises Refused (422) for a period that has more hours, days, … than fit.
    """
    at_most = min(MOST_ROWS, MOST_CELLS // max(1, len(asked.metrics)))
    if most >= at_most:
        _check_length(asked, at_most)
    rows = list(summed_rows(session, brand_id, asked))
    first = rows[: min(most, at_most)]
    if not first:
        return b"[]", len(rows)
    # Loading numpy takes a tenth of a second: only those who ask so wait for it, once.
    from funneldesk.server.parts.analytics.cells import columns_of

    keys, names, nows, befores = zip(*first, strict=True)
    heads = [
        b'},{"row_key":%b,"row_name":%b' % head
        for head in zip(map(to_json, keys), map(to_json, names), strict=True)
    ]
    heads[0] = b"[" + heads[0].removeprefix(b"},")
    columns = columns_of(asked, nows, befores)
    parts = chain.from_iterable(zip(heads, *columns, strict=True))
    return b"".join(chain(parts, (b"}]",))), len(rows)  # once: it may be tens of megabytes


def _check_length(asked: Asked, at_most: int) -> None:
    """Refuse what would be cut in time: half a period looks like a whole one."""
    groupings, span = asked.question.groupings, asked.question.span
    if any(name not in TIMES for name in groupings):
        return
    shortest = min(_HOURS.get(name, sys.maxsize) for name in groupings)
    if span.hours > at_most * shortest:
        raise invalid(
            {
                "end": f"An answer has at most {at_most:,} rows with so many metrics. Choose a "
                "shorter period, or group by days, weeks or months."
            }
        )
