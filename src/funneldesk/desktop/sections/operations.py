"""Operation: a call to the server for a user, with progress, explanation, rights and journal.

Panels and features call the server inside ``operation`` or ``optional`` and catch nothing.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import shiboken6
from PySide6.QtCore import QObject

from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.explain import Explanation, explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.tasks import uncut
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.journal import JournalEntry
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.kit.dialogs.dialog import Dialog

T = TypeVar("T")
MOST_TOLD = 3
"""Open entries of the journal that are told one by one; more are told together."""


@dataclass(slots=True)
class Result:
    """How an operation went, once its block has ended."""

    error: ApiError | None = None

    @property
    def failed(self) -> bool:
        """Whether the server could not be reached, or refused."""
        return self.error is not None


@contextmanager
def operation(
    workspace: Workspace,
    doing: str,
    key: str = "",
    *,
    retry: Callable[[], object] | None = None,
    tell: Callable[[Explanation], object] | None = None,
    progress: Callable[[bool], object] | None = None,
) -> Iterator[Result]:
    """Call the server inside; a failure is explained, and the block left.

    ``doing`` names the work in the user's words ("Reading the pages"). With a ``key`` a failure is
    a notice, which a later success takes back; ``retry`` is its button. ``tell`` shows the
    explanation elsewhere (a field, a banner). ``progress`` is on meanwhile.
    """
    result = Result()
    if progress is not None:
        progress(True)
    try:
        yield result
    except ApiError as error:
        result.error, told = error, explain(error, doing)
        if tell is not None and not _is_deleted(tell):
            tell(told)
        if key:
            workspace.notifications.post(told.notice(key, retry))
    else:
        if key:
            workspace.notifications.withdraw(key)
    finally:
        if progress is not None and not _is_deleted(progress):
            progress(False)


def _is_deleted(method: Callable[..., object]) -> bool:
    """Return whether a method's widget was closed while the call was under way."""
    owner = getattr(method, "__self__", None)
    return isinstance(owner, QObject) and not shiboken6.isValid(owner)


@contextmanager
def sending(
    workspace: Workspace,
    dialog: "Dialog",
    doing: str,
    key: str,
    *,
    tell: Callable[[Explanation], object] | None = None,
    progress: Callable[[bool], object] | None = None,
) -> Iterator[Result]:
    """An operation of a dialog that may be closed meanwhile: it goes on, and what fails is a
    notice then. Whoever sends answers where it went through."""

    def told(failure: Explanation) -> None:
        if tell is not None:
            tell(failure)
        if dialog.isHidden():
            workspace.notifications.post(failure.notice(key))

    with dialog.sending(), operation(workspace, doing, tell=told, progress=progress) as sent:
        yield sent
    if sent.failed and dialog.isHidden():
        dialog.answer("")


@contextmanager
def optional() -> Iterator[Result]:
    """Ask the server for something that only adds to what is shown: without it, it is left out."""
    result = Result()
    try:
        yield result
    except ApiError as error:
        result.error = error


async def confirmed(call: Awaitable[T], look: Callable[[], Awaitable[T | None]]) -> T:
    """The answer of a write; where it was lost, what ``look`` finds of it (None: nothing).

    Raises ``ApiError`` when it was refused, or nothing shows that it was carried out.
    """
    with uncut():
        try:
            return await call
        except ApiError as error:
            if not error.maybe_done:
                raise
            found = await look()
            if found is None:
                raise
            return found


def may_write(workspace: Workspace, part: str, units: str) -> bool:
    """Whether a part can be changed; otherwise a notice says why not."""
    if workspace.may_write(part):
        workspace.ask_again()
        return True
    said = (
        _("You can view {units} but not change them.").format(units=units),
        _("Ask an owner or admin for more rights."),
    )
    if workspace.connection.read_only:
        said = _("This brand is read only here."), _("Change that under the brand's name.")
    workspace.notifications.post(Notice(*said, "warning", key=f"{part}/action"))
    return False


@asynccontextmanager
async def journaled(
    workspace: Workspace, part: str, title: str, doing: str, record_id: str = ""
) -> AsyncIterator[None]:
    """Send inside what must not be sent twice: noted on this computer before, and until the
    answer is known. A disk that refuses the note stops nothing: the session still knows.

    A lost answer leaves the note, also when the program ends meanwhile; ``tell_unconfirmed``.
    """
    key: int | None = None
    with uncut():
        with suppress(LocalStoreProblem):
            key = await workspace.store.begin_entry(part, record_id, title, doing)
        try:
            yield
        except ApiError as error:
            if not error.maybe_done:
                await _end(workspace, key)
            raise
        await _end(workspace, key)


async def _end(workspace: Workspace, key: int | None) -> None:
    if key is not None:
        with suppress(LocalStoreProblem):
            await workspace.store.end_entry(key)


async def tell_unconfirmed(workspace: Workspace) -> None:
    """When a brand is opened: tell what an earlier run sent without learning how it went."""
    entries: list[JournalEntry] = []
    with suppress(LocalStoreProblem):
        entries = await workspace.store.journal()
    if len(entries) > MOST_TOLD:
        titles = "\n".join(f"{entry.doing} “{entry.title}”" for entry in entries)
        _tell(
            workspace,
            _("Couldn't confirm {changes}").format(changes=counted(len(entries), "change")),
            entries[0],
            titles,
        )
    else:
        for entry in entries:
            _tell(
                workspace,
                _("Couldn't confirm: {doing} “{title}”").format(
                    doing=entry.doing, title=entry.title
                ),
                entry,
            )
    for entry in entries:
        await _end(workspace, entry.key)


def _tell(workspace: Workspace, what: str, entry: JournalEntry, details: str = "") -> None:
    text = _(
        "Funneldesk closed before the server answered, so it may or may not have been carried "
        "out. Check before trying again."
    )
    show = NoticeAction(_("Show"), partial(workspace.go, entry.part, entry.record_id))
    key = f"{entry.part}/journal/{entry.key}"
    workspace.notifications.post(
        Notice(what, text, "warning", details, key, action=show, lasting=True)
    )
