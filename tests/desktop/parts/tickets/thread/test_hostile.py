"""Hostile messages in a whole thread: nothing runs or asks a server, the words can be read."""

import asyncio

import pytest
from PySide6.QtWebEngineWidgets import QWebEngineView
from tests.desktop.support.hostile_messages import TEXT, VECTORS, Read, mutated
from tests.desktop.support.hostile_pages import MARKUP, SCRIPTS, Canaries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.tokens import LIGHT
from funneldesk.desktop.kit.web.clean_html import CleanHtml
from funneldesk.desktop.parts.tickets.thread import page as module
from funneldesk.desktop.parts.tickets.thread.page import MOST_MESSAGES, thread_page

OURS = frozenset(
    [
        "article",
        "section",
        "h2",
        "time",
        "details",
        "summary",
        "mark",
        "div",
        "class",
        "id",
        "aria-hidden",
        "bdi",
        "title",
        "open",
    ]
)
MUTATED = 150
SILENCE_SECONDS = 1.0
"""What a contact may take to arrive: silence has no signal."""


def letters(canaries: Canaries) -> list[dict[str, str]]:
    """A message of each kind, aimed at the canaries."""
    aimed = [each.replace("evil.example", canaries.host) for each in (*VECTORS, *mutated(MUTATED))]
    pages = [canaries.page(name) for name in (*MARKUP, *SCRIPTS)]
    hostile = [*aimed, *pages]
    assert len(hostile) <= MOST_MESSAGES
    return [
        {"type": "customer_message", "message": f"<p>{number} {TEXT}</p>{each}"}
        for number, each in enumerate(hostile)
    ]


def body_of(html: str) -> str:
    return html.partition("<body>")[2]


@pytest.mark.parametrize("sought", ["", "order alert x"])
@pytest.mark.parametrize("plain", [False, True])
def test_every_message_of_a_thread_is_harmless_and_readable(
    canaries: Canaries, plain: bool, sought: str
) -> None:
    messages = letters(canaries)
    page = thread_page(messages, Formats("EUR"), LIGHT, plain=plain, sought=sought)
    read = Read(body_of(page.html), OURS)
    assert read.wrong == []
    for number in range(len(messages)):
        assert f"{number} {TEXT}" in read.text


def test_the_control_a_thread_that_is_not_cleaned_is_noticed(
    canaries: Canaries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "clean_html", lambda text, *_more: CleanHtml(text))
    page = thread_page(letters(canaries), Formats("EUR"), LIGHT)
    assert len(Read(body_of(page.html), OURS).wrong) > 100


@pytest.mark.parametrize("cleaned", [True, False], ids=["cleaned", "by the view alone"])
@in_the_window
async def test_an_open_thread_reaches_nothing(
    bench: WindowBench,
    brand: LiveBrand,
    canaries: Canaries,
    monkeypatch: pytest.MonkeyPatch,
    cleaned: bool,
) -> None:
    if not cleaned:  # Either would do alone.
        monkeypatch.setattr(module, "clean_html", lambda text, *_more: CleanHtml(text))
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, write_in(brand, "Hello"))
    await until(lambda: panel.is_quiet)
    view = panel.conversation.messages
    await until(lambda: view.findChild(QWebEngineView) is not None)
    loaded = asyncio.Event()
    view.findChild(QWebEngineView).page().loadFinished.connect(lambda _ok: loaded.set())
    panel.conversation.show_record({**panel.conversation.body, "messages": letters(canaries)})
    await until(lambda: f"{len(VECTORS)} {TEXT}" in panel.conversation.page.html)
    await loaded.wait()
    await asyncio.sleep(SILENCE_SECONDS)
    assert canaries.heard == []
    canaries.poke()
    await until(lambda: "poke" in canaries.heard and "datagram" in canaries.heard)
