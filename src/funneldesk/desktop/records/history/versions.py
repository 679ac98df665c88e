"""Versions of records: opened, every minute of typing, saved, restored, about to be deleted."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind

YOU, PLATFORM = "you", "platform"
"""Who makes a version."""

TYPED_EVERY = 60.0
SAVED = {"published": _("Published"), "offline": _("Taken offline")}


class RecordVersions:
    """Keeps versions of the records of one part. A full disk is reported and stops nothing."""

    def __init__(
        self,
        kind: RecordKind,
        store: LocalStore,
        notifications: NotificationCenter,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._part = kind.part
        self._draft = kind.draft
        self._store = store
        self._notifications = notifications
        self._clock = clock
        self._typing_since: dict[str, float] = {}

    async def opened(self, record_id: str, body: Mapping[str, Any]) -> None:
        """The server has this record so."""
        await self.keep(record_id, "opened", self._draft.opened(body).fields, PLATFORM)

    async def typed(self, record_id: str, draft: RecordDraft) -> None:
        """Something was typed and made durable: a version when the minute is over."""
        now = self._clock()
        since = self._typing_since.setdefault(record_id, now)
        if now - since >= TYPED_EVERY:
            self._typing_since[record_id] = now
            await self.keep(record_id, "typed", draft.fields, YOU)

    async def left(self, record_id: str, draft: RecordDraft | None) -> None:
        """The record is left: what was typed in the minute that is not over yet."""
        began = self._typing_since.pop(record_id, None) is not None
        if began and draft is not None and draft.is_dirty:
            await self.keep(record_id, "typed", draft.fields, YOU)

    async def saved(self, old_id: str, draft: RecordDraft, status: str | None) -> None:
        """The server took what was typed."""
        record_id = str(draft.id)
        self._typing_since.pop(old_id, None)
        try:
            if is_new_id(old_id):
                await self._store.adopt_history(self._part, old_id, record_id)
        except LocalStoreProblem as problem:
            self._tell(problem)
        about = SAVED.get(status or "", "")
        stored = self._draft.opened(draft.base)
        await self.keep(record_id, "saved", stored.fields, YOU, about)

    async def keep(
        self, record_id: str, kind: str, fields: Mapping[str, Any], who: str, about: str = ""
    ) -> None:
        """Keep one version."""
        try:
            await self._store.keep_version(
                self._part, record_id, kind, fields, who=who, about=about
            )
        except LocalStoreProblem as problem:
            self._tell(problem)

    def _tell(self, problem: LocalStoreProblem) -> None:
        self._notifications.post(
            explain(problem, _("Keeping the history")).notice(f"{self._part}/history")
        )


async def keep_before_it_goes(store: LocalStore, kind: RecordKind, record_id: str) -> None:
    """A record was deleted: what is here of it, unsaved words too, becomes its last version.

    Raises LocalStoreProblem.
    """
    about = _("When it was deleted")
    record = await store.record(kind.part, record_id)
    if record is not None:
        fields = kind.draft.opened(record.body).fields
        await store.keep_version(kind.part, record_id, "opened", fields, who=PLATFORM, about=about)
    draft = await store.draft(kind.part, record_id)
    if draft is not None:
        typed = kind.draft.from_draft(draft.content, draft.base).fields
        await store.keep_version(kind.part, record_id, "typed", typed, who=YOU, about=about)
