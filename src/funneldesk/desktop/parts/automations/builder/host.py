"""The builder tab, as its drawer sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from funneldesk.contract.automations import AutomationEvent, AutomationLog
from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.tasks import TaskScope


class Host(Protocol):
    """What the drawer acts on."""

    editor: GraphEditor
    tasks: TaskScope
    log: list[AutomationLog]
    log_pages: int
    has_older: bool

    def facts(self) -> tuple[Mapping[str, Any], str, str | None]: ...

    def show_numbers(self) -> None: ...

    async def read_log(self) -> None: ...

    async def events(self) -> Sequence[AutomationEvent]: ...

    async def versions(self) -> None: ...

    async def compare(self, key: int) -> None: ...

    async def restore(self, key: int) -> None: ...
