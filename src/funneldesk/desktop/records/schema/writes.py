"""Writes of a set-up: each sent once, and looked for where its answer was lost (quirk 10)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from funneldesk.desktop.kit.tasks import uncut
from funneldesk.desktop.sections.operations import confirmed, journaled
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

T = TypeVar("T")


class Named(Protocol):
    """What can be told apart by its id and is called by a name."""

    @property
    def id(self) -> int: ...

    @property
    def name(self) -> str: ...


Thing = TypeVar("Thing", bound=Named)


class SchemaWrites:
    """``learn`` reads the set-up anew, which follows each write. All methods raise ``ApiError``."""

    def __init__(
        self, workspace: Workspace, part: str, learn: Callable[[], Awaitable[object]]
    ) -> None:
        self.workspace = workspace
        self._part, self._learn = part, learn
        self._turn = asyncio.Lock()

    async def make(
        self,
        title: str,
        doing: str,
        call: "Callable[[Api], Awaitable[T]]",
        look: "Callable[[Api], Awaitable[T | None]]",
    ) -> T:
        """Create something; after a lost answer ``look`` says whether it is there."""
        run = self.workspace.run
        async with journaled(self.workspace, self._part, title, doing):
            made = await confirmed(run(call), lambda: run(look))
        await self._learn()
        return made

    async def send(self, call: "Callable[[Api], Awaitable[object]]") -> None:
        """Change something, which may be repeated; in turn, so that the last of two stays."""
        with uncut():
            async with self._turn:
                await self.workspace.run(call)
                await self._learn()

    async def delete(self, call: "Callable[[Api], Awaitable[object]]") -> None:
        """Delete something; what is gone already is what was wanted."""
        await self.send(call)


def fresh_of(listed: Iterable[Thing], before: set[int], name: str) -> Thing | None:
    """The one of this name that came since, if only one can be meant."""
    found = [each for each in listed if each.id not in before and each.name == name]
    return found[0] if len(found) == 1 else None


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not empty."""
    return {name: value for name, value in values.items() if value not in ("", None)}
