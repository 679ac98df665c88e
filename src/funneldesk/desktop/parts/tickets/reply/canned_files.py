"""Canned replies as files: taken along to another computer, and brought from there."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from funneldesk.desktop.kit.rich_text.blocks import has_form, words
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.written import to_html
from funneldesk.desktop.parts.tickets.reply.canned import COLUMNS, MOST, CannedReply

MOST_BYTES = 20_000_000


def as_json(replies: Iterable[CannedReply]) -> str:
    """All of them, for another computer."""
    kept = [{name: getattr(each, name) for name in COLUMNS} for each in replies]
    return json.dumps(kept, ensure_ascii=False, indent=1)


def as_csv(replies: Iterable[CannedReply]) -> str:
    """The same as a table."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(COLUMNS)
    table.writerows([getattr(each, name) for name in COLUMNS] for each in replies)
    return written.getvalue()


def brought(text: str) -> Sequence[CannedReply]:
    """The replies of a file, JSON or CSV; what is none of them is left out.

    It takes as long as the file is large: call it in a thread."""
    try:
        found = json.loads(text)
        rows: Iterable[object] = found if isinstance(found, list) else ()
    except (ValueError, RecursionError):
        rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        return [_cleaned(each) for each in map(CannedReply.of, rows) if each is not None][:MOST]
    except csv.Error:
        return ()


def read_file(name: str) -> Sequence[CannedReply]:
    """The replies of a file on disk. Raises OSError and ValueError; call it in a thread."""
    with Path(name).open(encoding="utf-8-sig") as file:
        return brought(file.read(MOST_BYTES))


def write_file(name: str, replies: Iterable[CannedReply]) -> None:
    """All of them as CSV, or as JSON by any other name. Raises OSError; call it in a thread."""
    text = as_csv(replies) if name.lower().endswith(".csv") else as_json(replies)
    with Path(name).open("w", encoding="utf-8", newline="") as file:
        file.write(text)


def _cleaned(reply: CannedReply) -> CannedReply:
    """A reply of a file, whose html is a stranger's."""
    if not reply.html:
        return reply
    found = from_html(reply.html)
    return replace(reply, text=words(found), html=to_html(found) if has_form(found) else "")
