"""The panel of split tests by itself: many tests, many variants, long names, little room."""

from pytestqt.qtbot import QtBot

from funneldesk.contract.markup import scan
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.parts.pages.split_tests.panel import MOST_TESTS, TestsPanel
from funneldesk.desktop.parts.pages.split_tests.state import Record, Stored


def markup(name: str, *variants: str, extra: str = "") -> str:
    inner = "".join(
        f'<variant name="{v}" weight="{100 // len(variants)}">x</variant>' for v in variants
    )
    return f'<inline-split-test name="{name}"{extra}>{inner}</inline-split-test>'


def shown(qtbot: QtBot, html: str, stored: Stored | None = None, width: int = 430) -> TestsPanel:
    panel = TestsPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 300)
    panel.show_blocks(scan(html), stored)
    panel.show()
    qtbot.waitUntil(panel.is_whole, timeout=20_000)
    return panel


def test_many_tests_are_made_bit_by_bit_and_no_more_than_help(qtbot: QtBot) -> None:
    html = "".join(markup(f"t{number}", "A", "B") for number in range(MOST_TESTS + 20))
    panel = TestsPanel()
    qtbot.addWidget(panel)
    panel.show_blocks(scan(html))
    assert len(panel.boxes) < MOST_TESTS
    qtbot.waitUntil(panel.is_whole, timeout=20_000)
    assert len(panel.boxes) == MOST_TESTS
    texts = [label.text() for label in panel.findChildren(Label)]
    assert "20 more: edit their weights in the source." in texts


def test_boxes_stay_while_only_names_and_weights_change(qtbot: QtBot) -> None:
    panel = shown(qtbot, markup("one", "A", "B") + markup("two", "A", "B", "C"))
    first, second = panel.boxes
    panel.show_blocks(scan(markup("uno", "A", "X") + markup("two", "A", "B", "C", "D")))
    qtbot.waitUntil(panel.is_whole)
    assert panel.boxes[0] is first
    assert panel.boxes[1] is not second
    assert [line.name.button.whole for line in first.lines] == ["A", "X"]
    assert len(panel.boxes[1].lines) == 4
    panel.show_blocks([])
    assert not panel.boxes
    assert panel.isHidden()


def test_a_long_name_is_cut_and_whole_on_hover(qtbot: QtBot) -> None:
    long = "A brave & bold promise that is far too long for its place <b>here</b>"
    panel = shown(qtbot, markup("t", long.replace("&", "&amp;"), "B"), width=340)
    button = panel.boxes[0].lines[0].name.button
    assert button.text().endswith("…")
    assert "&lt;b&gt;here" in button.toolTip()


def test_in_little_room_every_share_can_still_be_moved(qtbot: QtBot) -> None:
    panel = shown(qtbot, markup("t", *"ABCDEFGHIJKLMNOPQRST"), width=340)
    box = panel.boxes[0]
    assert box.add_button.isHidden()
    assert all(line.share.slider.width() >= 40 for line in box.lines)
    assert panel.widget().width() <= panel.viewport().width()
    panel.focus_test(0)
    panel.resize(600, 300)
    assert not box.add_button.isHidden()


def test_each_test_tells_how_it_stands(qtbot: QtBot) -> None:
    stored = scan(markup("one", "A") + markup("two", "A") + markup("three", "A", extra=' id="9"'))
    records = {7: Record("one", "running"), 9: Record("three", "paused")}
    now = markup("one", "A") + markup("new", "A") + markup("three", "A", extra=' id="9"')
    panel = shown(qtbot, now + markup("x", "A", extra=' id="9"'), Stored(stored, records, True))
    assert [box.outcome.text() for box in panel.boxes] == [
        "Will restart",
        "Not started",
        "Paused",
        "Not started",
    ]
    assert [not box.keep_button.isHidden() for box in panel.boxes] == [True, False, False, False]
    assert "anew" in panel.boxes[3].outcome.toolTip()
