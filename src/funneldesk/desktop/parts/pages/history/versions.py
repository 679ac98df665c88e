"""What becomes a version of a page: opened, every minute of typing, saved, restored."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import NoticeBoard
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.history.makers import PLATFORM, YOU
from funneldesk.desktop.parts.pages.library.library import PART

__all__ = ["PLATFORM", "YOU", "PageVersions"]

TYPED_EVERY = 60.0
SAVED = {"published": "Published", "offline": "Taken offline"}


class PageVersions:
    """Keeps versions of pages. A full disk is reported and stops nothing."""

    def __init__(
        self,
        store: LocalStore,
        board: NoticeBoard,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._board = board
        self._clock = clock
        self._typing_since: dict[str, float] = {}

    async def opened(self, page_id: str, body: Mapping[str, Any]) -> None:
        """The platform has this page so."""
        await self.keep(page_id, "opened", PageDocument.opened(body).fields, PLATFORM)

    async def typed(self, page_id: str, document: PageDocument) -> None:
        """Something was typed and made durable: a version when the minute is over."""
        now = self._clock()
        since = self._typing_since.setdefault(page_id, now)
        if now - since >= TYPED_EVERY:
            self._typing_since[page_id] = now
            await self.keep(page_id, "typed", document.fields, YOU)

    async def left(self, page_id: str, document: PageDocument | None) -> None:
        """The page is left: what was typed in the minute that is not over yet."""
        began = self._typing_since.pop(page_id, None) is not None
        if began and document is not None and document.is_dirty:
            await self.keep(page_id, "typed", document.fields, YOU)

    async def saved(self, old_id: str, document: PageDocument, status: str | None) -> None:
        """The platform took what was typed."""
        page_id = str(document.page_id)
        self._typing_since.pop(old_id, None)
        try:
            if is_new_id(old_id):
                await self._store.adopt_history(PART, old_id, page_id)
        except LocalStoreProblem as problem:
            self._tell(problem)
        about = SAVED.get(status or "", "")
        stored = PageDocument.opened(document.base)
        await self.keep(page_id, "saved", stored.fields, YOU, about)

    async def keep(
        self, page_id: str, kind: str, fields: Mapping[str, Any], who: str, about: str = ""
    ) -> None:
        """Keep one version."""
        try:
            await self._store.keep_version(PART, page_id, kind, fields, who=who, about=about)
        except LocalStoreProblem as problem:
            self._tell(problem)

    def _tell(self, problem: LocalStoreProblem) -> None:
        self._board.post(explain(problem, "Keeping the history").notice("pages/history"))
