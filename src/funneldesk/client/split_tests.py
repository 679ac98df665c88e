"""Split tests: which variant sells better (document: Endpoints, Split tests; quirks 41 to 44)."""

import builtins
from collections.abc import AsyncIterator

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.listing import Listing
from funneldesk.contract.split_tests import (
    ChartData,
    ChartFilter,
    DeclaredWinner,
    ListedSplitTest,
    NodeCode,
    QueuedExport,
    QuickAccess,
    SplitTest,
    SplitTestDraft,
    SplitTestExport,
    SplitTestFilter,
    SplitTestNote,
    SplitTestPatch,
    SplitTestSummary,
    WinnerDraft,
)


class SplitTests(Resource):
    """Split tests of one brand. Every write body goes under ``split_test`` (quirk 41)."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/split-tests")

    async def list(self, filter: SplitTestFilter | None = None) -> Listing[ListedSplitTest]:
        """A page of the tests, with what only lists show: views, duration, time left."""
        return await self._listing(
            self._path, ListedSplitTest, (filter or SplitTestFilter()).query()
        )

    def iterate(self, filter: SplitTestFilter | None = None) -> AsyncIterator[ListedSplitTest]:
        """All tests that fit, one by one, for ``async for``."""
        wanted = filter or SplitTestFilter()
        return walk(lambda page: self.list(wanted.model_copy(update={"page": page})))

    async def quick_access(self) -> QuickAccess:
        """How many tests there are, by words of its own (quirk 42)."""
        return await self._get(f"{self._path}/quick-access", QuickAccess)

    async def get(self, test_id: int) -> SplitTest:
        """A test, whole; an unknown status comes as it is."""
        return await self._get(f"{self._path}/{test_id}", SplitTest)

    async def create(self, draft: SplitTestDraft) -> SplitTest:
        """Make a test. Never repeated by itself: after a failure with ``maybe_done``, look first.

        BadAnswer with ``maybe_done`` when the answer does not show the test (quirk 20).
        """
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, SplitTest, "split_test")
        if made is None:
            raise answer.bad("it does not show the new split test")
        return made

    async def update(self, test_id: int, patch: SplitTestPatch) -> SplitTestSummary:
        """Change what ``patch`` sets; the answer is a summary, read again where it shows none."""
        answer = await self._update(f"{self._path}/{test_id}", patch)
        written = await read_written(answer, SplitTestSummary, "split_test")
        return written or await read_again(self.get(test_id))

    async def delete(self, test_id: int) -> None:
        """Delete a test: its status becomes ``deleted`` (quirk 44)."""
        await self._delete(f"{self._path}/{test_id}")

    async def chart_data(self, test_id: int, filter: ChartFilter) -> ChartData:
        """One of the four charts. Two shapes are not shown: unknown keys are kept (quirk 44)."""
        return await self._get(f"{self._path}/{test_id}/chart-data", ChartData, filter.query())

    async def declare_winner(self, test_id: int, winner: WinnerDraft) -> DeclaredWinner:
        """End a running or paused test with a winner. Never repeated by itself.

        Raises Invalid when the test has ended already.
        """
        answer = await self._post(f"{self._path}/{test_id}/declare-winner", winner.body())
        return await read_record(answer, DeclaredWinner)

    async def export(self, test_id: int, wish: SplitTestExport | None = None) -> QueuedExport:
        """Have a test's numbers sent by e-mail. Never repeated by itself."""
        body = (wish or SplitTestExport()).body()
        return await read_record(
            await self._post(f"{self._path}/{test_id}/export", body), QueuedExport
        )

    async def node_codes(self, test_id: int) -> builtins.list[NodeCode]:
        """The variants' codes, by which analytics can be narrowed to one of them."""
        path = f"{self._path}/{test_id}/node-codes"
        return builtins.list((await self._listing(path, NodeCode)).rows)

    async def list_notes(self, test_id: int) -> builtins.list[SplitTestNote]:
        """The notes of a test."""
        path = f"{self._path}/{test_id}/notes"
        return builtins.list((await self._listing(path, SplitTestNote)).rows)

    async def iterate_notes(self, test_id: int) -> AsyncIterator[SplitTestNote]:
        """The notes of a test one by one, for ``async for``."""
        for note in await self.list_notes(test_id):
            yield note

    async def create_note(self, test_id: int, content: str) -> SplitTestNote:
        """Leave a note. Never repeated by itself."""
        body = {"split_test": {"content": content}}
        answer = await self._post(f"{self._path}/{test_id}/notes", body)
        made = await read_written(answer, SplitTestNote, "note")
        if made is None:
            raise answer.bad("it does not show the new note")
        return made

    async def delete_note(self, test_id: int, note_id: int) -> None:
        """Delete a note, for good."""
        await self._delete(f"{self._path}/{test_id}/notes/{note_id}")
