"""New tickets are told once, several in one notice, and only to somebody who is elsewhere."""

from datetime import time

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.note_sections import with_brand
from tests.desktop.support.ticket_desk import write_in
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    shown_dialog,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.local.notification_rules import NotificationRules
from funneldesk.desktop.shell.notices.notification_dialog import NotificationDialog
from funneldesk.desktop.shell.notices.system_notices import harmless


def ask_again(session: Session) -> None:
    shown = session.shown()
    assert shown is not None
    shown.announce("tickets", "x")


@in_the_window
async def test_several_new_ones_are_one_notice_until_the_brand_is_muted(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    write_in(brand, "Old")
    session = await with_brand(bench, brand)
    button = session.window.sidebar.buttons["tickets"]
    await until(lambda: button.count == 1)
    assert not [n for n in session.notifications.notices if n.away], "what waited is not new"
    write_in(brand, "Where <b>is</b> it?")
    ask_again(session)
    await until(
        lambda: any(n.title == "Where <b>is</b> it?" for n in session.notifications.notices)
    )
    write_in(brand, "Another")
    ask_again(session)
    await until(lambda: any(n.title == "2 new tickets" for n in session.notifications.notices))
    assert sum(n.away for n in session.notifications.notices) == 1
    session.open_notifications()
    dialog = await shown_dialog(NotificationDialog)
    shown = session.shown()
    assert shown is not None
    dialog.brands[shown.connection.id].click()
    dialog.answer("")
    assert shown.connection.id in session.settings.notifications.muted
    write_in(brand, "Third")
    ask_again(session)
    await until(lambda: button.count == 4)
    assert not any(n.title == "3 new tickets" for n in session.notifications.notices)


def test_quiet_hours_reach_over_midnight() -> None:
    rules = NotificationRules(frozenset({"muted"}), (time(20), time(8)))
    assert [rules.tells("a", time(hour)) for hour in (19, 20, 2, 8)] == [True, False, False, True]
    assert not rules.tells("muted", time(12))
    assert NotificationRules.of(rules.kept()) == rules


@pytest.mark.parametrize(
    ("text", "shown"),
    [("<img src=x>&", "‹img src=x›＆"), ("a\u202eb\nc", "ab c"), ("W" * 300, "W" * 199 + "…")],
)
def test_words_of_strangers_are_one_harmless_line(text: str, shown: str) -> None:
    assert harmless(text, markup=True) == shown
