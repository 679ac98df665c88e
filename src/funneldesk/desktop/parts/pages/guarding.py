"""The lost-update guard of pages: what someone else saved meanwhile is brought together first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from funneldesk.contract.pages import Page
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.guard.progress import fingerprint, take_up, to_progress
from funneldesk.desktop.kit.guard.question import GuardQuestion
from funneldesk.desktop.kit.guard.reconcile import GuardedField, Reconciled, reconcile
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.problems import LocalStoreProblem
from funneldesk.desktop.parts.pages.document import CREATE_ONLY, FIELDS, FLAG_FIELDS, PageDocument
from funneldesk.desktop.parts.pages.field_words import field_label
from funneldesk.desktop.parts.pages.history_keeping import PLATFORM, YOU, PageVersions
from funneldesk.desktop.parts.pages.rows import STATUS_WORDS, moment
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.panel import Panel

MERGES = "pages.merge"
"""Under this name the drafts keep what was decided of a merge that is not finished."""
KEEP_PAUSE = 0.15
Outcome = Literal["same", "taken", "decided", "later"]
_SOURCES: dict[str, Literal["html", "css"]] = {
    "html": "html",
    "css": "css",
    "custom_javascript": "html",
    "custom_header_code": "html",
}


def guarded_field(name: str) -> GuardedField:
    """A field of a page as the guard knows it."""
    label = field_label(name)
    if name in _SOURCES:
        return GuardedField(name, label, "source", _SOURCES[name])
    if name == "status":
        return GuardedField(name, label, "choice", choices=tuple(STATUS_WORDS.items()))
    return GuardedField(name, label, "flag" if name in FLAG_FIELDS else "text")


GUARDED: tuple[GuardedField, ...] = tuple(guarded_field(name) for name in FIELDS)


@dataclass(frozen=True, slots=True)
class Checked:
    """``same``: nobody changed anything. ``taken``: what only they changed was taken in.
    ``decided``: the user brought both together. ``later``: the user wants to decide another time;
    nothing may be sent. ``fields``: those whose value in the document is another one now."""

    outcome: Outcome
    fields: tuple[str, ...] = ()


class PageGuard:
    """Asks before anything is overwritten. A question that is put off, or that a crash ended, is
    taken up where it was left, as long as nobody changes the page again."""

    def __init__(self, panel: "Panel", workspace: Workspace, versions: PageVersions) -> None:
        self.panel = panel
        self.workspace = workspace
        self.versions = versions

    async def check(self, document: PageDocument) -> Checked:
        """Compare the platform's page with the one that was opened, and bring both together.

        Raises ``ApiError``; a page that is gone is a ``NotFound``.
        """
        page_id = document.page_id
        if page_id is None:
            return Checked("same")
        theirs = await self.workspace.run(lambda api: api.pages.get(page_id))
        there, before = document.values_of(theirs), document.origin
        if there == before:
            return Checked("same", document.rebase(theirs))
        while True:
            mine = dict(document.fields)
            found = await in_thread(reconcile, before, _settable(mine, there), there, GUARDED)
            values, asked = found.values, bool(found.both)
            if asked:
                question = await in_thread(self._question, document, theirs, found)
                answer = await self._ask(page_id, question)
                if answer is None:
                    return Checked("later")
                values = answer
            # The document may have been written on while this was worked out.
            if dict(document.fields) == mine:
                break
        await self._keep(page_id, theirs, mine if asked else {})
        changed = document.take_in(theirs, values)
        if asked:
            await self.versions.keep(str(page_id), "merged", document.fields, YOU)
            await self._forget_progress(page_id)
        return Checked("decided" if asked else "taken", changed)

    def _question(self, document: PageDocument, theirs: Page, found: Reconciled) -> GuardQuestion:
        opened = _when(moment(document.base.get("updated_at")))
        return GuardQuestion(
            "page",
            theirs.name,
            GUARDED,
            document.origin,
            dict(document.fields),
            document.values_of(theirs),
            found,
            (
                f"Theirs  ·  on the platform{_when(theirs.updated_at)}",
                f"Before  ·  as you opened it{opened}",
                "Mine  ·  not saved yet",
            ),
        )

    async def _ask(self, page_id: int, question: GuardQuestion) -> dict[str, Any] | None:
        # The sheet brings the code editor along: it is loaded when it is needed.
        from funneldesk.desktop.kit.guard.sheet import ask

        store, id, mark = self.workspace.store, str(page_id), await in_thread(fingerprint, question)
        left = await store.draft(MERGES, id)
        if left is not None:
            await in_thread(take_up, question, left.content, mark)

        over = False

        async def keep() -> None:
            if over:
                return
            try:
                await store.save_draft(MERGES, id, to_progress(question, mark), {})
            except LocalStoreProblem as problem:
                told = explain(problem, "Keeping what you decided")
                self.workspace.board.post(told.notice("pages/merge"))

        tasks = self.panel.tasks
        answer = await ask(
            self.panel, question, lambda: tasks.steadily(f"merge {id}", KEEP_PAUSE, keep)
        )
        if answer is None:
            await keep()
        over = True
        return answer

    async def _forget_progress(self, page_id: int) -> None:
        """The result is in the document and in the history."""
        try:
            await self.workspace.store.drop_draft(MERGES, str(page_id))
        except LocalStoreProblem as problem:
            self.workspace.board.post(explain(problem, "Tidying up").notice("pages/merge"))

    async def _keep(self, page_id: int, theirs: Page, mine: Mapping[str, Any]) -> None:
        """Both versions stay in the history, whatever becomes of them."""
        fields = PageDocument.opened(theirs).fields
        await self.versions.keep(str(page_id), "opened", fields, PLATFORM)
        if mine:
            await self.versions.keep(str(page_id), "typed", mine, YOU)


def _settable(mine: Mapping[str, Any], there: Mapping[str, Any]) -> dict[str, Any]:
    """What only a create takes is as the platform has it."""
    return {**mine, **{name: there[name] for name in CREATE_ONLY}}


def _when(at: datetime | None) -> str:
    return f", {at.astimezone():%d %b, %H:%M}" if at is not None else ""
