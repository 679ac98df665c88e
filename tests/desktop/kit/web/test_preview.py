"""The preview: what is typed is shown in place, at the width asked for, with the brand's files."""

import asyncio
from collections.abc import Coroutine

import pytest
import qasync
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.desktop.support.preview_bench import FRAME, INSIDE, Stage, frame

from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.kit.web.preview.preview import PreviewFrame, PreviewStage
from funneldesk.desktop.kit.web.preview.renderings import asset_type


def test_renderings_stand_side_by_side_at_their_widths_scaled_to_fit(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("<h1>Calm</h1>", "calm"), frame("<h1>Bold</h1>", "bold"))
    assert on.probe.run("[...document.querySelectorAll('.title')].map((t) => t.textContent)") == [
        "Calm",
        "Bold",
    ]
    widths = "[...document.querySelectorAll('iframe')].map((f) => f.contentWindow.innerWidth)"
    assert on.probe.run(widths) == [390, 390]
    tops = on.probe.run(
        "[...document.querySelectorAll('.glass')].map((g) => g.getBoundingClientRect().top)"
    )
    assert tops[0] == tops[1]
    right = "[...document.querySelectorAll('.glass')].at(-1).getBoundingClientRect().right"
    assert on.probe.run(right) <= 800


def test_wide_renderings_stand_one_below_the_other(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("a", "calm", 1280), frame("b", "bold", 1280))
    boxes = on.probe.run(
        "[...document.querySelectorAll('.glass')].map((g) => g.getBoundingClientRect().toJSON())"
    )
    assert boxes[1]["top"] > boxes[0]["bottom"]
    assert boxes[0]["width"] <= 800
    widths = "[...document.querySelectorAll('iframe')].map((f) => f.contentWindow.innerWidth)"
    assert on.probe.run(widths) == [1280, 1280]


BOXES = "[...document.querySelectorAll('.glass')].map((g) => g.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize(
    ("size", "widths"),
    [((500, 1500), (390,)), ((1300, 1500), (390, 390)), ((500, 1500), (1280, 1280))],
    ids=["alone", "side by side", "one below the other"],
)
def test_previews_fill_the_height_of_a_tall_pane(
    qtbot: QtBot, size: tuple[int, int], widths: tuple[int, ...]
) -> None:
    short = "<div style='height: 200px'>short</div>"
    on = Stage(qtbot, *(frame(short, f"v{at}", width) for at, width in enumerate(widths)))
    on.stage.resize(*size)
    least, most = size[1] - 30, size[1]
    on.probe.until(f"innerHeight === {size[1]}")
    on.probe.until(f"Math.max(...{BOXES}.map((b) => b.bottom)) > {least}")
    assert max(box["bottom"] for box in on.probe.run(BOXES)) <= most
    assert on.probe.run("document.documentElement.scrollHeight") <= most


def test_a_card_below_others_is_as_tall_as_a_short_page_and_scrolls_a_long_one(
    qtbot: QtBot,
) -> None:
    def all_of(height: int) -> list[PreviewFrame]:
        html = f"<div style='height: {height}px'>text</div>"
        return [frame(html, f"v{at}", 1280) for at in range(4)]

    on = Stage(qtbot, *all_of(200))
    height = f"{BOXES}[0].height"
    on.probe.until(f"{height} < 200")
    on.update(*all_of(9000))
    on.probe.until(f"{height} > 300")
    scrolled = f"({FRAME}.contentWindow.scrollTo(0, 3000), {FRAME}.contentWindow.scrollY)"
    assert on.probe.run(scrolled) == 3000


def test_typing_changes_the_page_in_place_and_keeps_its_scroll(qtbot: QtBot) -> None:
    tall = "<p id='p'>{}</p><div style='height: 5000px'></div><b id='b'>kept</b>"
    on = Stage(qtbot, frame(tall.format("before")))
    on.probe.run(f"void ({INSIDE}.mark = 1, {FRAME}.contentWindow.scrollTo(0, 700))")
    on.probe.run(f"void ({INSIDE}.getElementById('b').kept = 1)")
    on.update(frame(tall.format("after") + "<i>new</i>", css="i { color: rgb(1, 2, 3) }"))
    assert on.probe.run(f"{INSIDE}.getElementById('p').textContent") == "after"
    assert on.probe.run(f"{INSIDE}.mark") == 1, "the document was loaded anew"
    assert on.probe.run(f"{INSIDE}.getElementById('b').kept") == 1, "an equal part was replaced"
    assert on.probe.run(f"{FRAME}.contentWindow.scrollY") == 700
    colour = f"{FRAME}.contentWindow.getComputedStyle({INSIDE}.querySelector('i')).color"
    assert on.probe.run(colour) == "rgb(1, 2, 3)"


def test_of_many_changes_the_last_one_wins_and_few_are_drawn(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("0"))
    on.probe.run(
        "void (window.fetches = 0, window.fetch = ((fetch) => (...given) => "
        "(window.fetches += 1, fetch(...given)))(window.fetch))"
    )
    on.shown.clear()
    for number in range(1, 201):
        on.stage.set_frames([frame(str(number))])
    on.wait_for("one")
    assert on.probe.run(f"{INSIDE}.body.textContent") == "200"
    assert on.probe.run("window.fetches") < 20


def test_renderings_come_go_and_change_places(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("a", "a"), frame("b", "b"))
    on.probe.run("void document.querySelectorAll('iframe').forEach((f) => (f.kept = true))")
    on.shown.clear()
    on.stage.set_frames([frame("c", "c"), frame("a", "a")])
    on.wait_for("c")
    cards = (
        "[...document.querySelectorAll('.card')]"
        ".sort((a, b) => a.style.order - b.style.order)"
        ".map((c) => [c.querySelector('.title').textContent, !!c.querySelector('iframe').kept])"
    )
    assert on.probe.run(cards) == [["C", False], ["A", True]]
    with pytest.raises(ValueError, match="Two renderings"):
        on.stage.set_frames([frame("a", "a"), frame("b", "a")])


@pytest.mark.deep
def test_a_page_of_five_megabytes_is_shown_and_updated(qtbot: QtBot) -> None:
    row = "<p class='row'>Coffee that waits for you, roasted on Tuesday \u2014 {} </p>"
    body = "".join(row.format(number) for number in range(75_000))
    assert len(body.encode()) > 5_000_000
    on = Stage(qtbot, frame(body))
    assert on.probe.run(f"{INSIDE}.querySelectorAll('.row').length") == 75_000
    on.update(frame(body.replace("waits", "is ready", 1)))
    assert "is ready" in on.probe.run(f"{INSIDE}.querySelector('.row').textContent")


def test_scripts_run_when_allowed_and_the_page_is_made_anew(qtbot: QtBot) -> None:
    page = frame("<p>off</p><script>parent.postMessage('ran', '*')</script>")
    on = Stage(qtbot, page)
    on.shown.clear()
    with qtbot.waitSignal(on.stage.ready, timeout=20_000):
        on.stage.allow_scripts(True)
    on.wait_for("one")
    assert on.stage.scripts_allowed
    assert on.probe.run(f"{FRAME}.getAttribute('sandbox')") == "allow-scripts"
    on.probe.run("void addEventListener('message', (event) => (window.said = event.data))")
    on.update(frame("<p>two</p><script>parent.postMessage('ran', '*')</script>"))
    on.probe.until("window.said === 'ran'")


def test_a_page_that_spins_for_ever_ends_when_scripts_are_forbidden(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("<p>calm</p>"))
    with qtbot.waitSignal(on.stage.ready, timeout=20_000):
        on.stage.allow_scripts(True)
    on.stage.set_frames([frame("<script>for (;;);</script>")])
    on.stage.set_frames([frame("<p>calm again</p><script>for (;;);</script>")])
    on.shown.clear()
    with qtbot.waitSignal(on.stage.ready, timeout=20_000):
        on.stage.allow_scripts(False)
    on.wait_for("one")
    assert on.probe.run(f"{INSIDE}.querySelector('p').textContent") == "calm again"


def test_a_click_on_a_link_only_tells_of_it(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("<a href='/checkout' target='_blank'>Buy</a>"))
    with qtbot.waitSignal(on.stage.link_clicked) as told:
        on.probe.run(f"void {INSIDE}.querySelector('a').click()")
    assert told.args == ["/checkout"]
    assert on.probe.run(f"{INSIDE}.querySelector('a').textContent") == "Buy"


def test_the_width_is_dragged_by_mouse_and_by_keyboard(qtbot: QtBot) -> None:
    on = Stage(qtbot, frame("a", width=400))
    assert on.probe.run("document.querySelector('.handle').hidden")
    on.stage.set_free_width(True)
    on.probe.until("!document.querySelector('.handle').hidden")
    box = on.probe.run("document.querySelector('.handle').getBoundingClientRect().toJSON()")
    start = QPoint(round(box["x"] + 4), round(box["y"] + 20))
    keyboard = on.probe.keyboard()
    widths: list[int] = []
    on.stage.width_changed.connect(widths.append)
    QTest.mousePress(keyboard, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(keyboard, start + QPoint(30, 0))
    QTest.mouseMove(keyboard, start + QPoint(60, 0))
    QTest.mouseRelease(keyboard, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    qtbot.waitUntil(lambda: bool(widths) and widths[-1] == 460)
    on.probe.run("void document.querySelector('.handle').focus()")
    on.probe.press(Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: widths[-1] == 450)
    assert on.probe.run(f"{FRAME}.contentWindow.innerWidth") == 450


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/cdn/1/assets/hero.jpg", "image/jpeg"),
        ("/cdn/harbor-pine/assets/a b/c.WOFF2", "font/woff2"),
        ("/cdn/1/assets/page.html", None),
        ("/cdn/1/assets/script.js", None),
        ("/cdn/1/assets/../../etc/a.png", None),
        ("/cdn/1/assets/./a.png", None),
        ("/cdn/../assets/a.png", None),
        ("/cdn/1/assets/a\\..\\b.png", None),
        ("/cdn/1/assets/a\x00.png", None),
        ("/cdn/1/assets/a\n.png", None),
        ("/cdn/1/files/a.png", None),
    ],
)
def test_only_a_brands_own_files_of_known_types_are_asked_for(
    path: str, media_type: str | None
) -> None:
    assert asset_type(path) == media_type


class Brand:
    """Files of a brand: one drawing, and a note of all that was asked for."""

    DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'

    def __init__(self) -> None:
        self.asked: set[str] = set()

    async def load(self, path: str) -> bytes | None:
        self.asked.add(path)
        await asyncio.sleep(0)
        return self.DRAWING if path.endswith("found one.svg") else None


def test_assets_come_from_the_loader_and_from_nowhere_else(
    qapp: QApplication, qtbot: QtBot
) -> None:
    brand = Brand()
    stage = PreviewStage(brand.load, "http://127.0.0.1:4711/cdn/")
    qtbot.addWidget(stage)
    addresses = (
        "http://127.0.0.1:4711/cdn/1/assets/found one.svg",
        "/cdn/1/assets/found%20one.svg?size=2",
        "http://127.0.0.1:4711/cdn/1/assets/missing.svg",
        "/cdn/1/assets/%2e%2e/%2e%2e/secret.svg",
        "/cdn/1/assets/..%2f..%2fsecret.svg",
        "http://127.0.0.1:4711/api/secret.svg",
    )
    stage.set_frames([frame("".join(f'<img src="{address}">' for address in addresses))])
    script = (
        f"(async () => {{ const images = [...{INSIDE}.images];"
        "await Promise.all(images.map((i) => i.decode().catch(() => null)));"
        "document.title = JSON.stringify(images.map((i) => i.naturalWidth)) })()"
    )

    async def drawn_widths() -> str:
        shown = asyncio.Event()
        stage.frame_shown.connect(lambda _key: shown.set())
        stage.show()
        await asyncio.wait_for(shown.wait(), 20)
        return await title_after(stage, script)

    assert run_in_loop(qapp, drawn_widths()) == "[7,7,0,0,0,0]"
    assert brand.asked == {"/cdn/1/assets/found one.svg", "/cdn/1/assets/missing.svg"}


def test_a_picture_that_never_comes_does_not_hold_up_the_text(
    qapp: QApplication, qtbot: QtBot
) -> None:
    async def never(path: str) -> bytes | None:
        await asyncio.Event().wait()
        raise AssertionError(path)

    stage = PreviewStage(never)
    qtbot.addWidget(stage)
    picture = "<img src='/cdn/1/assets/slow.png'>"
    stage.set_frames([frame(f"<p>one</p>{picture}")])

    async def shown_twice() -> str:
        shown = asyncio.Event()
        stage.frame_shown.connect(lambda _key: shown.set())
        stage.show()
        await asyncio.wait_for(shown.wait(), 20)
        shown.clear()
        stage.set_frames([frame(f"<p>two</p>{picture}")])
        await asyncio.wait_for(shown.wait(), 20)
        stage.tasks.end()
        return await title_after(stage, f"document.title = {INSIDE}.querySelector('p').textContent")

    assert run_in_loop(qapp, shown_twice()) == "two"


async def title_after(stage: PreviewStage, script: str) -> str:
    told = asyncio.Event()
    assert stage._view is not None
    page = stage._view.isolated_page
    page.titleChanged.connect(lambda _title: told.set())
    page.runJavaScript(script)
    await asyncio.wait_for(told.wait(), 20)
    return page.title()


def run_in_loop(qapp: QApplication, work: Coroutine[None, None, str]) -> str:
    loop = qasync.QEventLoop(qapp)
    try:
        answer: str = loop.run_until_complete(work)
        return answer
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def test_a_message_is_shown_and_its_links_only_told(qtbot: QtBot) -> None:
    view = HtmlView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    style = "position: fixed; inset: 0; display: block"
    view.set_html(f"<a target=_blank style='{style}' href='https://example.com/a?b=1'>Go</a>")
    view.start()
    assert view._view is not None
    with qtbot.waitSignal(view._view.isolated_page.loadFinished, timeout=20_000) as loaded:
        view.show()
    assert loaded.args == [True]
    told: list[str] = []
    view.link_clicked.connect(told.append)

    def click() -> bool:
        assert view._view is not None
        proxy = view._view.focusProxy()
        assert proxy is not None
        QTest.mouseClick(proxy, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
        return bool(told)

    qtbot.waitUntil(click, timeout=10_000)
    assert set(told) == {"https://example.com/a?b=1"}
