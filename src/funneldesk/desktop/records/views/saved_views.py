"""Named views of a section: those that it brings, and those that the user saved for a brand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.query import Query

LONGEST_NAME = 60
OWN = "own/"
"""What the key of a saved view begins with."""


@dataclass(frozen=True, slots=True)
class View:
    """``columns`` is what ``TableColumns`` remembers; empty leaves them as they are. ``empty`` is
    said where it has no record: a title and a sentence."""

    key: str
    title: str
    query: Query = field(default_factory=Query)
    columns: Mapping[str, Any] = field(default_factory=dict)
    empty: tuple[str, str] | None = None

    @property
    def is_own(self) -> bool:
        """Whether the user saved it."""
        return self.key.startswith(OWN)

    def beyond(self, query: Query) -> Query:
        """A query without what this view asks for by itself."""
        own = self.query.choices
        others = {name: v for name, v in query.choices.items() if name not in own or own[name] != v}
        return replace(query, choices=others)

    def is_all_of(self, query: Query) -> bool:
        """Whether a query asks for this view, and for nothing else."""
        return not query.text and query.choices == self.query.choices

    def state(self) -> dict[str, Any]:
        """The view as JSON."""
        return {
            "key": self.key,
            "title": self.title,
            "query": self.query.state(),
            "columns": dict(self.columns),
        }


class SavedViews(QObject):
    """``changed``: there are other views than before. Kept in the brand's local store."""

    changed = Signal()

    def __init__(self, store: LocalStore, part: str, brought: Sequence[View]) -> None:
        super().__init__()
        self.part = part
        self._store = store
        self._name = f"views.{part}"
        self._brought = tuple(brought)
        self._own: tuple[View, ...] = ()

    def __iter__(self) -> Any:
        return iter(self._brought + self._own)

    def get(self, key: str) -> View | None:
        """A view by its key."""
        return next((view for view in self if view.key == key), None)

    async def read(self) -> None:
        """Take what was kept; what is not understood is left out, and stays on the disk until
        another view is saved."""
        kept = await self._store.saved_work(self._name, [])
        self._own = tuple(filter(None, map(_view, kept if isinstance(kept, list) else ())))
        self.changed.emit()

    async def save(self, title: str, query: Query, columns: Mapping[str, Any]) -> View:
        """Keep a view under a name of its own."""
        taken = {view.key for view in self._own}
        key = next(f"{OWN}{n}" for n in range(len(taken) + 1) if f"{OWN}{n}" not in taken)
        view = View(key, title.strip()[:LONGEST_NAME], query, columns)
        await self._keep((*self._own, view))
        return view

    async def update(self, key: str, **changes: Any) -> None:
        """Change the title, query or columns of a saved view."""
        await self._keep(
            tuple(replace(view, **changes) if view.key == key else view for view in self._own)
        )

    async def remove(self, key: str) -> None:
        """Forget a saved view."""
        await self._keep(tuple(view for view in self._own if view.key != key))

    def problem(self, title: str, but: str = "") -> str:
        """Why a view cannot be called so, as a sentence; "" when it can. ``but``: the key of the
        view that is renamed."""
        name = title.strip()
        if not name:
            return _("A view needs a name.")
        if any(v.title.casefold() == name.casefold() for v in self if v.key != but):
            return _("There is a view with this name.")
        return (
            ""
            if len(name) <= LONGEST_NAME
            else _("At most {longest_name} characters.").format(longest_name=LONGEST_NAME)
        )

    async def _keep(self, own: tuple[View, ...]) -> None:
        self._own = own
        self.changed.emit()
        await self._store.save_work(self._name, [view.state() for view in own])


def _view(state: object) -> View | None:
    if not isinstance(state, dict):
        return None
    key, title, columns = state.get("key"), state.get("title"), state.get("columns")
    if not isinstance(key, str) or not key.startswith(OWN) or not isinstance(title, str):
        return None
    known = columns if isinstance(columns, dict) else {}
    return View(key, title, Query.of(state.get("query")), known)
