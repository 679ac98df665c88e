"""Counts in the bar: true, renewed with their records and brands, and in nobody's way."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.note_sections import SECTIONS, add, with_brand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.client import Api
from funneldesk.contract.funnels import FunnelDraft
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.sections.waiting import Waiting
from funneldesk.desktop.shell.sidebar import SectionButton
from funneldesk.desktop.workspace.workspace import Workspace


async def _active(api: Api) -> int:
    return sum(funnel.status == "active" for funnel in await api.funnels.list())


async def waiting(workspace: Workspace) -> Waiting:
    """Funnels stand in for what waits."""
    return Waiting(await workspace.run(_active))


def put_in_place(
    monkeypatch: pytest.MonkeyPatch, asked: Callable[[Workspace], Awaitable[Waiting]]
) -> None:
    notes, tickets, brands = SECTIONS
    sections = (notes, tickets._replace(waiting=asked), brands)
    monkeypatch.setattr("funneldesk.desktop.shell.windows.main_window.SECTIONS", sections)
    monkeypatch.setattr("funneldesk.desktop.app.palette_commands.SECTIONS", sections)


async def add_funnels(brand: LiveBrand, *names: str) -> None:
    async with brand.api() as api:
        for name in names:
            await api.funnels.create(FunnelDraft(name=name))


def button(session: Session) -> SectionButton:
    return session.window.sidebar.buttons["tickets"]


@in_the_window
async def test_a_count_is_that_of_the_brand_and_follows_its_records(
    bench: WindowBench,
    live: LivePlatform,
    brand: LiveBrand,
    memory_keyring: MemoryKeyring,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put_in_place(monkeypatch, waiting)
    await add_funnels(brand, "One", "Two")
    session = await with_brand(bench, brand)
    await until(lambda: button(session).count == 2)
    assert button(session).accessibleDescription() == "2"
    first = session.shown()
    assert first is not None
    await add_funnels(brand, "Three")
    first.announce("notes", "1")
    first.announce("tickets", "1")
    await until(lambda: button(session).count == 3)
    await add(session, live.brand("Other"))
    assert session.shown() is not first
    assert button(session).count == 0
    session.show_brand(first.connection.id)
    await until(lambda: button(session).count == 3)


@in_the_window
async def test_a_count_that_does_not_come_keeps_nothing_waiting(
    bench: WindowBench,
    brand: LiveBrand,
    relay: Relay,
    memory_keyring: MemoryKeyring,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put_in_place(monkeypatch, waiting)
    await add_funnels(brand, "One")
    session = await with_brand(bench, replace(brand, base_url=relay.base_url))
    await until(lambda: button(session).count == 1)
    shown = session.shown()
    assert shown is not None
    await relay.vanish()
    shown.announce("tickets", "1")
    await until(lambda: shown.connection_state == "offline")
    session.window.show_section("tickets")
    await turns()
    assert button(session).isChecked()
    assert button(session).count == 1, "the last count that was known"
    await add_funnels(brand, "Two")
    await relay.listen()
    await until(lambda: button(session).count == 2)
