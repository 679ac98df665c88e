"""States of the lost-update guard for the screenshots: three columns, decided, and settings."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.guard.dialog import GuardDialog
from funneldesk.desktop.records.guard.question import GuardQuestion
from funneldesk.desktop.records.guard.reconcile import reconcile
from screenshots.calm import calm

VIEW_SECONDS = 1.5
TITLES = (
    "Theirs  ·  on the server, 12 Nov, 10:31",
    "Before  ·  as you opened it, 12 Nov, 10:02",
    "Mine  ·  not saved yet",
)
State = tuple[str, Callable[[], Awaitable[None]]]


def guard_states(
    first_page: Callable[[], Awaitable[None]], panel: Callable[[], PagesPanel]
) -> list[State]:
    """Each with the name of its screenshot."""

    async def shown() -> GuardDialog:
        await first_page()
        dialog = GuardDialog(panel(), _question(panel()))
        panel().tasks.start(dialog.ask())
        await calm(VIEW_SECONDS)
        return dialog

    async def undecided() -> None:
        await shown()

    async def decided() -> None:
        view = (await shown()).views["html"]
        view.take("theirs")
        view.take("mine_theirs")
        view.step(-1)
        await calm(VIEW_SECONDS)

    async def settings() -> None:
        dialog = await shown()
        button = dialog.tabs.button("values")
        if button is not None:
            button.click()
        if dialog.values is not None:
            dialog.values.buttons["title", "mine"].click()

    return [
        ("guard", undecided),
        ("guard-decided", decided),
        ("guard-settings", settings),
    ]


def _question(panel: PagesPanel) -> GuardQuestion:
    document = panel.session.draft
    if document is None:
        raise RuntimeError("No page is open.")
    base = document.origin
    mine = base | {"title": f"{base['title']}, last days", "seo_title": "Only until Sunday"}
    theirs = base | {
        "title": f"{base['title']} {datetime.now(UTC).year}",
        "seo_title": "Until the end of the month",
        "seo_description": "Everything at half price.",
    }
    mine["html"] = _edited(base, {9: "Only until Sunday", 16: "Ours"})
    theirs["html"] = _edited(base, {4: "Taken in", 9: "Until the end of the month", 16: "Theirs"})
    found = reconcile(base, mine, theirs, FIELDS.guarded())
    return GuardQuestion(
        "page", str(base["title"]), FIELDS.guarded(), base, mine, theirs, found, TITLES
    )


def _edited(base: dict[str, Any], changes: dict[int, str]) -> str:
    lines = str(base["html"]).split("\n")
    for place, words in changes.items():
        if place < len(lines):
            lines[place] = f"  <p>{words}</p>"
    return "\n".join(lines)
