"""States of the history window for screenshots: one change, two versions, settings, gone pages."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtWidgets import QApplication

from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.history.dialog import HistoryDialog
from funneldesk.desktop.records.history.feature import RecordHistory
from screenshots.calm import calm, until

QUIET_SECONDS = 0.5
STEPS = (
    ("opened", "platform", "", timedelta(days=2, hours=3)),
    ("typed", "you", "", timedelta(days=1, hours=4)),
    ("saved", "you", "Published", timedelta(days=1, hours=3)),
    ("opened", "platform", "", timedelta(hours=5)),
    ("typed", "you", "", timedelta(hours=1)),
    ("saved", "you", "", timedelta(minutes=50)),
    ("replaced", "you", "“Summer” in all pages", timedelta(minutes=20)),
)


def history_states(
    first_page: Callable[[], Awaitable[None]], panel: Callable[[], PagesPanel]
) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
    """(Name, way there) of each; ``first_page`` opens the page that all of them are about."""

    def led(lead: Callable[[PagesPanel], Awaitable[object]]) -> Callable[[], Awaitable[None]]:
        async def there() -> None:
            await first_page()
            await lead(panel())

        return there

    return [
        ("history", led(show_history)),
        ("history-settings", led(show_settings)),
        ("history-two", led(show_two)),
        ("history-gone", led(show_gone)),
    ]


async def show_history(panel: PagesPanel) -> HistoryDialog:
    """The history of the open page, after some days of work on it."""
    await _work_on(panel)
    _feature(panel).show()
    dialog = await _dialog()
    dialog.timeline.choose(dialog.versions[3].key)
    await calm(QUIET_SECONDS)
    return dialog


async def show_settings(panel: PagesPanel) -> None:
    """What differs beside the sources."""
    dialog = await show_history(panel)
    dialog.timeline.choose(dialog.versions[-1].key)
    await calm(QUIET_SECONDS)
    settings = dialog.comparison.tabs.button("settings")
    if settings is not None:
        settings.click()


async def show_two(panel: PagesPanel) -> None:
    """Any two versions, inline."""
    dialog = await show_history(panel)
    dialog.timeline.choose(dialog.versions[0].key, dialog.versions[4].key)
    dialog.comparison.diff.set_mode("inline")
    await calm(QUIET_SECONDS)


async def show_gone(panel: PagesPanel) -> None:
    """Pages that are no longer on the platform."""
    store = panel.workspace.store
    for number, title in enumerate(("Winter clearance", "Lead magnet, first try", "Old checkout")):
        content = {"title": title, "slug": title.lower().replace(" ", "-").replace(",", "")}
        id = str(900_000 + number)
        await store.keep_version(PART, id, "opened", content, who="platform")
    _feature(panel).show_gone()


async def _work_on(panel: PagesPanel) -> None:
    document = panel.session.draft
    if document is None:
        raise RuntimeError("No page is open.")
    store, id = panel.workspace.store, panel.session.record_id
    await store.forget_history(PART, id)
    content: dict[str, Any] = dict(document.fields)
    lines = str(content["html"]).split("\n")
    keys = []
    for number, (kind, who, about, _) in enumerate(STEPS):
        content["title"] = f"{document.fields['title']}" if number > 2 else "Summer draft"
        content["seo_title"] = f"Summer offer {number}"
        changed = [
            line.replace("the", "your") if n % 40 == number else line
            for n, line in enumerate(lines)
        ]
        content["html"] = "\n".join(changed)
        keys.append(await store.keep_version(PART, id, kind, content, who=who, about=about))
    now = datetime.now(UTC)
    times = [((now - step[3]).isoformat(), key) for step, key in zip(STEPS, keys, strict=True)]
    await store._work.thread.write(
        lambda c: c.executemany("UPDATE versions SET at = ? WHERE key = ?", times)
    )


def _feature(panel: PagesPanel) -> RecordHistory:
    return next(feature for feature in panel.features if isinstance(feature, RecordHistory))


async def _dialog() -> HistoryDialog:
    await until(_read_dialogs)
    return _read_dialogs()[0]


def _read_dialogs() -> list[HistoryDialog]:
    dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, HistoryDialog)]
    return [each for each in dialogs if each.isVisible() and each.versions]
