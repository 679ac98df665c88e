"""The hands of someone who searches and replaces over all pages."""

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, shown_dialog, until

from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.pages.search_replace.feature import SearchReplace
from funneldesk.desktop.parts.pages.split_tests.choice import TestChoiceField
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.search_replace.head import ALL, REPLACE
from funneldesk.desktop.records.search_replace.window import SearchReplaceWindow
from funneldesk.desktop.records.search_replace.work import ReplaceDialog


def feature_of(panel: PagesPanel) -> SearchReplace:
    """The feature of a section."""
    return next(feature for feature in panel.features if isinstance(feature, SearchReplace))


async def window_of(panel: PagesPanel, mode: str, scope: str = ALL) -> SearchReplaceWindow:
    """The window, open, with every page on this computer."""
    for page_id in list(panel.library.rows):
        if not page_id.startswith("new:"):
            await panel.library.fetch(page_id)
    return feature_of(panel).show(mode, scope)


async def replacing(
    bench: WindowBench, brand: LiveBrand, find: str, put: str, relay: Relay | None = None
) -> SearchReplaceWindow:
    """The window with a replacement typed and every hit found."""
    base_url = relay.base_url if relay is not None else ""
    workspace = await bench.workspace(brand, base_url=base_url)
    window = await window_of(await bench.pages(workspace), REPLACE)
    window.head.replacement.setText(put)
    await found(window, find)
    return window


async def found(window: SearchReplaceWindow, words: str) -> list[tuple[str, int]]:
    """Type what is sought; titles and how often each page has it."""
    with Ended(window) as ended:
        window.head.sought_text.setText(words)
        await ended.wait()
    return [(e.heading.title, e.found.total) for e in window.results.entries]


class Ended:
    """Waits for the end of the search that begins inside its block."""

    def __init__(self, window: SearchReplaceWindow) -> None:
        self._window = window
        self._count = 0

    def __enter__(self) -> "Ended":
        self._window.search.ended.connect(self._ended)
        return self

    def __exit__(self, *_: object) -> None:
        self._window.search.ended.disconnect(self._ended)

    async def wait(self) -> None:
        await until(lambda: self._count and not self._window.search.busy)

    def _ended(self) -> None:
        self._count += 1


async def replace_all(
    window: SearchReplaceWindow, answer: str = "yes", *, tests: str = "keep"
) -> Report:
    """Press Replace, answer the question, wait for the report and close it."""
    window.apply_button.click()
    dialog: ReplaceDialog = await shown_dialog(ReplaceDialog)
    choice = window.searched.rules.choice
    if isinstance(choice, TestChoiceField):
        choice.choose(tests)
    dialog.answer(answer)
    return await read_report("")


async def read_report(answer: str) -> Report:
    """The report that shows next, answered."""
    dialog: ReportDialog = await shown_dialog(ReportDialog)
    report = dialog.report
    dialog.answer(answer)
    await until(lambda: not dialog.isVisible())
    return report


def told(report: Report) -> dict[str, str]:
    """What became of each page, by its title."""
    return {item.title: outcome.kind for item, outcome in report.rows}


def tick(window: SearchReplaceWindow, title: str, hit: int | None = None) -> None:
    """Toggle a page, or one of its hits."""
    row = next(n for n, e in enumerate(window.results.entries) if e.heading.title == title)
    index = window.results.index(row, 0)
    window.results.toggle(index if hit is None else window.results.index(hit, 0, index))


async def html_of(brand: LiveBrand, *pages: Page) -> list[str]:
    """The html of pages as the platform has it now."""
    return [str((await brand.stored(page.id)).html) for page in pages]
