"""A library of records made from a declaration: funnels here, known by their names."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.client import Api
from funneldesk.contract.funnels import Funnel, FunnelDraft, FunnelSummary
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.cache.matching import fold
from funneldesk.desktop.records.kind import ListedKind
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.library.row import RecordRow
from funneldesk.desktop.records.library.slices import in_slices


@dataclass(slots=True)
class FunnelRow(RecordRow):
    name: str
    number: int

    @classmethod
    def of(cls, summary: Mapping[str, Any]) -> Self:
        name = str(summary["name"])
        return cls(name.casefold(), name, summary["id"], sought=fold(name))


def _slices(api: Api) -> AsyncIterator[Listing[FunnelSummary]]:
    return in_slices(api.funnels.iterate(), 2)


async def _get(api: Api, name: str) -> Funnel:
    listed = await api.funnels.list()
    return await api.funnels.get(next(f.id for f in listed if f.name.casefold() == name))


FUNNELS = ListedKind(LocalCopy("funnels"), "funnel", FunnelRow, _slices, _get, details=True)


@in_the_window
async def test_what_was_listed_once_is_there_without_the_server(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        for name in ("Seasons", "Webinar", "Quiz"):
            await api.funnels.create(FunnelDraft(name=name))
    before = await bench.workspace(brand, place="copy")
    library = library_of(before, FUNNELS)
    await library.show_local()
    assert not library.loaded, "nothing is known yet, which is not an empty list"
    await library.refresh()
    assert sorted(library.rows) == ["quiz", "seasons", "webinar"]
    await bench.close(before)

    workspace = await bench.workspace(brand, place="copy", connected=False)
    library = library_of(workspace, FUNNELS)
    assert library_of(workspace, FUNNELS) is library, "all panels have one together"
    await library.show_local()
    assert [row.name for row in library.rows.values()].count("Quiz") == 1
    assert library.total == 3
    assert await library.ids_with("web") == {"webinar"}


@in_the_window
async def test_details_of_another_shape_are_kept_beside_the_list(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        funnel = await api.funnels.create(FunnelDraft(name="Seasons"))
    library = library_of(await bench.workspace(brand), FUNNELS)
    await library.refresh()
    assert await library.record("seasons") is None
    body = await library.fetch("seasons")
    assert (body["id"], body["pages"]) == (funnel.id, [])
    assert await library.record("seasons") == body
    coverage = await library.coverage()
    assert (coverage.whole, coverage.total) == (1, 1)


@in_the_window
async def test_a_change_on_the_server_and_its_end_reach_the_rows_and_their_listeners(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        funnel = await api.funnels.create(FunnelDraft(name="Seasons"))
        library = library_of(await bench.workspace(brand), FUNNELS)
        await library.refresh()
        replaced: list[None] = []
        library.replaced.connect(lambda: replaced.append(None))
        await library.refresh()
        assert not replaced, "nothing changed, so that nothing has to be drawn"
        await api.funnels.delete(funnel.id)
        await api.funnels.create(FunnelDraft(name="Webinar"))
    await library.refresh()
    assert (list(library.rows), len(replaced)) == (["webinar"], 1)
    changed: list[str] = []
    library.row_changed.connect(changed.append)
    await library.forget("webinar")
    assert (dict(library.rows), changed) == ({}, ["webinar"])
