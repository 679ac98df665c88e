"""Sections that stand in for those of the window, and ways to reach them."""

import asyncio
from typing import Any

import pytest
from PySide6.QtWidgets import QListWidget, QMenu, QPushButton, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.sections.panel import Command, Panel
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.brands.brand_dialogs import (
    BrandEntry,
)
from funneldesk.desktop.workspace.workspace import Workspace


class NotePanel(Panel):
    """Writes down what it was asked for."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.asked: list[str] = []
        self.ended = False
        self.restored: dict[str, Any] = {}
        self.buttons = QPushButton("Act")
        self.list = QListWidget(self)
        self.tasks.start(self._live())

    async def _live(self) -> None:
        try:
            await asyncio.sleep(600)
        finally:
            self.ended = True

    def refresh(self) -> None:
        self.asked.append("refresh")

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def commands(self) -> tuple[Command, ...]:
        return (Command("Act now", lambda: self.asked.append("act"), "Ctrl+J"),)

    def shortcuts(self) -> tuple[tuple[str, str], ...]:
        return (("J", "Next note"),)

    def open_record(self, record_id: str) -> None:
        self.asked.append(f"open {record_id}")
        self.titled.emit(f"Note {record_id}")

    def seek(self) -> None:
        self.asked.append("seek")

    def new(self) -> None:
        self.asked.append("new")

    def save(self, *, publish: bool = False) -> None:
        self.asked.append("publish" if publish else "save")

    def back(self) -> None:
        self.asked.append("back")

    def state(self) -> dict[str, Any]:
        return {"seen": len(self.asked)}

    def restore(self, state: dict[str, Any]) -> None:
        self.restored = state


SECTIONS = (
    Section("notes", "Notes", "file-code", "build", NotePanel),
    Section("tickets", "Tickets", "bell", "engage", NotePanel),
    Section("brands", "Brand settings", "settings", "", NotePanel),
)


def put_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window has these sections instead of its own."""
    monkeypatch.setattr("funneldesk.desktop.shell.windows.main_window.SECTIONS", SECTIONS)
    monkeypatch.setattr("funneldesk.desktop.app.palette_commands.SECTIONS", SECTIONS)


async def with_brand(bench: WindowBench, brand: LiveBrand) -> Session:
    session = bench.session()
    await add(session, brand)
    return session


async def add(session: Session, brand: LiveBrand) -> None:
    entry = BrandEntry(brand.base_url, brand.number, brand.key(), "#3D57D6", False, False)
    assert await session.brands.check(entry) is None
    await until(
        lambda: session.shown() is not None and session.shown().connection_state == "online"
    )


def panel(session: Session) -> NotePanel:
    found = session.window.panel()
    assert isinstance(found, NotePanel)
    return found


def choose(session: Session, start: str) -> None:
    """A line of the brand switcher."""
    session.window.sidebar.brand.click()
    menu = session.window.findChildren(QMenu)[-1]
    next(action for action in menu.actions() if action.text().startswith(start)).trigger()
    menu.close()
