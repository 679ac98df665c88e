"""The running split tests of pages that are written without being open: kept, and put back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from funneldesk.contract.markup import applied, every_block, scan
from funneldesk.contract.markup_edits import name_record, record_id
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.state import Record, to_keep
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

TestChoice = Literal["keep", "skip", "restart"]
"""What becomes of split tests without an id on pages whose html is sent (quirk 27)."""

NOT_FOUND = _("Its running split tests couldn't be found on the server, so it was skipped.")
MOST_RECORDS = 1000
"""Tests of the brand that are looked through for those of the page."""

Kept = Mapping[int, int]
"""The running tests of html by the places of its blocks, as ``every_block`` gives them."""


async def running_in(workspace: Workspace, page_id: int, html: str) -> Kept | None:
    """The running tests of the stored html's blocks that do not name them.

    None when the server has too many tests to look through. Raises ``ApiError``.
    """
    if not await in_thread(_lacks_ids, html):
        return {}
    records = await workspace.run(lambda api: records_of_page(api, page_id))
    return None if records is None else await in_thread(to_keep, html, records)


def with_ids(html: str, before: str, kept: Kept) -> str:
    """``html`` with the ids of the tests that its blocks have in ``before``.

    Blocks are the same by their places while there are as many of them, and by their names
    otherwise.
    """
    blocks, was = list(every_block(scan(html))), list(every_block(scan(before)))
    if len(blocks) == len(was):
        places = dict(kept)
    else:
        records = {number: Record(was[place].name, "running") for place, number in kept.items()}
        places = to_keep(html, records)
    taken = {record_id(block) for block in blocks}
    edits = [
        edit
        for place, number in sorted(places.items())
        if not record_id(blocks[place]) and number not in taken
        for edit in name_record(html, blocks[place], number)
    ]
    return applied(html, sorted(edits, key=lambda edit: edit.start))


async def records_of_page(api: "Api", page_id: int) -> dict[int, Record] | None:
    """The records of a page's tests, by id; None when there are too many to look through."""
    from funneldesk.contract.split_tests import SplitTestFilter

    found: dict[int, Record] = {}
    seen = 0
    async for test in api.split_tests.iterate(SplitTestFilter(per_page=100)):
        if test.page_id == page_id:
            found[test.id] = Record(test.name, test.status)
        seen += 1
        if seen > MOST_RECORDS:
            return None
    return found


def _lacks_ids(html: str) -> bool:
    return any(block.variants and not record_id(block) for block in every_block(scan(html)))
