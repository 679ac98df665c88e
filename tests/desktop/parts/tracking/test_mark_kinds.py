"""Marks of a recording are gone through by kind, with the mouse and by keys."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.parts.tracking.test_film import add_angry_visit, click
from tests.desktop.parts.tracking.test_tracking import opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.tracking.replay.marks import Kind, Mark
from funneldesk.desktop.parts.tracking.replay.player import ReplayPlayer

MARKS: tuple[tuple[Kind, float], ...] = (
    ("click", 1_000),
    ("rage", 3_000),
    ("click", 5_000),
    ("error", 7_000),
)
EVENTS = [
    click(1_000, "a.buy"),
    *(click(at, "div.price") for at in (3_000, 3_200, 3_400)),
    {**click(5_000, "a.buy"), "x": 300},
    {"type": "error", "ts": 7_000, "target": "TypeError"},
    {"type": "mousemove", "x": 1, "y": 1, "ts": 9_000},
]


def stops(player: ReplayPlayer, key: Qt.Key) -> list[float]:
    """Where a key leads, until it leads no further."""
    found = [player.at]
    while True:
        QTest.keyClick(player, key)
        if player.at == found[-1]:
            return found[1:]
        found.append(player.at)


@in_the_window
async def test_next_and_before_lead_to_the_kinds_that_are_chosen(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_angry_visit(brand, events=EVENTS)
    panel = await opened(bench, await bench.workspace(brand))
    panel.play_of("s-angry")
    player = panel.recordings.player
    await until(lambda: len(player.recording) == len(EVENTS) and panel.is_quiet)
    assert [(each.kind, each.at) for each in player.marks] == list(MARKS)
    chips = player.kinds.chips
    assert chips["click"].text() == "Clicks 2"
    assert chips["rage"].text() == "Rage clicks 1"
    assert not chips["dead"].isEnabled()
    assert not chips["back"].isEnabled()
    assert stops(player, Qt.Key.Key_Period) == [1_000, 3_000, 5_000, 7_000]
    assert stops(player, Qt.Key.Key_Comma) == [5_000, 3_000, 1_000]
    player.seek(0)
    QTest.keyClick(player, Qt.Key.Key_1)  # No clicks.
    assert not chips["click"].isChecked()
    assert [each.kind for each in player.bar.marks] == ["rage", "error"]
    assert stops(player, Qt.Key.Key_Period) == [3_000, 7_000]
    QTest.mouseClick(chips["rage"], Qt.MouseButton.LeftButton)
    player.seek(0)
    assert stops(player, Qt.Key.Key_Period) == [7_000]
    QTest.keyClick(player, Qt.Key.Key_3)  # There are no dead clicks: nothing to switch.
    assert chips["dead"].isChecked()
    QTest.keyClick(player, Qt.Key.Key_4)
    assert not player.next_mark.isEnabled(), "nothing is left to go to"
    QTest.keyClick(player, Qt.Key.Key_0)
    player.seek(0)
    assert len(stops(player, Qt.Key.Key_Period)) == len(MARKS)


@in_the_window
async def test_the_keys_of_the_player_are_told(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, await bench.workspace(brand))
    told = {line[0]: line[1] for line in panel.shortcuts()}
    assert "next mark" in told["."]
    assert "Rage clicks" in told["2"]
    assert "all kinds" in told["0"]


def test_what_is_chosen_of_a_kind_holds_in_the_next_recording() -> None:
    from funneldesk.desktop.parts.tracking.replay.mark_kinds import MarkKinds

    kinds = MarkKinds()
    kinds.show_marks([Mark("click", 1), Mark("error", 2)])
    kinds.chips["click"].click()
    kinds.show_marks([Mark("rage", 1)])
    assert kinds.chosen() == {"rage"}
    kinds.show_marks([Mark("click", 1), Mark("back", 2)])
    assert kinds.chosen() == {"back"}
