"""A record, also one that is gone, as the history window asks for it."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.fields import RecordFields, Value
from funneldesk.desktop.records.history.labels import time_words
from funneldesk.desktop.records.history.versions import YOU
from funneldesk.desktop.records.nouns import noun


class _RecordHistory:
    """What is kept of a record on this computer."""

    def __init__(self, session: EditSession, record_id: str, title: str) -> None:
        self._session = session
        self._id = record_id
        self.fields = session.kind.draft.declared.in_history()
        self.title = title

    async def versions(self) -> list[Version]:
        return await self._session.workspace.store.versions(self._session.kind.part, self._id)

    async def content(self, key: int) -> dict[str, Any]:
        return await self._session.workspace.store.version(key)

    def words(self, field: str, value: Any) -> str:
        return words_of(self._session.fields, field, value)


class OpenRecordHistory(_RecordHistory):
    """The record that is open in a session. What is put back is unsaved there."""

    restore_words = _("Restore this version")

    def __init__(self, session: EditSession) -> None:
        super().__init__(session, session.record_id, session.title)
        self._replaced: dict[str, Value] = {}

    def now(self) -> Mapping[str, Any] | None:
        draft = self._session.draft
        return draft.fields if draft is not None and self._is_open else None

    async def restore(self, fields: Mapping[str, Any], version: Version) -> str:
        """One change in the editor; what was there becomes a version of its own first."""
        session, draft, kind = self._session, self._session.draft, self._session.kind
        if draft is None or not self._is_open:
            return _(
                "Another {unit} is open behind this window now. Close it and open this one."
            ).format(unit=noun(kind.unit))
        if not session.workspace.may_write(kind.part):
            return _("{title} are read only with this key.").format(title=kind.title)
        if not session.lock.may_write:
            return _("This {unit} is written in another window. Choose “Edit here” first.").format(
                unit=noun(kind.unit)
            )
        await session.editor.settled()
        store = session.workspace.store
        before, part = _("Before an older version was restored"), kind.part
        await store.keep_version(part, self._id, "typed", draft.fields, who=YOU, about=before)
        self._replaced = put_into(session, draft, fields)
        about = _("As of {time}").format(time=time_words(version.at))
        await store.keep_version(
            kind.part, self._id, "restored", draft.fields, who=YOU, about=about
        )
        return ""

    def undo(self) -> None:
        """Take the last restoring back, if the record is still open."""
        draft = self._session.draft
        if draft is not None and self._is_open and self._session.lock.may_write:
            put_into(self._session, draft, self._replaced)

    @property
    def _is_open(self) -> bool:
        return self._session.record_id == self._id


class DeletedRecordHistory(_RecordHistory):
    """A record that the server no longer has. What is put back is a new one."""

    def __init__(self, session: EditSession, record_id: str, title: str) -> None:
        super().__init__(session, record_id, title)
        self.restore_words = _("Restore as a new {unit}").format(unit=noun(session.kind.unit))

    def now(self) -> Mapping[str, Any] | None:
        return None

    async def restore(self, fields: Mapping[str, Any], version: Version) -> str:
        """A draft of a new record, open and unsaved."""
        kind, content = self._session.kind, await self.content(version.key)
        wanted = {**fields, **{name: content.get(name) for name in kind.draft.declared.create_only}}
        if kind.writes.lifecycle is not None:
            wanted[kind.writes.lifecycle.field] = kind.writes.lifecycle.first
        await self._session.open_new({name: value for name, value in wanted.items() if value})
        return ""


def put_into(
    session: EditSession, draft: RecordDraft, fields: Mapping[str, Any]
) -> dict[str, Value]:
    """Make these the values of the open record, as one change; the values that they replaced."""
    replaced: dict[str, Value] = {}
    for name, value in fields.items():
        was = draft.fields.get(name)
        try:
            if draft.declared[name].restorable and draft.set(name, value):
                replaced[name] = was
        except (KeyError, TypeError, ValueError):
            # A field that an older or newer program kept in another form is left as it is.
            continue
    session.editor.take(replaced)
    for name in replaced:
        session.editor.edited.emit(name)
    return replaced


def words_of(fields: RecordFields, field: str, value: Any) -> str:
    """A kept value in the words of the form; a password is not shown."""
    try:
        return fields.words(field, fields[field].normal(value))
    except (KeyError, TypeError):
        return str(value)
