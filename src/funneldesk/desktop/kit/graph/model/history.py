"""Undo and redo of what was done to a graph."""

from collections.abc import Callable

from funneldesk.desktop.kit.graph.model.graph import Change, Graph
from funneldesk.desktop.local.texts import _

MOST = 2_000
"""Deeds that are remembered; the oldest go first."""


class History:
    """The deeds of one editor on its graph. ``heard`` is told each change that was made."""

    def __init__(self, graph: Graph, heard: Callable[[Change], object] = lambda _: None):
        self.graph = graph
        self._heard = heard
        self._done: list[Change] = []
        self._undone: list[Change] = []

    def do(self, change: Change) -> None:
        """Make a change that can be undone; an empty one is none."""
        if not change:
            return
        self.graph.apply(change)
        self._undone.clear()
        if change.joins and self._done and self._done[-1].joins == change.joins:
            joined = self._done.pop().then(change)
            if joined:
                self._done.append(joined)
        else:
            self._done.append(change)
            del self._done[:-MOST]
        self._heard(change)

    def pause(self) -> None:
        """What comes next is undone on its own, whatever it joins."""
        if self._done and self._done[-1].joins:
            last = self._done.pop()
            self._done.append(Change(last.label, last.items))

    def undo(self) -> Change | None:
        """Take back the last deed; None when there is none."""
        if not self._done:
            return None
        last = self._done.pop()
        self._undone.append(last)
        back = last.reversed()
        self.graph.apply(back)
        self._heard(back)
        return back

    def redo(self) -> Change | None:
        """Do again what was undone last; None when there is nothing."""
        if not self._undone:
            return None
        again = self._undone.pop()
        self._done.append(again)
        self.graph.apply(again)
        self._heard(again)
        return again

    @property
    def undo_words(self) -> str:
        """What undo would take back, as a menu says it; "" when there is nothing."""
        return _("Undo: {deed}").format(deed=self._done[-1].label) if self._done else ""

    @property
    def redo_words(self) -> str:
        """What redo would do again; "" when there is nothing."""
        return _("Redo: {deed}").format(deed=self._undone[-1].label) if self._undone else ""
