"""Watched folders as a user meets them: paired, marked in the tree, logged, decided about."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from tests.desktop.assets.watched_folders.test_watch import content, log, put_there
from tests.desktop.parts.files.test_panel import opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.assets.watched_folders.scan import Mark, is_passing
from funneldesk.desktop.assets.watched_folders.settling import Settling
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.watched_folders.dialog import WatchDialog
from funneldesk.desktop.parts.files.watched_folders.feature import Watching
from funneldesk.desktop.parts.files.watched_folders.pair_dialog import WatchPairDialog


@pytest.fixture
def review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the user has folders."""
    made = tmp_path_factory.mktemp("desk") / "Spring campaign"
    made.mkdir()
    (made / "landing.css").write_bytes(b"h1 {}")
    (made / "there.css").write_bytes(b"mine {}")
    (made / "brief.pdf").write_bytes(b"%PDF-1.7 brief")
    return made


def watching(panel: FilesPanel) -> Watching:
    feature = next(each for each in panel.features if isinstance(each, Watching))
    feature.folders.settle = 0.1
    return feature


def titles(dialog: WatchDialog) -> list[str]:
    return [dialog.log.rows.at(place).title for place in range(dialog.log.rows.rowCount())]


@in_the_window
async def test_a_folder_is_paired_followed_and_decided_about(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    await put_there(brand, "web/there.css", b"theirs {}")
    panel = await opened(bench, await bench.workspace(brand))
    watching(panel).open()
    dialog: WatchDialog = await shown_dialog(WatchDialog)
    assert "No watched folders yet" in said(dialog)
    dialog.add.click()
    pair: WatchPairDialog = await shown_dialog(WatchPairDialog)
    assert not pair.go_button.isEnabled()
    pair.take(review)
    assert pair.target.folder == "spring-campaign"
    await until(lambda: pair.counted.text().startswith("3 files, "))
    pair.target.field.clear()
    QTest.keyClicks(pair.target.field, "web")
    pair.go_button.click()
    await until(lambda: len(titles(dialog)) == 3)
    assert not open_dialogs(WatchPairDialog)
    assert panel.tree.badge("web") is not None
    await until(lambda: bench.notice("1 changed file waits for you."))
    dialog.filters.choose("asked")
    dialog.filters.chosen.emit("asked")
    await until(lambda: titles(dialog) == ["web/there.css"])
    next(button for button in dialog.answers if button.text() == "Replace").click()
    await until(lambda: "There is nothing to decide." in said(dialog))
    await until(lambda: "there.css" in log(panel.workspace, "sent"))
    assert await content(brand, "web/there.css") == b"mine {}"
    dialog.pause.click()
    await until(lambda: dialog.pairs.rows.at(0).chip == "Paused")
    assert dialog.pause.text() == "Go on"
    dialog.stop.click()
    await until(lambda: len(open_dialogs()) == 2)
    next(each for each in open_dialogs() if each is not dialog).button("yes").click()
    await until(lambda: "No watched folders yet" in said(dialog))
    assert panel.tree.badge("web") is None
    assert (review / "landing.css").exists()
    dialog.answer("")


@in_the_window
async def test_a_pair_that_cannot_be_is_told_in_the_dialog(
    brand: LiveBrand, bench: WindowBench, review: Path
) -> None:
    panel = await opened(bench, await bench.workspace(brand))
    watching(panel).open(pair_with="")
    pair: WatchPairDialog = await shown_dialog(WatchPairDialog)
    pair.take(panel.workspace.store.path.parent)
    pair.go_button.click()
    await until(lambda: "its own files" in said(pair))
    assert pair.isVisible()
    pair.answer("")
    (await shown_dialog(WatchDialog)).answer("")


@given(
    st.lists(
        st.tuples(
            st.floats(0.01, 3.0),
            st.dictionaries(st.sampled_from("abc"), st.integers(0, 2), max_size=3),
        ),
        max_size=30,
    )
)
def test_only_what_rested_long_enough_is_ready(looks: list[tuple[float, dict[str, int]]]) -> None:
    settling = Settling(1.0)
    judged: dict[str, Mark] = {}
    since: dict[str, tuple[Mark, float]] = {}
    now = 0.0

    def is_new(place: str, mark: Mark) -> bool:
        return judged.get(place) != mark

    for pause, sizes in looks:
        now += pause
        seen = {place: Mark(size, size) for place, size in sizes.items()}
        ready = settling.look(now, seen, is_new)
        for place in since.keys() - seen.keys():
            del since[place]
        for place, mark in seen.items():
            if place not in since or since[place][0] != mark:
                since[place] = (mark, now)
        for place, mark in ready.items():
            assert seen[place] == mark
            assert judged.get(place) != mark
            assert now - since[place][1] >= 1.0
        judged |= ready
    # What rests and was not judged is ready sooner or later.
    last = {place: mark for place, (mark, _) in since.items() if judged.get(place) != mark}
    ready = settling.look(now + 1.0, last, lambda *_: True)
    assert (ready | settling.look(now + 2.1, last, lambda *_: True)).keys() == last.keys()


def test_files_that_programs_have_only_for_a_while_are_passed_over() -> None:
    for name in (
        "~$a.docx",
        ".a.css.swp",
        "a.css~",
        "a.crdownload",
        "A.PART",
        ".hidden",
        "Thumbs.db",
    ):
        assert is_passing(name), name
    for name in ("a.css", "part.png", "tmp.json", "a~b.css"):
        assert not is_passing(name), name
