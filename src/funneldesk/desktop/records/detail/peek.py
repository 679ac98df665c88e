"""One record opened beside a view of many that is no table: its form, and what else a section has
to show of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import ApiError, NotFound
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.detail.detail_view import DetailView, OwnTab, RecordView
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.panel import Panel

EDIT = "edit"


class EditTab(RecordView):
    """The form of the open record as a tab of its detail; its session fills it."""

    def __init__(self, pane: EditPane) -> None:
        super().__init__()
        self.setLayout(column(pane, spacing=0))


class RecordPeek(QWidget):
    """Hidden until a record is opened. ``opened`` carries its id, ``closed`` that it went away."""

    opened = Signal(str)
    closed = Signal()

    def __init__(
        self,
        panel: Panel,
        kind: RecordKind,
        detail: Detail,
        library: RecordLibrary[Any],
        formats: Callable[[], Formats],
        own: Sequence[OwnTab] = (),
    ) -> None:
        super().__init__()
        self.pane = EditPane(kind, panel, library)
        self.session = self.pane.session
        self.tasks = TaskScope(self)
        self.open_id = ""
        self._kind = kind
        form = OwnTab(EDIT, _("Details"), EditTab(self.pane))
        self.detail = DetailView(detail, formats, (form, *own))
        close = self.detail.back_button
        close.set_icon("x")
        set_tip(close, _("Close"))
        close.setAccessibleName(_("Close"))
        close.show()
        close.clicked.connect(self.close_record)
        self.detail.asked_again.connect(lambda: self.open(self.open_id))
        self.session.opened.connect(self._opened)
        self.session.asked.connect(self._answered)
        library.updated.connect(self.session.compare_with_list)
        self.setLayout(column(self.detail, spacing=0))
        self.setMinimumWidth(320)
        self.hide()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read or saved."""
        return not self.tasks.is_busy and not self.session.tasks.is_busy

    def open(self, record_id: str) -> None:
        """Show a record; what was typed into the one before stays its draft."""
        self.open_id = record_id
        self.show()
        self.tasks.latest("open", self._open(record_id))

    def take_keyboard(self) -> None:
        """Give the keyboard to the first field."""
        self.pane.form.form.row(self._kind.draft.listed[0]).input.take_focus()

    def close_record(self) -> None:
        """Show nothing any more; what was typed is kept."""
        if self.open_id:
            self.open_id = ""
            self.hide()
            self.tasks.latest("open", self._close())
            self.closed.emit()

    def save(self) -> None:
        """Send what was typed."""
        if self.session.draft is not None:
            self.session.tasks.start(self.pane.save_flow.save(None))

    def unkept(self) -> tuple[str, ...]:
        """What is not durable on this computer yet."""
        return () if self.session.is_kept else (self.session.title,)

    async def _open(self, record_id: str) -> None:
        self.detail.show_problem(None)
        self.detail.show_loading(True)
        await self.session.open(record_id)

    async def _close(self) -> None:
        await self.session.drafts.save_now()
        self.session.close()

    def _opened(self, record_id: str) -> None:
        draft = self.session.draft
        if draft is None or not record_id:
            return
        self.open_id = record_id
        self.detail.show_record(_body(draft.base, draft.fields))
        self.opened.emit(record_id)

    def _answered(self, record_id: str, error: ApiError | None) -> None:
        if record_id != self.open_id:
            return
        self.detail.show_loading(False)
        doing = _("Reading this {unit}").format(unit=noun(self._kind.unit))
        self.detail.show_problem(explain(error, doing) if error is not None else None)
        if isinstance(error, NotFound) and not self.session.is_dirty:
            self.close_record()


def _body(base: Mapping[str, Any], fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return base or fields
