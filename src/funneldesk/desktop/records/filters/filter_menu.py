"""Menu in which filters are set, one submenu for each."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.query import Choice, FilterSpec, Query

R = TypeVar("R")


def fill_filter_menu(
    menu: QMenu,
    filters: Iterable[FilterSpec[R]],
    rows: Collection[R],
    query: Query,
    choose: Callable[[str, Choice], object],
) -> None:
    """Offer every filter with the choices that ``rows`` have, and none of them as "Any"."""
    for spec in filters:
        inner = menu.addMenu(_escaped(spec.title))
        current = query.choices.get(spec.name)
        for value, words in ((None, _("Any")), *spec.choices(rows)):
            action = add_choice(inner, words, current == value)
            action.triggered.connect(
                lambda _=False, name=spec.name, value=value: choose(name, value)
            )


def add_choice(menu: QMenu, text: str, checked: bool) -> QAction:
    """Add an entry with a tick before it, or without."""
    action = menu.addAction(_escaped(text))
    action.setCheckable(True)
    action.setChecked(checked)
    return action


def _escaped(text: str) -> str:
    return text.replace("&", "&&")
