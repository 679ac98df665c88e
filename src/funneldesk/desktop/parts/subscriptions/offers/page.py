"""Page of retention offers: a merchant's configuration, and what customers would be shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.offers.cancellations import reasons_given
from funneldesk.desktop.parts.subscriptions.offers.kind import LISTED, OFFERS, TYPES
from funneldesk.desktop.parts.subscriptions.offers.matrix import (
    Config,
    cell,
    offers_of,
    reasons,
    replay,
    shown_for,
    told,
    words,
)
from funneldesk.desktop.parts.subscriptions.offers.preview import OfferPreview
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Panel

FIRST = "first"
COPIED = ("enabled", "exit_survey_reasons", "offers")


def _named(reason: str) -> str:
    return reason or _("Any reason")


class OffersPage(QWidget):
    """``left`` is the way back to the list."""

    left = Signal()

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self.workspace = panel.workspace
        self.library = library_of(panel.workspace, LISTED)
        self.pane = EditPane(OFFERS, panel, self.library)
        self.session = self.pane.session
        self.tasks = TaskScope(self)
        self.config: Config = {}
        self._named: list[tuple[str, str, str]] = []
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("surface", self)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.pane)
        self.split.addWidget(self._build_beside())
        self.split.setSizes([430, 730])
        self.nothing = EmptyState(
            "badge-check",
            _("No merchants yet"),
            _("They are learned from subscriptions and orders: the first one brings its merchant."),
        )
        outer = column(spacing=0)
        outer.addLayout(self._build_head())
        outer.addWidget(self.split, 1)
        outer.addWidget(self.nothing, 1)
        self.setLayout(outer)
        self.nothing.hide()

    def _build_head(self) -> QHBoxLayout:
        self.merchants = FoldingSegments(_("Merchant"))
        back = Button(_("List"), kind="plain", icon_name="list", on_click=self.left.emit)
        self.copy = Button(_("Copy to another merchant…"), icon_name="copy", kind="plain")
        self.copy.clicked.connect(lambda: self.tasks.latest("copy", self._copy()))
        title = Label(_("Retention offers"), size="title")
        head = row(title, self.merchants, None, self.copy, back, spacing=12)
        head.setContentsMargins(14, 8, 8, 8)
        return head

    def _build_beside(self) -> QWidget:
        columns = [
            Column("reason", _("Reason"), _named, width=130),
            *(self._column(kind, title) for kind, title in TYPES.items()),
            self._column(FIRST, _("Shown first")),
        ]
        self.matrix = TableView(_("Offers by reason"), columns, lambda row: row[1:])
        for at, each in enumerate(columns):
            self.matrix.horizontalHeader().resizeSection(at, each.width)
        self.matrix.horizontalHeader().setStretchLastSection(True)
        self.back_look = Button(
            _("What would it have offered?"), icon_name="history", on_click=self._look_back
        )
        self.looked = Label("", wrap=True)
        self.looked.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.preview = OfferPreview()
        under = column(self.preview, spacing=12, margins=(12, 12, 12, 12))
        under.addLayout(row(self.back_look, None))
        under.addWidget(self.looked)
        self.no_offers = EmptyState(
            "badge-check",
            _("No offers yet"),
            _("Add one on the left. Here you see what each reason leads to, before you save."),
        )
        for waits in (self.no_offers, self.preview):
            waits.hide()
        whole = column(self.matrix, self.no_offers, spacing=0)
        whole.setStretch(0, 1)
        whole.setStretch(1, 1)
        whole.addLayout(under)
        beside = surface("app")
        beside.setLayout(whole)
        return beside

    def _column(self, key: str, title: str, width: int = 135) -> Column[str]:
        def read(reason: str) -> str:
            if key == FIRST:
                found = shown_for(self.config, reason)[:1]
            else:
                found = cell(self.config, reason, key)
            return " · ".join(words(each) for each in found)

        return Column(key, title, read, width=width, stretch=key == FIRST)

    def _wire(self) -> None:
        self.matrix.selectionModel().selectionChanged.connect(lambda *_: self._show_preview())
        self.merchants.chosen.connect(lambda key: self.tasks.latest("open", self.session.open(key)))
        self.session.opened.connect(lambda _: self._show())
        self.session.changed.connect(self._show)
        self.pane.form.edited.connect(lambda _: self._show())
        self.library.updated.connect(self.session.compare_with_list)
        self.workspace.connection_changed.connect(self.session.show_rights)

    async def load(self) -> None:
        """Learn the merchants, and open the first one."""
        await self.library.show_local()
        await self._open_first()
        doing = _("Reading the retention offers")
        with operation(self.workspace, doing, "subscriptions/offers") as asked:
            await self.library.refresh()
        await self._open_first()
        self.nothing.setVisible(not self.library.rows and not asked.failed)
        self.split.setVisible(bool(self.library.rows) or asked.failed)

    async def _open_first(self) -> None:
        named = [(key, str(each.get("name")), "") for key, each in self.library.rows.items()]
        if named != self._named:
            self._named, current = named, self.merchants.current()
            self.merchants.set_choices(named)
            self.merchants.choose(current)
        if named and not self.session.record_id:
            await self.session.open(self.merchants.current() or named[0][0])

    def _show(self) -> None:
        """Show the matrix of what is typed now, saved or not."""
        draft = self.session.draft
        self.config = dict(draft.fields) if draft is not None else {}
        rows = reasons(self.config) if draft is not None else []
        self.matrix.arrange([f":{reason}" for reason in rows])
        is_empty = draft is not None and not offers_of(self.config)
        self.no_offers.setVisible(is_empty)
        self.matrix.setVisible(not is_empty)
        self.preview.setVisible(draft is not None and not is_empty)
        self._show_preview()
        self.looked.setText("")

    def _show_preview(self) -> None:
        """Show what the reason that is selected leads to; the first one where none is."""
        chosen = next(iter(self.matrix.selected_ids()), None)
        first = next(iter(reasons(self.config)), "")
        self.preview.show_offer(self.config, first if chosen is None else chosen[1:])

    async def _copy(self) -> None:
        """Bring this configuration to another merchant, as a draft that is saved there."""
        draft, others = self.session.draft, self._others()
        if draft is None or not others:
            return
        title = _("Copy these offers to which merchant?")
        text = _("What that merchant has now is replaced once you save it there.")
        buttons = [("", _("Cancel"), ""), *((key, name, "") for key, name in others)]
        chosen = await choose(self, title, text, buttons)
        if chosen:
            values = {name: draft.fields[name] for name in COPIED}
            self.merchants.choose(chosen)
            await self.session.open(chosen)
            if self.session.record_id == chosen:  # another one may have been chosen meanwhile
                self._fill(values)

    def _fill(self, values: Mapping[str, Any]) -> None:
        """Put values into the open draft, as if they had been typed."""
        if self.session.draft is not None:
            for name, value in values.items():
                self.session.draft.set(name, value)
            self.pane.form.take(values)
            self.pane.form.edited.emit("offers")

    def _others(self) -> Sequence[tuple[str, str]]:
        rows = self.library.rows.items()
        return [(k, str(each.get("name"))) for k, each in rows if k != self.session.record_id]

    # Looking back

    def _look_back(self) -> None:
        self.tasks.latest("back", self._replay())

    async def _replay(self) -> None:
        """Tell what this configuration would have offered to the last who cancelled."""
        self.looked.setText(_("Reading the last cancellations…"))
        doing, given = _("Reading the last cancellations"), list[str]()
        with operation(self.workspace, doing, "subscriptions/replay") as asked:
            given = await self.workspace.run(reasons_given)
        lines = [told(each) for each in replay(self.config, given)]
        nobody = "" if asked.failed else _("Nobody has canceled yet.")
        self.looked.setText("\n".join(lines) or nobody)
