"""Feature: one thing that can be done in a section. The panel puts features together."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from funneldesk.desktop.sections.actions import Action


class Feature(QObject):
    """Owns its widgets and its work; what it uses of the section it takes, never its panel."""

    def declare(self) -> Sequence[Action]:
        """What it can do, in the order of the menus; asked once, after it was made."""
        return ()

    def end(self) -> None:
        """The section is going: stop."""
