"""Panel that shows one of several panels: what the window asks goes on to the one shown."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.sections.actions import Actions
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel


class HostedPanel(Panel):
    """Who extends it says which panels there are, and which one is shown."""

    declared_actions: Actions

    @property
    def page(self) -> Panel | None:
        """The page that is shown."""
        raise NotImplementedError

    def hosted(self) -> tuple[Panel, ...]:
        """Every page that was made."""
        raise NotImplementedError

    def commands(self) -> tuple[Command, ...]:
        here = self.page.commands() if self.page is not None else ()
        return (*here, *self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return self.page.refused() if self.page is not None else ()

    def next_steps(self, text: str) -> tuple[Command, ...]:
        return self.page.next_steps(text) if self.page is not None else ()

    def shortcuts(self) -> tuple[KeysLine, ...]:
        here = self.page.shortcuts() if self.page is not None else ()
        return (*here, *self.declared_actions.keys_lines())

    def first_list(self) -> QWidget | None:
        return self.page.first_list() if self.page is not None else None

    def seek(self) -> None:
        if self.page is not None:
            self.page.seek()

    def new(self) -> None:
        if self.page is not None:
            self.page.new()

    def save(self, *, publish: bool = False) -> None:
        if self.page is not None:
            self.page.save(publish=publish)

    def back(self) -> None:
        if self.page is not None:
            self.page.back()

    async def settle(self) -> None:
        for page in self.hosted():
            await page.settle()

    def unkept(self) -> tuple[str, ...]:
        return tuple(title for page in self.hosted() for title in page.unkept())

    def leave(self) -> None:
        for page in self.hosted():
            page.leave()
