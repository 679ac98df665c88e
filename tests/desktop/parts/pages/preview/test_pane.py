"""The preview of the Pages section: source and preview find each other, the comparison follows
what is typed, and pictures come from wherever the platform is now."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_open, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.preview.choice import CombinationsDialog
from funneldesk.desktop.assets.preview.compare import CompareWindow
from funneldesk.desktop.kit.web.preview.preview import PreviewStage
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.pages.preview.feature import PreviewFeature

HTML = (
    "<!doctype html>\n<title>x</title>\n<body><p>Intro \U0001f600</p>\n"
    "<inline-split-test name=head><variant name=calm weight=60><h1>Calm</h1></variant>\n"
    "<variant name=bold weight=40><h1>Bold <b>now</b></h1></variant></inline-split-test>\n"
    "<inline-split-test name=price><variant name=a weight=50><i>9</i></variant>\n"
    "<variant name=b weight=50><i>19</i></variant></inline-split-test>\n<p id=end>end</p>"
)


class Looking:
    """A page open with its preview drawn; looks into stages without waiting on Qt's loop."""

    def __init__(self, panel: PagesPanel) -> None:
        self.panel = panel
        self.selected: list[str] = []
        code = panel.editor.code
        assert code is not None
        self.code = code
        select = code.select

        def noted(name: str, start: int, end: int) -> None:
            self.selected.append(code.text(name)[start:end])
            select(name, start, end)

        code.select = noted  # type: ignore[method-assign]

    @property
    def stage(self) -> PreviewStage:
        stage = self.panel.preview.stage
        assert stage is not None
        return stage

    @property
    def feature(self) -> PreviewFeature:
        return next(f for f in self.panel.features if isinstance(f, PreviewFeature))

    async def compared(self) -> CompareWindow:
        self.feature.compare()
        window = self.feature.window
        assert window is not None
        await until(lambda: window.drawing.stage and window.drawing.stage.is_ready)
        return window


async def ask(stage: PreviewStage, script: str) -> object:
    """The value of a script's expression in a stage."""
    answers: list[object] = []
    assert stage._view is not None
    stage._view.isolated_page.runJavaScript(f"(() => {{ return {script} }})()", answers.append)
    await until(lambda: answers)
    return answers[0]


async def until_is(stage: PreviewStage, script: str, value: object) -> None:
    """Waits until a script's value is this."""
    seen: object = None
    for _ in range(400):
        seen = await ask(stage, script)
        if seen == value:
            return
    raise AssertionError(f"{script} is {seen!r}, not {value!r}")


def inside(number: int) -> str:
    """The document of a rendering, in order."""
    return f"document.querySelectorAll('iframe')[{number}].contentDocument"


async def looking(bench: WindowBench, brand: LiveBrand, html: str = HTML) -> Looking:
    panel = await page_open(bench, brand, html=html)
    panel.resize(1300, 800)
    panel.show()
    await until(lambda: panel.preview.stage and panel.preview.stage.is_ready)
    on = Looking(panel)
    await until_is(on.stage, f"{inside(0)}?.readyState", "complete")
    return on


@in_the_window
async def test_a_click_in_a_variant_selects_its_source_also_after_edits(
    bench: WindowBench, brand: LiveBrand
) -> None:
    on = await looking(bench, brand)

    async def click(frame: int, selector: str, *wanted: str) -> None:
        """Click until one of these is selected: a page may be on its way still, and the answer to
        an earlier click may come late."""
        on.selected.clear()
        for _ in range(200):
            await ask(on.stage, f"void {inside(frame)}.querySelector('{selector}').click()")
            if on.selected and on.selected[-1] in wanted:
                return
        raise AssertionError(f"{on.selected[-3:]} was selected")

    await click(0, "h1", "<h1>Calm</h1>")
    await click(1, "b", "<b>now</b>")
    await click(1, "#end", "<p id=end>end</p>", "<p id=end>")
    write(on.panel, "html", HTML.replace("Intro", "A longer intro").replace("now", "at last"))
    await until_is(on.stage, f"{inside(1)}.querySelector('b').textContent", "at last")
    await click(1, "b", "<b>at last</b>")
    await click(0, "p", "<p>A longer intro \U0001f600</p>")
    on.panel.editor.show_tab("css")
    await click(0, "h1", "<h1>Calm</h1>")
    assert on.panel.editor.tabs.current() == "html"


@in_the_window
async def test_the_cursor_outlines_what_it_is_in_only_where_it_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    on = await looking(bench, brand)
    hidden = "[...document.querySelectorAll('.outline')].map((o) => o.hidden).join()"

    async def outlined(word: str, wanted: str) -> None:
        for _ in range(200):
            on.code.cursor_moved.emit("html", HTML.index(word))
            await bench.idle(on.panel)
            await until(lambda: not on.panel.preview.tasks._tasks)
            if await ask(on.stage, hidden) == wanted:
                return
        raise AssertionError(await ask(on.stage, hidden))

    await outlined("Intro", "false,false")
    await outlined("now", "true,false")
    await outlined("Calm", "false,true")
    await outlined("doctype", "true,true")


@in_the_window
async def test_the_comparison_follows_what_is_typed_and_chosen(
    bench: WindowBench, brand: LiveBrand
) -> None:
    on = await looking(bench, brand)
    window = await on.compared()
    stage = window.drawing.stage
    assert stage is not None
    titles = "[...document.querySelectorAll('.card .title')].map((t) => t.textContent).join()"
    await until_is(stage, titles, "calm,calm,calm,bold,bold,bold")
    await until_is(stage, f"{inside(5)}?.querySelector('b')?.textContent", "now")
    write(on.panel, "html", HTML.replace("now", "at last"))
    await until_is(stage, f"{inside(5)}?.querySelector('b')?.textContent", "at last")
    window.head.width_buttons["tablet"].click()
    await until_is(stage, titles, "calm,calm,bold,bold")
    overlay = window.head.modes.button("overlay")
    assert overlay is not None
    overlay.click()
    await until_is(stage, titles, "calm,bold")
    await until_is(stage, "document.querySelector('.overlay-bar').hidden", False)
    window.head.pickers[0].setCurrentIndex(1)
    await until_is(stage, titles.replace(".card", ".overlay-bar"), "bold,calm")
    side, together = window.head.modes.button("side"), window.head.tests.button("combinations")
    assert side is not None
    assert together is not None
    side.click()
    together.click()
    await until_is(stage, "document.querySelectorAll('.card').length", 12)
    window.head.choose.click()
    dialog = await shown_dialog(CombinationsDialog)
    assert len(dialog.boxes) == 4
    for box in dialog.boxes[1:]:
        box.setChecked(False)
    assert dialog.count.text() == "1 of 4 chosen"
    dialog.answer("show")
    await until_is(stage, "document.querySelectorAll('.card').length", 3)
    window.activateWindow()
    await until(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    await until(lambda: not window.isVisible())


@in_the_window
async def test_another_page_begins_at_its_top(bench: WindowBench, brand: LiveBrand) -> None:
    tall = "<p>{}</p><div style='height: 4000px'></div>"
    other = await brand.add("Other", html=tall.format("other"))
    on = await looking(bench, brand, tall.format("first"))
    await ask(on.stage, "void document.querySelector('iframe').contentWindow.scrollTo(0, 900)")
    await bench.opened(on.panel, other)
    await until_is(on.stage, f"{inside(0)}?.querySelector('p')?.textContent", "other")
    assert await ask(on.stage, "document.querySelector('iframe').contentWindow.scrollY") == 0


@in_the_window
async def test_it_opens_by_its_key_and_a_page_without_tests_is_compared_by_width(
    bench: WindowBench, brand: LiveBrand
) -> None:
    on = await looking(bench, brand, "<p>plain</p>")
    titles = {command.title for command in on.panel.commands()}
    assert {"Compare variants and widths", "Save images of the preview…"} <= titles
    key = QKeySequence("Ctrl+Shift+P")
    assert any(command.keys == key.toString() for command in on.panel.commands())
    window = await on.compared()
    stage = window.drawing.stage
    assert stage is not None
    await until_is(stage, "document.querySelectorAll('.card').length", 3)
    assert not window.head.modes.isEnabled()
    await until_is(stage, f"{inside(2)}?.querySelector('p')?.textContent", "plain")
    while len(window.head.widths()) > 1:
        window.head.width_buttons[window.head.widths()[0]].click()
    window.head.width_buttons["desktop"].click()
    assert window.head.widths() == ["desktop"], "one width stays"


@in_the_window
async def test_files_of_the_brand_come_from_where_the_platform_is_now(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    other = f"{brand.base_url}/cdn/{brand.number}/assets/x.png"
    on = await looking(bench, brand, f"<img src='{other}'><p>one</p>")
    source = f"{inside(0)}.querySelector('img').getAttribute('src').split('/cdn/')[0]"
    await until_is(on.stage, source, "funneldesk://stage")
    key = brand.key("owner")
    await ask(on.stage, f"void ({inside(0)}.mark = 1)")
    await on.panel.workspace.connect_to(relay.base_url, key)
    await until_is(on.stage, f"{inside(0)}?.querySelector('p')?.textContent", "one")
    await until_is(on.stage, f"{inside(0)}?.mark ?? 0", 0)
    moved = other.replace(brand.base_url, relay.base_url)
    write(on.panel, "html", f"<img src='{moved}'><p>two</p>")
    await until_is(on.stage, f"{inside(0)}?.querySelector('p')?.textContent", "two")
    assert await ask(on.stage, source) == "funneldesk://stage"


@in_the_window
async def test_pictures_that_were_missed_come_when_the_platform_is_back(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
    async with brand.api() as api:
        await api.files.upload(Upload("mark.svg", drawing), folder="img")
    picture = f"/cdn/{brand.number}/assets/img/mark.svg"
    panel = await page_open(bench, brand, relay, html="<p>none</p>")
    panel.resize(1300, 800)
    panel.show()
    await until(lambda: panel.preview.stage and panel.preview.stage.is_ready)
    on = Looking(panel)
    await relay.vanish()
    write(panel, "html", f"<p>one</p><img src='{picture}'>")
    image = f"{inside(0)}?.querySelector('img')"
    await until_is(on.stage, f"{image}?.complete && {image}.naturalWidth === 0", True)
    panel.workspace.lose()
    await relay.listen()
    await until_is(on.stage, f"{image}?.naturalWidth", 7)


def test_the_first_lines_are_quiet(qtbot: QtBot) -> None:
    """A stage that was never shown takes orders without a view."""
    stage = PreviewStage()
    qtbot.addWidget(stage)
    stage.reveal({"one": 3})
    stage.set_zoom(2)
    stage.lead_assets_from("http://127.0.0.1:1/cdn")


@in_the_window
async def test_a_file_that_is_gone_is_gone_from_the_preview(
    bench: WindowBench, brand: LiveBrand
) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
    async with brand.api() as api:
        await api.files.upload(Upload("mark.svg", drawing), folder="img")
        on = await looking(bench, brand, f"<img src='/cdn/{brand.number}/assets/img/mark.svg'>")
        image = f"{inside(0)}?.querySelector('img')"
        await until_is(on.stage, f"{image}?.naturalWidth", 7)
        await api.files.delete("img/mark.svg")
    on.panel.workspace.announce("files", "img/mark.svg")
    await until_is(on.stage, f"{image}?.complete && {image}.naturalWidth === 0", True)
