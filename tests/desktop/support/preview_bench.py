"""A stage with renderings, shown, and ways to look at them."""

from pytestqt.qtbot import QtBot
from tests.desktop.support.web_probe import WebProbe

from funneldesk.desktop.kit.web.preview.preview import Layout, PreviewFrame, PreviewStage

PAGE = "<!doctype html><html><head><title>x</title></head><body>{}</body></html>"
FRAME = "document.querySelector('iframe')"
INSIDE = f"{FRAME}.contentDocument"


def frame(html: str, key: str = "one", width: int = 390, css: str = "") -> PreviewFrame:
    return PreviewFrame(key, key.title(), "70 %", width, PAGE.format(html), css)


class Stage:
    """A stage of 800 by 600 with some renderings, shown."""

    def __init__(self, qtbot: QtBot, *frames: PreviewFrame, layout: Layout | None = None) -> None:
        self.qtbot = qtbot
        self.stage = PreviewStage()
        qtbot.addWidget(self.stage)
        self.stage.resize(800, 600)
        if layout is not None:
            self.stage.set_layout(layout)
        self.shown: list[str] = []
        self.stage.frame_shown.connect(self.shown.append)
        self.stage.set_frames(frames)
        self.stage.show()
        if layout is None or not layout.lazy:
            self.wait_for(*(each.key for each in frames))
        else:
            qtbot.waitUntil(lambda: self.stage.is_ready, timeout=20_000)
        self.probe = WebProbe(qtbot, self.stage)

    def wait_for(self, *keys: str) -> None:
        self.qtbot.waitUntil(lambda: set(self.shown) >= set(keys), timeout=20_000)

    def update(self, *frames: PreviewFrame) -> None:
        self.shown.clear()
        self.stage.set_frames(frames)
        self.wait_for(*(each.key for each in frames))
