"""Many renderings at once: a grid that is made as it comes into sight, scrolled together; one
rendering over another with a slider."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.desktop.support.preview_bench import PAGE, Stage

from funneldesk.desktop.kit.web.preview.preview import Layout, PreviewFrame

WIDTHS = (390, 820, 1280)
SCROLLS = "[...document.querySelectorAll('iframe')].map((f) => f.contentWindow.scrollY)"
SHARES = (
    "[...document.querySelectorAll('iframe')].map((f) => f.contentDocument.scrollingElement)"
    ".map((r) => r.scrollTop / (r.scrollHeight - r.clientHeight))"
)


def grid(variants: int, body: str = "<div style='height: {}px'>{}</div>") -> list[PreviewFrame]:
    return [
        PreviewFrame(
            f"{variant}.{width}",
            f"Variant {variant}",
            f"{100 // variants} %",
            width,
            PAGE.format(body.format(2000 + 700 * variant + width, variant)),
            note=f"{width} px",
        )
        for variant in range(variants)
        for width in WIDTHS
    ]


def loaded(on: Stage, count: int) -> bool:
    ready = "f.contentDocument && f.contentDocument.URL !== 'about:blank'"
    whole = f"{ready} && f.contentDocument.readyState === 'complete'"
    return bool(
        on.probe.run(
            f"document.querySelectorAll('iframe').length >= {count} && "
            f"[...document.querySelectorAll('iframe')].every((f) => {whole})"
        )
    )


def test_a_row_for_each_variant_a_column_for_each_width_at_one_scale(qtbot: QtBot) -> None:
    on = Stage(qtbot, *grid(2), layout=Layout("grid", 3))
    boxes = on.probe.run(
        "[...document.querySelectorAll('.glass')].map((g) => g.getBoundingClientRect().toJSON())"
    )
    assert [round(box["top"]) for box in boxes[:3]] == [round(boxes[0]["top"])] * 3
    assert boxes[3]["top"] > boxes[0]["bottom"]
    assert boxes[3]["left"] == boxes[0]["left"]
    scales = [box["width"] / width for box, width in zip(boxes, (*WIDTHS, *WIDTHS), strict=True)]
    assert max(scales) - min(scales) < 0.01
    assert boxes[2]["right"] <= 800
    inner = "[...document.querySelectorAll('iframe')].map((f) => f.contentWindow.innerWidth)"
    assert on.probe.run(inner) == [*WIDTHS, *WIDTHS]
    heading = on.probe.run("document.querySelector('.heading').innerText.split('\\n')")
    assert heading == ["Variant 0", "50 %", "390 px"]


def test_pages_far_from_sight_are_not_there_and_come_when_scrolled_to(qtbot: QtBot) -> None:
    frames = grid(12)
    on = Stage(qtbot, *frames, layout=Layout("grid", 3, lazy=True, linked=True))
    on.wait_for("0.390")
    qtbot.waitUntil(lambda: loaded(on, 3), timeout=10_000)
    assert on.probe.run("document.querySelectorAll('iframe').length") < len(frames)
    on.shown.clear()
    on.probe.run("void document.scrollingElement.scrollTo(0, 1e6)")
    on.wait_for("11.1280")
    on.probe.until("!document.querySelector('.card').querySelector('iframe')")
    assert on.probe.run("document.querySelectorAll('iframe').length") < len(frames)
    last = [replace(f, html=PAGE.format("new")) for f in frames if f.key == "11.1280"]
    on.shown.clear()
    on.stage.set_frames([*frames[:-1], *last])
    on.wait_for("11.1280")


def test_what_is_scrolled_moves_every_page_by_the_share_of_its_length(qtbot: QtBot) -> None:
    on = Stage(qtbot, *grid(2), layout=Layout("grid", 3, linked=True))
    qtbot.waitUntil(lambda: loaded(on, 6), timeout=10_000)
    on.probe.run("void document.querySelectorAll('iframe')[4].contentWindow.scrollTo(0, 900)")
    on.probe.until(f"(({SHARES}).every((s) => s > 0.1) && new Set({SCROLLS}).size > 1)")
    shares = on.probe.run(SHARES)
    assert max(shares) - min(shares) < 0.01
    on.probe.run("void document.querySelectorAll('iframe')[0].contentWindow.scrollTo(0, 0)")
    on.probe.until(f"({SHARES}).every((s) => s === 0)")
    on.stage.set_layout(Layout("grid", 3))
    on.stage.set_frames(grid(2))
    on.probe.run("void document.querySelectorAll('iframe')[4].contentWindow.scrollTo(0, 500)")
    on.probe.until(f"({SCROLLS})[4] === 500")
    assert on.probe.run(SCROLLS) == [0, 0, 0, 0, 500, 0]


def test_keys_in_one_page_scroll_all_of_them(qtbot: QtBot) -> None:
    on = Stage(qtbot, *grid(1), layout=Layout("grid", 3, linked=True))
    qtbot.waitUntil(lambda: loaded(on, 3), timeout=10_000)
    box = on.probe.run("document.querySelector('.glass').getBoundingClientRect().toJSON()")
    QTest.mouseClick(
        on.probe.keyboard(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(round(box["x"] + 20), round(box["y"] + 20)),
    )
    on.probe.press(Qt.Key.Key_End)
    on.probe.until(f"({SHARES}).every((s) => s > 0.95)")


OVER = "[...document.querySelectorAll('.glass')].map((g) => [g.style.clipPath, g.style.opacity])"


def test_one_over_another_is_wiped_and_faded_by_a_slider(qtbot: QtBot) -> None:
    frames = grid(2)[2::3]
    on = Stage(qtbot, *frames, layout=Layout("wipe", linked=True))
    boxes = on.probe.run(
        "[...document.querySelectorAll('.glass')].map((g) => g.getBoundingClientRect().toJSON())"
    )
    assert boxes[0] == boxes[1]
    assert on.probe.run(OVER) == [["", ""], ["inset(0px 0px 0px 50%)", ""]]
    names = "[...document.querySelectorAll('.overlay-name')].map((n) => n.innerText)"
    assert on.probe.run(names) == ["Variant 0\n50 %", "Variant 1\n50 %"]
    on.probe.run("void document.querySelector('input[type=range]').focus()")
    on.probe.press(Qt.Key.Key_Right)
    on.probe.until(f"({OVER})[1][0] === 'inset(0px 0px 0px 51%)'")
    on.probe.press(Qt.Key.Key_Home)
    on.probe.until(f"({OVER})[1][0] === 'inset(0px)' || ({OVER})[1][0].endsWith(' 0%)')")
    said = on.probe.run(
        "document.querySelector('input[type=range]').getAttribute('aria-valuetext')"
    )
    assert said == "0 % Variant 0"
    on.stage.set_layout(Layout("fade", linked=True))
    on.stage.set_frames(frames)
    on.probe.until(f"({OVER})[1][1] === '1'")
    on.probe.press(Qt.Key.Key_End)
    on.probe.until(f"({OVER})[1][1] === '0'")
    on.stage.set_layout(Layout())
    on.stage.set_frames(frames)
    on.probe.until("document.querySelector('.overlay-bar').hidden")
    assert on.probe.run(OVER) == [["", ""], ["", ""]]


def test_the_line_of_the_wipe_is_dragged(qtbot: QtBot) -> None:
    on = Stage(qtbot, *grid(2)[2::3], layout=Layout("wipe", linked=True))
    line = "document.querySelector('.wipe-line').getBoundingClientRect().toJSON()"
    box = on.probe.run(line)
    start = QPoint(round(box["x"] + 12), round(box["y"] + 60))
    keyboard = on.probe.keyboard()
    QTest.mousePress(keyboard, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(keyboard, start - QPoint(100, 0))
    QTest.mouseMove(keyboard, start - QPoint(190, 0))
    QTest.mouseRelease(keyboard, Qt.MouseButton.LeftButton, pos=start - QPoint(190, 0))
    on.probe.until("Number(document.querySelector('input[type=range]').value) < 30")
    after = on.probe.run(line)
    assert abs(after["x"] - (box["x"] - 190)) < 8
