"""Where files are used: pages, components, blogs and style sheets of a real platform are looked
at, and what was found follows them."""

import asyncio
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client.uploads import Upload
from funneldesk.contract.components import ComponentDraft
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.reference_cache import References, uses_of
from funneldesk.desktop.assets.references.use import Covered, Use, counted, covered_words
from funneldesk.desktop.workspace.workspace import Workspace


def test_how_much_is_known_is_said_in_words() -> None:
    whole = (Covered("pages", 3, 3), Covered("blogs", 0, 0))
    assert covered_words(whole) == ""
    part = (Covered("pages", 214, 1300), Covered("blogs", 1, 2), Covered("styles", 0, 0, False))
    assert covered_words(part) == (
        "214 of 1,300 pages and 1 of 2 blogs known so far; style sheets not read yet"
    )


RECORDS = st.tuples(st.sampled_from(["pages", "blogs"]), st.sampled_from("123"), st.booleans())
FOUND = st.dictionaries(st.sampled_from(["a.png", "b/c.png", "b/d.png", "b"]), st.integers(1, 3))


@given(st.lists(st.tuples(RECORDS, st.none() | FOUND), max_size=12))
def test_what_is_kept_is_what_was_found_last(
    steps: list[tuple[tuple[str, str, bool], dict[str, int] | None]],
) -> None:
    """However records come, change and go: a path has the uses of the records of now."""
    now: dict[tuple[str, str, bool], dict[str, int]] = {}
    with TemporaryDirectory() as folder:
        store = f"{folder}/s.sqlite3"
        with References(store) as kept:
            for (part, record_id, draft), found in steps:
                if found is None:
                    kept.drop(part, record_id, draft=draft)
                    now.pop((part, record_id, draft), None)
                    continue
                mentions = [(path, "html", "", False, count, 0) for path, count in found.items()]
                kept.put((part, record_id), "m", "t", mentions, draft=draft)
                now[part, record_id, draft] = found
        for path in ("a.png", "b", "b/c.png"):
            wanted = {
                key: total
                for key, found in now.items()
                if (total := sum(n for p, n in found.items() if f"{p}/".startswith(f"{path}/")))
            }
            uses = uses_of(store, [path]).get(path, [])
            assert {(use.part, use.id, use.is_draft): use.count for use in uses} == wanted


async def whole_index(workspace: Workspace) -> ReferenceIndex:
    """All that is to be known of the brand is known."""
    index = workspace.shared(ReferenceIndex)
    index.begin()
    await until(lambda: index.is_whole)
    return index


async def until_used(index: ReferenceIndex, path: str) -> None:
    """The index has learnt of a use."""
    changed = asyncio.Event()
    index.updated.connect(changed.set)
    async with asyncio.timeout(60):
        while not await index.uses(path):
            await changed.wait()
            changed.clear()
    await until(lambda: index.is_whole)
    await index.fresh()


def told(uses: Sequence[Use]) -> list[tuple[str, str, str, int]]:
    return [(use.part, use.title, use.field, use.count) for use in uses]


@in_the_window
async def test_uses_come_from_pages_components_and_style_sheets(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    html = f'<img src="{at}/media/a.png"><img srcset="{brand.base_url}{at}/media/a.png 4w">'
    await brand.add("Sale", html=html, css=f"b{{background:url({at}/media/b.png)}}")
    await brand.add("Other", html="<p>nothing</p>")
    async with brand.api() as api:
        await api.components.create(ComponentDraft(name="Hero", html=f'<img src="{at}/a.png">'))
        css = b"i{background:url(../media/b.png)} @import 'more.css';"
        await api.files.upload_many(
            [Upload("plain.css", b"b{color:red}"), Upload("site.css", css)], folder="css"
        )
    index = await whole_index(await bench.workspace(brand))
    assert index.covered_words == ""
    assert told(await index.uses("media/a.png")) == [("pages", "Sale", "html", 2)]
    assert told(await index.uses("media/b.png")) == [
        ("pages", "Sale", "css", 1),
        ("styles", "css/site.css", "text", 1),
    ]
    assert told(await index.uses("a.png")) == [("components", "Hero", "html", 1)]
    everything = await index.uses_of(["media", "media/none.png"])
    assert counted(everything["media"]) == "1 page and 1 style sheet"
    assert list(everything) == ["media"]
    assert (await index.counts())["media/a.png"] == 1


@in_the_window
async def test_what_was_found_follows_changes_deletions_and_drafts(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    page = await brand.add("Sale", html=f'<img src="{at}/a.png">')
    gone = await brand.add("Gone", html=f'<img src="{at}/a.png">')
    workspace = await bench.workspace(brand)
    index = await whole_index(workspace)
    assert counted(await index.uses("a.png")) == "2 pages"
    await brand.change(page, html=f'<img src="{at}/b.png">')
    await brand.delete(gone)
    index.read_again()
    draft = {"fields": {"title": "Sale", "html": f'<img src="{at}/c.png">'}}
    await workspace.store.save_draft("pages", str(page.id), draft, {"id": page.id, "name": "Sale"})
    await until_used(index, "b.png")
    assert not await index.uses("a.png")
    assert told(await index.uses("b.png")) == [("pages", "Sale", "html", 1)]
    (unsaved,) = await index.uses("c.png")
    assert unsaved.is_draft
    await workspace.store.drop_draft("pages", str(page.id))
    await index.fresh()
    assert not await index.uses("c.png")


@in_the_window
async def test_what_is_known_survives_a_restart_and_says_how_much_that_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    await brand.add("Sale", html=f'<img src="{at}/a.png">')
    first = await bench.workspace(brand, place="same")
    await whole_index(first)
    await bench.close(first)
    again = await bench.workspace(brand, place="same", connected=False)
    again.go_without_key()
    index = again.shared(ReferenceIndex)
    assert counted(await index.uses("a.png")) == "1 page"
    await index.fresh()
    assert index.is_whole
    elsewhere = await bench.workspace(brand, connected=False)
    elsewhere.go_without_key()
    unknown = elsewhere.shared(ReferenceIndex)
    await unknown.fresh()
    assert not unknown.is_whole
    assert unknown.covered_words == "Pages, components, blogs and style sheets not read yet"


@in_the_window
async def test_a_damaged_file_of_references_is_made_anew(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    await brand.add("Sale", html=f'<img src="{at}/a.png">')
    workspace = await bench.workspace(brand)
    file = workspace.store.path.with_name(workspace.store.path.name + ".references")
    file.write_bytes(b"no database" * 100)
    index = await whole_index(workspace)
    assert counted(await index.uses("a.png")) == "1 page"
