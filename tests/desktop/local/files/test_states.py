"""Every file of this computer in every state: the program starts, tells, and keeps what it can."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.desktop.support.local_home import (
    BRAND,
    TYPED,
    Home,
    bits,
    cut,
    empty,
    encoding,
    folder,
    missing,
    newer,
    no_rights,
    read_only,
)
from tests.desktop.support.ordinary_rights import ordinary_rights

from funneldesk.desktop.local.files.problems import Cause, LocalStoreProblem, ProblemKind
from funneldesk.desktop.local.settings import Theme

State = Callable[[Path], None]
FILES = ("settings", "connections", "cache", "work", "copy", "transfers", "watch")
SMALL = ("settings", "connections")
CAUSES: dict[State, Cause] = {
    cut: Cause.DAMAGED,
    bits: Cause.DAMAGED,
    encoding: Cause.DAMAGED,
    newer: Cause.NEWER,
    folder: Cause.FOLDER,
    no_rights: Cause.NO_RIGHTS,
}


@pytest.fixture(autouse=True)
def _rights(tmp_path: Path) -> Iterator[None]:
    with ordinary_rights():
        yield
    for place in (tmp_path, *tmp_path.rglob("*")):
        place.chmod(0o700)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def content_of(file: Path) -> bytes:
    return (file / "inside" if file.is_dir() else file).read_bytes()


def lies_somewhere(home: Home, file: Path, content: bytes) -> bool:
    """Whether what a file held is still there, under whatever name."""
    for place in file.parent.iterdir():
        place.chmod(0o700)
    found = (f for f in file.parent.rglob("*") if f.is_file() and f.name != f"{file.name}.copy")
    return any(f.read_bytes() == content for f in found)


CELLS = [
    (name, state)
    for name in FILES
    for state in CAUSES
    # The small ones have no version: what a newer program added to them is kept.
    if not (state is newer and name in SMALL)
]


@pytest.mark.parametrize(
    ("name", "state"), CELLS, ids=[f"{name}-{state.__name__}" for name, state in CELLS]
)
async def test_a_file_that_cannot_be_used_is_told_of_and_kept(
    home: Home, name: str, state: State
) -> None:
    await home.fill()
    file = home.files[name]
    state(file)
    spoilt = b"" if state is no_rights else content_of(file)

    start = await home.start(typed="more")
    assert [(aside.original, aside.cause) for aside in start.asides] == [(file, CAUSES[state])]
    told = start.asides[0].explanation
    assert file.name in told.happened
    assert str(file.parent) in told.advice
    assert start.asides[0].kept_as.name in f"{told.advice} {file.name}"
    assert state is no_rights or lies_somewhere(home, file, spoilt)
    assert start.asides[0].kept_as.exists()

    # One spoilt file costs no more than what can be read from the server again.
    assert start.drafts == {"1": TYPED, "more": "more"}
    assert (start.theme, start.brands) == (Theme.DARK, (BRAND.name,))
    others = {n: v for n, v in (("cache", 40), ("transfers", 1), ("watch", 1)) if n != name}
    counts = {"cache": start.pages, "transfers": start.jobs, "watch": start.pairs}
    assert {n: counts[n] for n in others} == others

    again = await home.start()
    assert again.drafts == start.drafts
    assert [aside.cause for aside in again.asides] == ([Cause.NEWER] if state is newer else [])


@pytest.mark.parametrize("name", FILES)
async def test_a_missing_file_is_restored_from_its_second_copy_and_told(
    home: Home, name: str
) -> None:
    await home.fill()
    missing(home.files[name])
    start = await home.start(typed="more")
    told = [(aside.original, aside.cause) for aside in start.asides]
    has_copy = name in (*SMALL, "work")
    assert told == ([(home.files[name], Cause.GONE)] if has_copy else [])
    assert start.drafts == {"1": TYPED, "more": "more"}
    assert (start.theme, start.brands) == (Theme.DARK, (BRAND.name,))
    again = await home.start()
    assert (again.asides, again.drafts) == ((), start.drafts)


@pytest.mark.parametrize("name", FILES)
async def test_a_file_cut_to_nothing_is_told(home: Home, name: str) -> None:
    await home.fill()
    empty(home.files[name])
    start = await home.start(typed="more")
    cause = Cause.DAMAGED if name in SMALL else Cause.GONE
    assert [(a.original, a.cause) for a in start.asides] == [(home.files[name], cause)]
    assert start.drafts == {"1": TYPED, "more": "more"}
    assert (start.theme, start.brands) == (Theme.DARK, (BRAND.name,))
    assert (await home.start()).asides == ()


@pytest.mark.parametrize("name", ["settings", "cache"])
async def test_a_folder_that_may_not_be_written_shows_what_is_in_it(home: Home, name: str) -> None:
    await home.fill()
    file = home.files[name]
    before = {f: f.read_bytes() for f in file.parent.iterdir()}
    read_only(file)
    start = await home.start()
    assert start.drafts == {"1": TYPED}
    assert (start.theme, start.brands) == (Theme.DARK, (BRAND.name,))
    assert (start.pages, start.jobs, start.pairs) == (40, 1, 1)
    assert {f: f.read_bytes() for f in file.parent.iterdir()} == before
    if name == "cache":
        assert {aside.cause for aside in start.asides} == {Cause.NOT_USABLE}
        with pytest.raises(LocalStoreProblem) as caught:
            await home.start(typed="more")
        assert caught.value.kind is ProblemKind.NOT_ALLOWED


async def test_drafts_of_an_older_version_come_back_to_the_newer_one(home: Home) -> None:
    await home.fill()
    newer(home.files["work"])
    older = await home.start(typed="typed in the older version")
    assert older.drafts.keys() == {"1", "typed in the older version"}
    newer(home.files["work"], version=1)
    start = await home.start()
    assert (start.asides, start.drafts) == ((), older.drafts)


async def test_both_copies_of_a_draft_may_be_spoilt_in_different_places(home: Home) -> None:
    await home.fill()
    for name in ("work", "copy"):
        cut(home.files[name])
    start = await home.start()
    assert {aside.original.name for aside in start.asides} == {
        home.files["work"].name,
        home.files["copy"].name,
    }
