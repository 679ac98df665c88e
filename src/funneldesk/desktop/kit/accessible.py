"""True roles for buttons that can be on: Qt would read every one of them out as a check box."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget

ROLE = "accessibleRole"
"""The property that says which role: ``tab``, ``choice`` (one of several) or nothing."""

_ROLES = {"tab": QAccessible.Role.PageTab, "choice": QAccessible.Role.RadioButton}
_KINDS = frozenset({"Button", "SectionButton"})


class AccessibleToggle(QAccessibleWidget):
    """A button that is on or off, in the role that it has on screen."""

    def __init__(self, button: QAbstractButton) -> None:
        role = _ROLES.get(str(button.property(ROLE) or ""), QAccessible.Role.Button)
        super().__init__(button, role)
        self._button = button

    def text(self, which: QAccessible.Text) -> str:
        if which == QAccessible.Text.Name:
            return self._button.accessibleName() or self._button.text().replace("&&", "&")
        if which == QAccessible.Text.Description:
            return self._button.accessibleDescription()
        return super().text(which)

    def state(self) -> QAccessible.State:
        state, on = super().state(), self._button.isChecked()
        state.checkable = 1
        state.checked = state.selected = int(on)
        return state

    def actionNames(self) -> list[str]:
        return [self.pressAction(), self.setFocusAction()]

    def doAction(self, action: str) -> None:
        if action == self.pressAction():
            self._button.click()
        else:
            super().doAction(action)


def install_roles() -> None:
    """Once for the application."""
    QAccessible.installFactory(_made)


def _made(kind: str, thing: QObject) -> QAccessibleInterface | None:
    if kind in _KINDS and isinstance(thing, QAbstractButton) and thing.isCheckable():
        return AccessibleToggle(thing)
    return None
