"""The split tests of pages that are written without being open: kept, and put back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from funneldesk.contract.markup import applied, every_block, scan
from funneldesk.contract.markup_edits import name_record, record_id
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.changes import sent_tests
from funneldesk.desktop.parts.pages.split_tests.state import Record, to_keep
from funneldesk.desktop.records.split_test_states import DELETED
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

TestChoice = Literal["keep", "skip", "restart"]
"""What becomes of split tests without an id on pages whose html is sent (quirk 27)."""

NOT_FOUND = _("Its split tests couldn't be found on the server, so it was skipped.")
MOST_RECORDS = 1000
"""Tests of the brand that are looked through for those of the page."""

Kept = Mapping[int, int]
"""The tests of html by the places of its blocks, as ``every_block`` gives them."""


async def tests_in(
    workspace: Workspace, page_id: int, html: str, choice: TestChoice
) -> Kept | None:
    """The tests of the stored html's blocks that do not name them, in whatever state they are.

    None when the server has too many tests to look through, or when those that shall be kept
    cannot all be told. Raises ``ApiError``.
    """
    if "<" not in html or not await in_thread(sent_tests, html, html):
        return {}
    records = await workspace.run(lambda api: records_of_page(api, page_id))
    if records is None:
        return None
    kept, lost = await in_thread(_judged, html, records)
    return None if lost and choice == "keep" else kept


def _judged(html: str, records: Mapping[int, Record]) -> tuple[Kept, bool]:
    """The tests to keep, and whether one is lost: its next save starts it anew."""
    again = sum(test.outcome == "again" for test in sent_tests(html, html, records))
    kept = to_keep(html, html, records)
    return kept, len(kept) < again


def with_ids(html: str, before: str, kept: Kept) -> str:
    """``html`` with the ids of the tests that its blocks have in ``before``.

    Blocks are the same by their places while there are as many of them, and by their names
    otherwise. An id that kept nothing there gives way.
    """
    blocks, was = list(every_block(scan(html))), list(every_block(scan(before)))
    taken = {record_id(block) for block in blocks}
    if len(blocks) == len(was):
        places = {
            place: number
            for place, number in kept.items()
            if record_id(blocks[place]) in (0, record_id(was[place]))
        }
    else:
        records = {number: Record(was[place].name, "") for place, number in kept.items()}
        found = to_keep(html, before, records)
        places = {place: n for place, n in found.items() if not record_id(blocks[place])}
    edits = [
        edit
        for place, number in sorted(places.items())
        if number not in taken
        for edit in name_record(html, blocks[place], number)
    ]
    return applied(html, sorted(edits, key=lambda edit: edit.start))


async def records_of_page(api: "Api", page_id: int) -> dict[int, Record] | None:
    """The records of a page's tests, deleted ones too, by id; None when there are too many to
    look through."""
    from funneldesk.contract.split_tests import SplitTestFilter

    found: dict[int, Record] = {}
    seen = 0
    for status in (None, DELETED):
        async for test in api.split_tests.iterate(SplitTestFilter(per_page=100, status=status)):
            if test.page_id == page_id:
                items = test.config.items if test.config else ()
                names = tuple(item.name or "" for item in items)
                found[test.id] = Record(test.name, test.status, names)
            seen += 1
            if seen > MOST_RECORDS:
                return None
    return found
