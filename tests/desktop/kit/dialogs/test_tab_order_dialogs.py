"""The Tab key in dialogs and windows beside the section: every control, as one reads, and back."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QTableWidget, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.tab_key import Key, assert_seen, dressed, misread, named, tabbed
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.dialogs.dialog import confirm_by_name
from funneldesk.desktop.kit.dialogs.tab_order import stops
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.pages.problems.feature import AllProblems
from funneldesk.desktop.parts.pages.search_replace.feature import SearchReplace

__all__ = ["dressed"]
Open = Callable[[Session], object]


def feature(session: Session, kind: type) -> object:
    return next(each for each in WindowBench.pages_of(session).features if isinstance(each, kind))


WINDOWS: dict[str, Open] = {
    "preferences": lambda session: session.open_preferences(),
    "shortcuts": lambda session: session.show_shortcuts(session.window),
    "notices": lambda session: session.open_notices(),
    "new page": lambda session: WindowBench.pages_of(session).new(),
    "add brand": lambda session: session.tasks.start(session.brand_menu.add_brand()),
    "typed name": lambda session: session.tasks.start(
        confirm_by_name(session.window, "Delete the brand", "For good.", name="A", action="Delete")
    ),
    "palette": lambda session: session.open_palette(),
    "jobs": lambda session: session.jobs.open(),
    "problems": lambda session: feature(session, AllProblems).show(),  # type: ignore[attr-defined]
    "find": lambda session: feature(session, SearchReplace).show("find"),  # type: ignore[attr-defined]
    "replace": lambda session: feature(session, SearchReplace).show("replace"),  # type: ignore[attr-defined]
}


def on_screen() -> list[QWidget]:
    """The windows that a user sees beside each other; a tip takes no keys."""
    return [
        each
        for each in QApplication.topLevelWidgets()
        if each.isVisible()
        and each.windowType() != Qt.WindowType.ToolTip
        and not each.testAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    ]


async def opened(session: Session, name: str) -> QWidget:
    """The window of that name, once it has the keyboard and its contents."""
    before = on_screen()
    WINDOWS[name](session)
    window = await the_new_one(name, before)
    window.activateWindow()
    try:
        await until(lambda: window.isAncestorOf(QApplication.focusWidget() or session.window))
    except TimeoutError:
        seen = [QApplication.activeWindow(), QApplication.focusWidget(), *on_screen()]
        raise AssertionError(f"{name}: {window} has no keyboard: {seen}") from None
    await turns()
    return window


async def the_new_one(name: str, before: list[QWidget]) -> QWidget:
    """The window that has come."""
    new: list[QWidget] = []
    try:
        await until(lambda: new.extend(w for w in on_screen() if w not in before) or new)
    except TimeoutError:
        raise AssertionError(f"{name}: nothing came beside {before}") from None
    return new[-1]


def stopping(window: QWidget) -> set[QWidget]:
    """What Tab has to halt at."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.window() is window
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and not _is_led_to_by_arrows(each)
    }


def _is_led_to_by_arrows(widget: QWidget) -> bool:
    """One of several is one stop: the chosen one."""
    several = isinstance(widget, QAbstractButton) and widget.autoExclusive()
    return several and not widget.isChecked()


async def misses(window: QWidget) -> list[str]:
    """What is wrong with the way of the Tab key through a window and back."""
    held = QApplication.focusWidget()
    wanted = stopping(window)
    if wanted <= {held}:
        QTest.keyClick(held, Key.Key_Tab)
        return [] if QApplication.focusWidget() is held else ["Tab leaves the only stop"]
    halts = await tabbed(window, held)
    # Round and round: it is read from the top again once.
    tops = [at for at in range(len(halts)) if misread(window, [halts[at - 1], halts[at]])]
    halts = [*halts[tops[0] :], *halts[: tops[0]]] if tops else halts
    back = await tabbed(window, halts[0], Key.Key_Backtab)
    assert_seen(window, halts)
    return [
        *map(str, misread(window, halts)),
        *(f"left out: {named(each)}" for each in wanted - set(halts)),
        *(["another way back"] if back[1:] != halts[:0:-1] else []),
    ]


@in_the_window
async def test_tab_reads_every_dialog_and_leaves_nothing_out(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    await brand.add(title="Spring", html="<h1>Spring</h1><img>")
    session = bench.session()
    session.notifications.post(Notice("Published: Spring", "", "success"))
    session.window.show()
    await bench.add_brand(session, brand)
    wrong = {}
    for name in WINDOWS:
        window = await opened(session, name)
        wrong[name] = await misses(window)
        window.close()
        await turns()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not {name: found for name, found in wrong.items() if found}


def test_a_table_keeps_its_header_while_the_order_is_read(qapp: QApplication) -> None:
    """Who asks the inner parts of a view for whom they stand takes its header away from Python."""
    window = QWidget()
    table = QTableWidget(3, 3, window)
    header = table.horizontalHeader()
    window.show()
    assert table in stops(window)
    assert header.count() == 3
    window.deleteLater()
