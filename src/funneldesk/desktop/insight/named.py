"""Named things that a user keeps for a brand: filters, metrics of one's own, reports, boards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _

T = TypeVar("T")
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Named(Generic[T]):
    """``key`` stays when it is renamed."""

    key: str
    name: str
    thing: T


class NamedThings(QObject, Generic[T]):
    """``changed``: there are others than before. Kept in the brand's local store under ``place``;
    what is not understood is left out."""

    changed = Signal()

    def __init__(
        self,
        store: LocalStore,
        place: str,
        read: Callable[[Any], T | None],
        write: Callable[[T], Any],
    ) -> None:
        super().__init__()
        self._store, self._place = store, place
        self._read, self._write = read, write
        self._things: tuple[Named[T], ...] = ()
        self.is_known = False

    def __iter__(self) -> Iterator[Named[T]]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def get(self, key: str) -> Named[T] | None:
        """One by its key."""
        return next((each for each in self._things if each.key == key), None)

    async def recall(self) -> None:
        """Take what was kept, once."""
        if self.is_known:
            return
        kept = await self._store.saved_work(self._place, [])
        if not self.is_known:
            found = map(self._of, kept if isinstance(kept, list) else ())
            self._things, self.is_known = tuple(filter(None, found)), True
            self.changed.emit()

    async def add(self, name: str, thing: T) -> Named[T]:
        """Keep something under a name."""
        await self.recall()
        taken = {each.key for each in self._things}
        key = next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
        made = Named(key, name.strip()[:LONGEST_NAME], thing)
        await self._keep((*self._things, made))
        return made

    async def put(self, key: str, name: str, thing: T) -> None:
        """Another name or content for what is kept under a key."""
        made = Named(key, name.strip()[:LONGEST_NAME], thing)
        await self._keep(tuple(made if each.key == key else each for each in self._things))

    async def remove(self, key: str) -> None:
        """Keep it no longer."""
        await self._keep(tuple(each for each in self._things if each.key != key))

    def name_problem(self, name: str, but: str = "") -> str:
        """Why it cannot be called so, as a sentence; "" when it can. ``but``: the key of what is
        renamed."""
        plain = name.strip()
        if not plain:
            return _("It needs a name.")
        if len(plain) > LONGEST_NAME:
            return _("At most {longest_name} characters.").format(longest_name=LONGEST_NAME)
        taken = (each.name.casefold() for each in self._things if each.key != but)
        return _("This name is taken.") if plain.casefold() in taken else ""

    async def _keep(self, things: tuple[Named[T], ...]) -> None:
        self._things = things
        self.changed.emit()
        kept = [{"key": e.key, "name": e.name, "thing": self._write(e.thing)} for e in things]
        await self._store.save_work(self._place, kept)

    def _of(self, state: object) -> Named[T] | None:
        given = state if isinstance(state, dict) else {}
        key, name = given.get("key"), given.get("name")
        thing = self._read(given.get("thing"))
        if not isinstance(key, str) or not isinstance(name, str) or thing is None:
            return None
        return Named(key, name, thing)
