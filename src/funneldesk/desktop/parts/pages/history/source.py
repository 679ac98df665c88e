"""A page, also one that is gone, as the history window asks for it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.history.labels import time_words
from funneldesk.desktop.records.history.versions import YOU

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.edit.page_session import PageSession


class OpenPageHistory:
    """The page that is open in a session. What is put back is unsaved there."""

    fields = FIELDS.in_history()
    restore_words = "Restore this version"

    def __init__(self, session: "PageSession") -> None:
        self._session = session
        self._id = session.record_id
        self._replaced: dict[str, Value] = {}
        self.title = session.title

    async def versions(self) -> list[Version]:
        return await self._session.workspace.store.versions(PART, self._id)

    async def content(self, key: int) -> dict[str, Any]:
        return await self._session.workspace.store.version(key)

    def now(self) -> Mapping[str, Any] | None:
        draft = self._session.draft
        return draft.fields if draft is not None and self._is_open else None

    def words(self, field: str, value: Any) -> str:
        return words_of(field, value)

    async def restore(self, fields: Mapping[str, Any], version: Version) -> str:
        """One change in the editor; what was there becomes a version of its own first."""
        session, draft = self._session, self._session.draft
        if draft is None or not self._is_open:
            return "Another page is open behind this window now. Close it and open this one."
        if not session.workspace.may_write(PART):
            return "Pages are read only with this key."
        if not session.lock.may_write:
            return "This page is written in another window. Choose “Edit here” first."
        await session.editor.settled()
        store = session.workspace.store
        before = "Before an older version was restored"
        await store.keep_version(PART, self._id, "typed", draft.fields, who=YOU, about=before)
        self._replaced = put_into(session, draft, fields)
        about = f"As of {time_words(version.at)}"
        await store.keep_version(PART, self._id, "restored", draft.fields, who=YOU, about=about)
        return ""

    def undo(self) -> None:
        """Take the last restoring back, if the page is still open."""
        draft = self._session.draft
        if draft is not None and self._is_open and self._session.lock.may_write:
            put_into(self._session, draft, self._replaced)

    @property
    def _is_open(self) -> bool:
        return self._session.record_id == self._id


class DeletedPageHistory:
    """A page that the platform no longer has. What is put back is a new page."""

    fields = FIELDS.in_history()
    restore_words = "Restore as a new page"

    def __init__(self, session: "PageSession", page_id: str, title: str) -> None:
        self._session = session
        self._id = page_id
        self.title = title

    async def versions(self) -> list[Version]:
        return await self._session.workspace.store.versions(PART, self._id)

    async def content(self, key: int) -> dict[str, Any]:
        return await self._session.workspace.store.version(key)

    def now(self) -> Mapping[str, Any] | None:
        return None

    def words(self, field: str, value: Any) -> str:
        return words_of(field, value)

    async def restore(self, fields: Mapping[str, Any], version: Version) -> str:
        """A draft of a new page, open and unsaved."""
        kind = (await self.content(version.key)).get("type")
        wanted = dict(fields) | ({"type": kind} if kind else {}) | {"status": "draft"}
        await self._session.open_new({name: value for name, value in wanted.items() if value})
        return ""


def put_into(
    session: "PageSession", draft: LocalPageDraft, fields: Mapping[str, Any]
) -> dict[str, Value]:
    """Make these the values of the open page, as one change; the values that they replaced."""
    replaced: dict[str, Value] = {}
    for name, value in fields.items():
        was = draft.fields.get(name)
        try:
            if FIELDS[name].restorable and draft.set(name, value):
                replaced[name] = was
        except (KeyError, TypeError, ValueError):
            # A field that an older or newer program kept in another form is left as it is.
            continue
    session.editor.take(replaced)
    for name in replaced:
        session.editor.edited.emit(name)
    session.editor.analyse_soon(0)
    return replaced


def words_of(field: str, value: Any) -> str:
    """A kept value in the words of the settings; the visitors' password is not shown."""
    if field == "password":
        return "set" if value else "none"
    try:
        return FIELDS.words(field, FIELDS[field].normal(value))
    except (KeyError, TypeError):
        return str(value)
