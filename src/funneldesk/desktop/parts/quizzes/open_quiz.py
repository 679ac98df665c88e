"""The quiz that is open: its screens, its flow and what visitors came to, read in one call."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.quiz_flow import Route
from funneldesk.contract.quizzes import EntryCounts, Flow, Screen
from funneldesk.desktop.workspace.workspace import Workspace


@dataclass(slots=True)
class PlayedScreen:
    """A screen as the rules of flows see it (``contract.quiz_flow.Played``)."""

    id: int
    code: str
    type: str
    options: Any
    screen_settings: Any


class OpenQuiz(QObject):
    """``changed``: it was read anew, or another one is open. ``quiz_id`` is 0 while none is."""

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.quiz_id = 0
        self.name = ""
        self.flow: dict[str, Any] = {}
        self.screens: list[Screen] = []
        self.entries: EntryCounts | None = None

    def choose(self, quiz_id: int, name: str) -> None:
        """Another quiz is open; what was known of the former is forgotten."""
        self.name = name
        if quiz_id != self.quiz_id:
            self.quiz_id = quiz_id
            self.flow, self.screens, self.entries = {}, [], None
            self.changed.emit()

    async def learn(self) -> None:
        """Read it anew. Raises ``ApiError``."""
        quiz_id = self.quiz_id
        if not quiz_id:
            return
        found = await self.workspace.run(lambda api: api.quizzes.get_flow(quiz_id))
        if quiz_id == self.quiz_id:
            self.take(found)

    def take(self, found: Flow) -> None:
        """This is what the server has."""
        self.flow, self.entries = found.flow or {}, found.entries
        self.screens = sorted(found.screens or [], key=lambda each: (each.order or 0, each.id))
        self.changed.emit()

    def played(self) -> list[PlayedScreen]:
        """The screens as the rules see them, in their order."""
        return [played(screen) for screen in self.screens]

    def route(self, flow: Mapping[str, Any] | None = None) -> Route[PlayedScreen]:
        """The way through it, or through another flow of the same screens."""
        return Route(self.flow if flow is None else flow, self.played())

    def screen(self, code: str) -> Screen | None:
        """A screen by its code."""
        return next((each for each in self.screens if each.code == code), None)


def played(screen: Screen) -> PlayedScreen:
    """A screen as the rules see it."""
    options = [option.model_dump() for option in screen.options or ()]
    settings = screen.screen_settings if isinstance(screen.screen_settings, dict) else None
    return PlayedScreen(screen.id, screen.code or "", screen.type or "", options, settings)


def title_of(screen: Screen) -> str:
    """What a screen is called in lists."""
    return screen.name or screen.title or screen.code or str(screen.id)
