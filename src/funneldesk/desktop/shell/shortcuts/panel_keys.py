"""The shortcuts that every window hands to the panel that it shows."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.shortcuts import bind

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel

WithPanel = Callable[["Callable[[Panel], object]"], None]


def bind_panel_keys(window: QWidget, with_panel: WithPanel) -> None:
    """Find, new, save, refresh and back go to the panel that the window shows."""
    keys: dict[str, Callable[[Panel], object]] = {
        "Ctrl+F": lambda panel: panel.seek(),
        "Ctrl+N": lambda panel: panel.new(),
        "Ctrl+S": lambda panel: panel.save(),
        "Ctrl+Shift+S": lambda panel: panel.save(publish=True),
        "F5": refresh,
        "Esc": lambda panel: panel.back(),
    }
    for sequence, act in keys.items():
        bind(window, sequence, partial(with_panel, act))


def refresh(panel: "Panel") -> None:
    """F5: read anew, and offer again what was refused for want of rights."""
    panel.workspace.ask_rights_again()
    panel.refresh()
