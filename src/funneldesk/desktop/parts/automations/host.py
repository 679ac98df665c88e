"""The section's panel, as its deeds see it."""

from typing import Any, Protocol

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.parts.automations.builder.page import BuilderPage
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace


class Host(Protocol):
    """What deeds act on; a widget."""

    workspace: Workspace
    tasks: TaskScope
    builder: BuilderPage
    open_id: str

    def row_of(self, automation_id: str) -> Any: ...

    brand: BrandFacts

    def open_record(self, record_id: str) -> None: ...

    def begin(self, automation_id: str) -> None: ...

    def window(self) -> QWidget: ...
