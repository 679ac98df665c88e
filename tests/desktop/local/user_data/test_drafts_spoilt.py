"""A byte that was turned on disk: each draft is still what was typed, and the damage is told."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from funneldesk.desktop.local.database.database_kinds import draft_copy_path, work_path
from funneldesk.desktop.local.files.problems import Cause
from funneldesk.desktop.local.store import LocalStore

Drafts = dict[tuple[str, str], object]
LONG = "<p>Summer sale é</p>\r\n" * 300
TYPED = LONG[:600] + "<p>typed since</p>" + LONG[600:]
BASE = {"html": LONG[:-7], "title": "as it was"}
SCHEMA_NAME = b"content TEXT NOT NULL"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both copies: a short text, a long one, and one kept by its change."""
    folder = tmp_path_factory.mktemp("sound")
    asyncio.run(typed(folder))
    return folder


async def typed(folder: Path) -> None:
    store = await LocalStore.open(folder / "one.sqlite3")
    await store.save_draft("pages", "1", {"html": LONG, "title": "x"}, BASE)
    await store.save_draft("pages", "1", {"html": TYPED, "title": "x"}, BASE)
    await store.save_draft("pages", "2", {"title": "a short one"}, {"title": "before"})
    await store.save_draft("blogs", "1", {"body": LONG.upper()}, {})
    await store.close()


async def found(folder: Path) -> tuple[Drafts, set[Cause]]:
    """The drafts that the next start has, by either way to ask for one, and what it tells."""
    store = await LocalStore.open(folder / "one.sqlite3")
    drafts: Drafts = {(d.part, d.id): (d.content, d.base) for d in await store.drafts()}
    for part, id in drafts:
        draft = await store.draft(part, id)
        assert draft is not None
        assert (draft.content, draft.base) == drafts[part, id]
    causes = {aside.cause for aside in store.asides}
    await store.close()
    return drafts, causes


async def after(sound: Path, name: str, spoil: Callable[[bytearray], None]) -> set[Cause]:
    """What is told once a file was spoilt; all drafts are as they were typed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "home"
        shutil.copytree(sound, folder)
        data = bytearray((folder / name).read_bytes())
        spoil(data)
        (folder / name).write_bytes(data)
        drafts, causes = await found(folder)
        assert drafts == WRITTEN
        return causes


WORK = work_path(Path("one.sqlite3"))
FILES = (WORK.name, draft_copy_path(WORK).name)
WRITTEN: Drafts = {
    ("pages", "1"): ({"html": TYPED, "title": "x"}, BASE),
    ("pages", "2"): ({"title": "a short one"}, {"title": "before"}),
    ("blogs", "1"): ({"body": LONG.upper()}, {}),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "text",
    [b"typed since", b"Summer", b"SUMMER", b"a short one", b"as it was", b"before", SCHEMA_NAME],
)
async def test_one_bit_of_a_text_is_told_and_costs_nothing(
    sound: Path, name: str, text: bytes
) -> None:
    def spoil(data: bytearray) -> None:
        data[data.index(text)] ^= 1

    assert await after(sound, name, spoil) == {Cause.DAMAGED}


@given(
    name=st.sampled_from(FILES),
    where=st.floats(0, 1, exclude_max=True),
    mask=st.integers(1, 255),
)
@example(name=FILES[0], where=0.0, mask=1)
async def test_whichever_byte_is_turned_no_draft_is_another_text(
    sound: Path, name: str, where: float, mask: int
) -> None:
    def spoil(data: bytearray) -> None:
        filled = [at for at, byte in enumerate(data) if byte]
        data[filled[int(where * len(filled))]] ^= mask

    await after(sound, name, spoil)
