"""A save of the open record: asked about, guarded, sent, and reported."""

from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import ApiError, Invalid, NotFound
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.guard.saving import SaveGuard
from funneldesk.desktop.records.history.versions import YOU
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.labels import (
    draft_kept,
    nothing_left,
    published_meanwhile,
    put_off,
    save_key,
    saved_notice,
)
from funneldesk.desktop.records.save.plan import Review, SavePlan, SaveWarning
from funneldesk.desktop.records.save.questions import CHANGED, GO, ask_about
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.save.saver import RecordSaver


class SaveFlow:
    """Saves the record that is open in a session. ``ask_about`` puts a warning first."""

    def __init__(self, session: EditSession) -> None:
        self.session = session
        self.kind = session.kind
        self.key = save_key(session.kind)
        self.saver = RecordSaver(session.workspace, session.library, self.kind)
        self.guard = SaveGuard(session.panel, session.workspace, session.versions, self.kind)
        self.ask_about: Callable[[QWidget, SaveWarning], Awaitable[str]] = ask_about
        self.after_save: Callable[[RecordDraft], Awaitable[None]] | None = None
        """What follows once the server has the record."""
        self.before_live: Callable[[RecordDraft, Sequence[str]], QWidget | None] = (
            lambda _draft, _fields: None
        )
        """What a part has to say of the fields that go live."""
        self.more_review: Callable[[RecordDraft, Sequence[str]], Review] = lambda _draft, _fields: (
            Review()
        )
        """What a part knows of the other records: of the fields that are sent."""
        self._warned: set[tuple[str, str]] = set()

    async def save(self, status: str | None) -> None:
        """Send what changed. ``status``: publish or take offline with it; None leaves it."""
        draft, record_id = self.session.draft, self.session.record_id
        if draft is None or self.session.busy:
            return
        if status is None and self._is_live(draft):
            await self._keep_draft(draft, record_id)
            return
        if not self.session.lock.may_write:
            self.session.say_elsewhere()
            return
        if self.session.workspace.read_only:
            kept = _("What you typed stays on this computer.")
            self.session.post(
                Notice(_("This brand is read only here."), kept, "warning", key=self.key)
            )
            return
        self.session.workspace.ask_again()
        self.session.set_busy(True)
        try:
            await self._send(draft, record_id, status)
        except ApiError as error:
            self._refused(draft, error)
        finally:
            self.session.set_busy(False)

    async def _keep_draft(self, draft: RecordDraft, record_id: str) -> None:
        """Nothing of a published record goes live by saving: it is kept on this computer."""
        await self.session.editor.settled()
        await self.session.drafts.save_now()
        if draft is not self.session.draft or not self.session.is_kept:
            return
        if draft.is_dirty:
            await self.session.versions.keep(record_id, "typed", draft.fields, YOU)
        self.session.post(draft_kept(self.kind, draft.is_dirty))

    async def _send(self, draft: RecordDraft, record_id: str, status: str | None) -> None:
        """The guard looks last: what was decided a while ago is asked about and compared anew."""
        decided = False
        while not (plan := await self._plan(draft, status)).is_empty:
            answer = await self._may_save(draft, plan, status)
            if not answer:
                return
            if answer == CHANGED:
                continue
            await self.session.drafts.save_now()
            with self.session.sending():
                checked = await self.guard.check(draft)
            if checked.fields and draft is self.session.draft:
                self.session.editor.take(checked.fields)
            if checked.outcome == "later":
                self.session.post(put_off(self.kind, lambda: self._take_up(draft, status)))
                return
            if status is None and self._is_live(draft):
                self.session.post(published_meanwhile(self.kind))
                return
            if checked.outcome != "decided":
                with self.session.sending():
                    taken = await self.saver.save(draft, record_id, status)
                await self._accept(draft, record_id, status, taken)
                self.session.post(saved_notice(draft, status, self.saver, checked))
                if self.after_save is not None:
                    await self.after_save(draft)
                return
            decided = True
            await self.session.drafts.save(draft, record_id)
        if decided:
            await self._accept(draft, record_id, status, ())
            self.session.post(nothing_left(self.kind))

    def _take_up(self, draft: RecordDraft, status: str | None) -> None:
        """Decide now what was put off, if the record is still the open one."""
        if draft is self.session.draft:
            self.session.tasks.start(self.save(status))

    async def _plan(self, draft: RecordDraft, status: str | None) -> SavePlan:
        await self.session.editor.settled()
        return plan_save(self.kind, draft, status, self.saver.formats)

    async def _may_save(self, draft: RecordDraft, plan: SavePlan, status: str | None) -> str:
        """GO, CHANGED when an answer changed the record, or an empty string."""
        more = self.more_review(draft, plan.sends)
        blockers = (*plan.blockers, *more.blockers)
        if blockers:
            errors: dict[str, list[str]] = {}
            for blocker in blockers:
                errors.setdefault(blocker.field, []).append(blocker.sentence)
            rest = self.session.editor.show_errors(errors)
            first = blockers[0]
            text = " ".join(rest) or first.sentence
            self.session.post(Notice(_("Not saved yet."), text, "warning", key=self.key))
            return ""
        for warning in (*plan.warnings, *more.warnings):
            once = (self.session.record_id, warning.kind)
            if once in self._warned:
                continue
            answer = await self.ask_about(self.session.panel, warning)
            if answer != GO:
                return answer
            if warning.once:
                self._warned.add(once)
        life = self.kind.writes.lifecycle
        if life is None or status != life.live or not self._is_live(draft):
            return GO  # A first time is asked for by name, and all of it is in the window.
        return await self._may_go_live(draft, plan, life.field)

    def _is_live(self, draft: RecordDraft) -> bool:
        """Whether visitors meet the record as the server has it."""
        life = self.kind.writes.lifecycle
        return life is not None and draft.base_value(life.field) == life.live

    async def _may_go_live(self, draft: RecordDraft, plan: SavePlan, state: str) -> str:
        """What goes live on a record that visitors see is shown first."""
        from funneldesk.desktop.records.save.publish_dialog import PublishDialog

        shown = [name for name in plan.sends if name != state]
        more = self.before_live(draft, shown)
        return await PublishDialog(self.session.panel, draft, shown, more).ask()

    async def _accept(
        self, draft: RecordDraft, old_id: str, status: str | None, taken: tuple[str, ...]
    ) -> None:
        """The record that was saved may no longer be the one that is open."""
        new_id = str(draft.id)
        if draft is self.session.draft:
            self.session.record_id = self.session.wanted = new_id
            self.session.editor.take(taken)
        self.session.workspace.edit_locks.rename(self.kind.part, old_id, new_id)
        try:
            await self._keep_saved(draft, old_id)
        except LocalStoreProblem as problem:
            # The server has the record: only the copy on this computer is behind.
            explanation = explain(
                problem, _("Keeping the saved {unit} here").format(unit=noun(self.kind.unit))
            )
            self.session.post(explanation.notice(f"{self.kind.part}/copy"))
        if draft is self.session.draft and new_id != old_id:
            self.session.opened.emit(new_id)
        await self.session.drafts.save(draft, new_id)
        await self.session.versions.saved(old_id, draft, status)
        self.session.library.mark_unsaved(new_id, draft.is_dirty)
        self.session.workspace.announce(self.kind.part, new_id, source=self.session.panel)

    async def _keep_saved(self, draft: RecordDraft, old_id: str) -> None:
        if is_new_id(old_id):
            self.session.library.drop_unsaved_new(old_id)
            await self.session.workspace.store.drop_draft(self.kind.part, old_id)
            await self.saver.attempts.end(old_id)
        await self.session.library.keep(draft.base)

    def _refused(self, draft: RecordDraft, error: "ApiError") -> None:
        if isinstance(error, Invalid) and draft is self.session.draft:
            rest = self.session.editor.show_errors(dict(error.fields))
            explanation = explain(error, _("Saving the {unit}").format(unit=noun(self.kind.unit)))
            text = " ".join(rest) or explanation.so_what
            self.session.post(
                Notice(explanation.what, text, explanation.tone, error.details(), self.key)
            )
        elif isinstance(error, NotFound):
            action = NoticeAction(
                _("Save as a new {unit}").format(unit=noun(self.kind.unit)),
                lambda: self.session.tasks.start(self._save_as_new(draft)),
            )
            explanation = explain(error, _("Saving the {unit}").format(unit=noun(self.kind.unit)))
            self.session.post(
                Notice(
                    explanation.what,
                    explanation.so_what,
                    explanation.tone,
                    explanation.details,
                    self.key,
                    action,
                )
            )
        else:
            self.session.tell(error, _("Saving the {unit}").format(unit=noun(self.kind.unit)))

    async def _save_as_new(self, draft: RecordDraft) -> None:
        """What was typed into a record that is gone becomes a record of its own."""
        gone = str(draft.id)
        writes = self.kind.writes
        state = {writes.lifecycle.field: writes.lifecycle.first} if writes.lifecycle else {}
        await self.session.open_new({**draft.fields, **writes.copied, **state})
        if self.session.draft is draft:
            return
        await self.session.library.forget(gone)
        await self.save(None)
