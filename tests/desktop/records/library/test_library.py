"""A library of records made from a declaration: funnels here, known by their names."""

from tests.desktop.support.funnel_records import FUNNELS
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.contract.funnels import FunnelDraft
from funneldesk.desktop.records.library.library import library_of


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
