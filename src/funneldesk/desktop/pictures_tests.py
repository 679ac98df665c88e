"""States of the split tests below the source, for the pictures."""

import asyncio
from collections.abc import Awaitable, Callable

from funneldesk.desktop.parts.pages.panel import PagesPanel

QUIET_SECONDS = 1.0
Lead = Callable[[], Awaitable[None]]
NESTED = (
    '\n<inline-split-test name="Guarantee">\n  <variant name="Thirty days, no questions asked" '
    'weight="33.3">…</variant>\n  <variant name="B" weight="33.3">\n    '
    '<inline-split-test name="Seal"><variant name="Round" weight="80">…</variant>'
    '<variant name="None" weight="10"></variant></inline-split-test>\n  </variant>\n'
    '  <variant name="C" weight="33.3">…</variant>\n</inline-split-test>\n'
)


def tests_states(first_page: Lead, panel: Callable[[], PagesPanel]) -> list[tuple[str, Lead]]:
    """Names of the states and how to get there."""

    async def several() -> None:
        await first_page()
        editor = panel().editor
        editor.set_source("html", editor.source("html") + NESTED)
        await asyncio.sleep(QUIET_SECONDS)
        editor.split.setSizes([380, 420])
        box = editor.tests.boxes[-2]
        box.lines[0].share.lock.setChecked(True)
        editor.tests.boxes[-1].lines[0].name.begin()

    async def new_test() -> None:
        await first_page()
        shown = panel()
        code, html = shown.editor.code, shown.editor.source("html")
        if code is not None:
            start = html.index("<h2") if "<h2" in html else html.index("<p")
            code.select("html", start, html.index("</", start))
            await asyncio.sleep(QUIET_SECONDS)
            next(c for c in shown.commands() if c.title == "Test the selection…").run()
        await asyncio.sleep(QUIET_SECONDS)

    async def sent_again() -> None:
        await put_back()
        editor = panel().editor
        editor.set_source("html", editor.source("html") + "\n<p>One more thing.</p>\n")
        await asyncio.sleep(QUIET_SECONDS)
        panel().save()
        await asyncio.sleep(QUIET_SECONDS)

    async def put_back() -> None:
        await first_page()
        document = panel().desk.document
        if document is not None:
            panel().editor.set_source("html", str(document.base_value("html")))
        panel().editor.split.setSizes([620, 180])
        await asyncio.sleep(QUIET_SECONDS)

    return [
        ("pages-split-tests", several),
        ("sheet-new-test", new_test),
        ("sheet-tests-again", sent_again),
        ("pages-after-tests", put_back),
    ]
