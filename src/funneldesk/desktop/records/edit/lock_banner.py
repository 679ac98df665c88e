"""Banner over an editor while another window writes its record, and the way to write here."""

from collections.abc import Callable

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.edit_session import OPEN_ELSEWHERE, EditSession
from funneldesk.desktop.records.nouns import noun

UNSAVED_ELSEWHERE = _("This {unit} is open in another window, with unsaved changes.")
FOLLOWS = _("One window at a time can change it; this one follows.")


class LockBanner(Banner):
    """Shown while another window writes what ``session`` shows."""

    def __init__(self, session: EditSession, focus: Callable[[], None] = lambda: None) -> None:
        """``focus`` puts the cursor into the editor once this window writes."""
        super().__init__(_("Go there"), _("Edit here"), closable=False)
        self._session = session
        self._focus = focus
        self.pressed.connect(self._go_there)
        self.pressed_second.connect(self.edit_here)
        session.lock.changed.connect(self._show_lock)

    def edit_here(self) -> None:
        """Go on writing in this window, if the other one can let go of it."""
        self._session.tasks.start(self._take_over())

    def _show_lock(self) -> None:
        lock, kind = self._session.lock, self._session.kind
        others = lock.others
        if not others or lock.may_write:
            self.clear()
            return
        what = UNSAVED_ELSEWHERE if others[0].has_unsaved() else OPEN_ELSEWHERE
        self.say(what.format(unit=noun(kind.unit)), FOLLOWS)
        self.second.setVisible(self._session.workspace.may_write(kind.part))

    def _go_there(self) -> None:
        others = self._session.lock.others
        if others:
            others[0].come_forward()

    async def _take_over(self) -> None:
        kind = self._session.kind
        refusal = await self._session.lock.take_over()
        if refusal:
            what = _("This {unit} stays with the other window for now.").format(
                unit=noun(kind.unit)
            )
            self._session.post(Notice(what, refusal, "warning", key=f"{kind.part}/lock"))
        else:
            self._focus()
