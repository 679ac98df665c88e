"""States of the split tests below the source, for the screenshots."""

from collections.abc import Awaitable, Callable

from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.pages.split_tests.feature import TEST_SELECTION
from screenshots.calm import calm, until

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
    states = TestsStates(first_page, panel)
    return [
        ("pages-split-tests", states.several),
        ("sheet-new-test", states.new_test),
        ("sheet-tests-again", states.sent_again),
        ("pages-after-tests", states.put_back),
    ]


class TestsStates:
    """Leads the first page of the sample through them."""

    __test__ = False

    def __init__(self, first_page: Lead, panel: Callable[[], PagesPanel]) -> None:
        self._first_page = first_page
        self._panel = panel

    async def several(self) -> None:
        """Tests of every kind: running, new, nested; one share held, one name being typed."""
        await self._first_page()
        editor = self._panel().editor
        editor.set_source("html", editor.source("html") + NESTED)
        await until(lambda: editor.tests.boxes and editor.tests.boxes[-1].lines)
        await calm(QUIET_SECONDS)
        editor.split.setSizes([380, 420])
        editor.tests.boxes[-2].lines[0].share.lock.setChecked(True)
        editor.tests.boxes[-1].lines[0].name.begin()

    async def new_test(self) -> None:
        """The question before a selection becomes a test."""
        await self._first_page()
        panel = self._panel()
        code, html = panel.editor.code, panel.editor.source("html")
        if code is not None:
            start = html.index("<h2") if "<h2" in html else html.index("<p")
            code.select("html", start, html.index("</", start))
            await calm(QUIET_SECONDS)
            next(c for c in panel.commands() if c.title == TEST_SELECTION).run()
        await calm(QUIET_SECONDS)

    async def sent_again(self) -> None:
        """The question before a save that would start running tests anew."""
        await self.put_back()
        editor = self._panel().editor
        editor.set_source("html", editor.source("html") + "\n<p>One more thing.</p>\n")
        await calm(QUIET_SECONDS)
        self._panel().save()
        await calm(QUIET_SECONDS)

    async def put_back(self) -> None:
        """The page as the platform has it."""
        await self._first_page()
        document = self._panel().session.draft
        if document is not None:
            self._panel().editor.set_source("html", str(document.base_value("html")))
        self._panel().editor.split.setSizes([620, 180])
        await calm(QUIET_SECONDS)
