"""Creates whose answer is not known: kept with the draft, so that none is made twice."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore


@dataclass(frozen=True, slots=True)
class Attempt:
    """A create that was sent: its title, and the ids of the records that there were before it."""

    title: str
    known: frozenset[str]


class Attempts:
    """One attempt per draft of a new record, from before it is sent until the draft is dropped.

    A disk that refuses is reported where the draft is kept; the attempt then holds for this run.
    """

    def __init__(self, part: str, store: LocalStore) -> None:
        self._part = part
        self._store = store
        self._here: dict[str, Attempt] = {}

    async def begin(self, draft_id: str, title: str, known: Iterable[str]) -> Attempt:
        """A create is about to be sent."""
        attempt = Attempt(title, frozenset(known))
        self._here[draft_id] = attempt
        # One text, since a list of many ids is slow to copy.
        kept = {"title": title, "known": " ".join(attempt.known)}
        with suppress(LocalStoreProblem):
            await self._store.save_work(self._name(draft_id), kept)
        return attempt

    async def of(self, draft_id: str) -> Attempt | None:
        """The create of a draft that may have been carried out, of this run or an earlier one."""
        if draft_id in self._here:
            return self._here[draft_id]
        kept = None
        with suppress(LocalStoreProblem):
            kept = await self._store.saved_work(self._name(draft_id))
        match kept:
            case {"title": str(title), "known": str(known)}:
                return Attempt(title, frozenset(known.split()))
        return None

    async def end(self, draft_id: str) -> None:
        """The create was refused, or its record is known and the draft is gone."""
        self._here.pop(draft_id, None)
        with suppress(LocalStoreProblem):
            await self._store.drop_work(self._name(draft_id))
            await self._store.end_entry_of(self._part, draft_id)

    def _name(self, draft_id: str) -> str:
        return f"{self._part}.attempt/{draft_id}"
