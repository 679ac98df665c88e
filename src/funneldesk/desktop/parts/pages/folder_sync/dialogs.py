"""The dialogs around a folder of pages: what goes out, and what would come in."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, line, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.diff.view import DiffView
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.bulk.runs import pages
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.folder_sync.files import SOURCES
from funneldesk.desktop.parts.pages.folder_sync.importing import Comparison
from funneldesk.desktop.parts.pages.folder_sync.plan import CHIPS, PagePlan
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.save.going_live import PUBLISH_CHANGES, live_words
from funneldesk.desktop.sections.operations import operation

WIDTH, HEIGHT, LIST_WIDTH = 1080, 440, 380
TITLES = (_("On the server"), _("In the folder"))


class FolderOutDialog(Dialog):
    """Answers "out" with ``scope`` (a key of ``counts``) and ``with_password``."""

    def __init__(self, parent: QWidget, counts: Mapping[str, tuple[str, int]]) -> None:
        super().__init__(
            parent,
            _("Export pages to a folder"),
            _(
                "Each page becomes a folder with page.html, page.css and its settings as "
                "page.json. You can edit them with any program and import them again."
            ),
        )
        self.scopes = Segments()
        self.scopes.set_choices(
            [(key, f"{words} ({count:,})", "") for key, (words, count) in counts.items()]
        )
        self.password = CheckBox(_("Include visitor passwords, readable in page.json"))
        field = column(Label(_("Pages"), size="small"), spacing=4)
        field.addLayout(row(self.scopes, None))
        self.body.addLayout(field)
        self.body.addWidget(self.password)
        self.add_button("", _("Cancel"))
        self.add_button("out", _("Choose a folder…"), "primary")

    @property
    def scope(self) -> str:
        """Which pages."""
        return self.scopes.current()

    @property
    def with_password(self) -> bool:
        """Whether visitors' passwords go into the files."""
        return self.password.isChecked()


class FolderInDialog(Dialog):
    """Compares a folder with the platform and shows what would happen; answers "in" with
    ``chosen``."""

    def __init__(self, parent: QWidget, comparison: Comparison, root: Path) -> None:
        width = min(WIDTH, max(parent.window().width() - 40, 720))
        super().__init__(
            parent, _("Import pages from “{name}”").format(name=root.name), width=width
        )
        self.comparison = comparison
        self.tasks = TaskScope(self)
        self._root = root
        self._plans: dict[str, PagePlan] = {}
        self._shown = ""
        self.said = Label(_("Comparing with the server. Nothing is sent."), tone="muted", wrap=True)
        self.live = Label("", tone="warning", wrap=True)
        self.live.hide()
        self.bar = ThinBar()
        self.kinds = Segments()
        self.list = TickList(_("Pages of the folder"))
        self.fields = Segments(kind="tab")
        self.diff = DiffView()
        self.nothing = EmptyState(
            "folder-open", _("Comparing"), _("Each page is read and compared.")
        )
        self.views = QStackedWidget()
        self.pane = QStackedWidget()
        self.no_change = EmptyState("file-code", "", "")
        self._build()
        self.tasks.start(self._compare())

    @property
    def chosen(self) -> list[PagePlan]:
        """The plans that are ticked, in the list's order."""
        ticked = self.list.ticked()
        return [plan for key, plan in self._plans.items() if key in ticked]

    def _build(self) -> None:
        self.kinds.hide()
        kinds = QWidget()
        kinds.setLayout(row(self.kinds, None))
        difference = QWidget()
        beside = column(spacing=0)
        beside.addLayout(row(self.fields, None, margins=(8, 0, 0, 0)))
        beside.addWidget(self.diff, 1)
        difference.setLayout(beside)
        for each in (difference, self.no_change):
            self.pane.addWidget(each)
        self.list.setFixedWidth(LIST_WIDTH)
        ground = QWidget()
        both = row(self.list, line(vertical=True), self.pane, spacing=0)
        both.setStretch(2, 1)
        ground.setLayout(both)
        for each in (self.nothing, framed(ground)):
            self.views.addWidget(each)
        self.views.setFixedHeight(HEIGHT)
        self.body.addLayout(column(self.said, self.live, self.bar, kinds, self.views, spacing=8))
        self.add_button("", _("Cancel"))
        self.yes = self.add_button("in", _("Import"), "primary")
        self.yes.setEnabled(False)
        self.list.rows.ticks_changed.connect(self._show_count)
        self.list.selectionModel().currentChanged.connect(self._show_plan)
        self.list.opened.connect(lambda _: self.diff.rows.setFocus())
        self.fields.chosen.connect(self._show_field)
        self.kinds.chosen.connect(self._fill)

    async def _compare(self) -> None:
        plans: list[PagePlan] | str = ""
        with operation(self.comparison.workspace, _("Comparing the folder"), tell=self._refused):
            plans = await self.comparison.plans(self._root, self._progress)
        self.bar.hide()
        if isinstance(plans, str):
            if plans:
                self._stop(plans)
            return
        order = {kind: place for place, kind in enumerate(CHIPS)}
        plans.sort(key=lambda plan: (order[plan.kind], plan.title.casefold()))
        self._plans = {plan.key if plan.can_apply else f"!{plan.name}": plan for plan in plans}
        self.list.rows.ticked = {key for key, plan in self._plans.items() if plan.usual}
        self._show_kinds()
        notes = " ".join(self.comparison.notes)
        self.said.setText(
            _("{pages} compared. Nothing has been sent; nothing is ever deleted. {notes}").format(
                pages=pages(len(plans)), notes=notes
            )
        )
        self.views.setCurrentIndex(1)
        self._fill()
        self.list.setFocus()

    def _refused(self, told: Explanation) -> None:
        self._stop(f"{told.what} {told.so_what} {told.now_what}")

    def _stop(self, why: str) -> None:
        self.said.hide()
        self.nothing.say(_("Nothing can be imported"), why)

    def _progress(self, done: int, total: int) -> None:
        self.bar.set_share(done / total if total else 0)

    def _show_kinds(self) -> None:
        found: dict[str, int] = {}
        for plan in self._plans.values():
            found[plan.kind] = found.get(plan.kind, 0) + 1
        choices = [("", _("All ({count:,})").format(count=len(self._plans)), "")]
        choices += [
            (kind, f"{CHIPS[kind][0]} ({found[kind]:,})", "") for kind in CHIPS if kind in found
        ]
        self.kinds.set_choices(choices)
        self.kinds.setVisible(len(choices) > 2)

    def _fill(self) -> None:
        kind = self.kinds.current()
        self.list.rows.set_rows(
            [
                self._row(key, plan)
                for key, plan in self._plans.items()
                if not kind or plan.kind == kind
            ]
        )
        if self.list.rows.rowCount():
            self.list.setCurrentIndex(self.list.rows.index(0))
        self._show_count()

    def _show_count(self) -> None:
        chosen = self.chosen
        count, live = len(chosen), [plan for plan in chosen if self._is_live(plan)]
        self.live.setText(live_words(live, count))
        self.live.setVisible(bool(live))
        told = _("Import {pages}").format(pages=pages(count)) if count else _("Import")
        self.yes.setText(PUBLISH_CHANGES if live else told)
        self.yes.setEnabled(count > 0)

    def _is_live(self, plan: PagePlan) -> bool:
        """Whether visitors see what a plan changes: of a page that is live, or that becomes so."""
        row = self.comparison.library.rows.get(plan.key)
        return row is not None and (row.is_live or plan.after.get("status") == "published")

    def _row(self, key: str, plan: PagePlan) -> TickRow:
        chip, tone = CHIPS[plan.kind]
        said = plan.words()
        if plan.can_apply and self._is_live(plan):
            said = _("Published. {changes}").format(changes=said)
        hover = f"{plan.name}/\n{said}"
        return TickRow(key, plan.title, said, chip, tone, plan.can_apply, hover)

    def _show_plan(self) -> None:
        index = self.list.currentIndex()
        if not index.isValid():
            return
        self._shown = self.list.rows.at(index.row()).id
        plan = self._plans[self._shown]
        if not plan.can_apply:
            self.no_change.say(CHIPS[plan.kind][0], plan.words())
            self.pane.setCurrentIndex(1)
            return
        names = [name for name in SOURCES if name in plan.after]
        choices = [(name, FIELDS.label(name), "") for name in names]
        if set(plan.after) - set(SOURCES):
            choices.append(("", _("Settings"), ""))
        self.fields.set_choices(choices)
        self.pane.setCurrentIndex(0)
        self._show_field(choices[0][0])

    def _show_field(self, name: str) -> None:
        plan = self._plans[self._shown]
        if name:
            old, new = str(plan.before.get(name) or ""), str(plan.after.get(name) or "")
        else:
            old, new = _settings_text(plan.before), _settings_text(plan.after)
        self.diff.set_texts(old, new, name or "text", TITLES)


def _settings_text(fields: Mapping[str, Value]) -> str:
    """The settings among some fields, a line each; secrets stay hidden."""
    lines = []
    for name, value in fields.items():
        if name in SOURCES:
            continue
        shown = "on" if value is True else "off" if value is False else value
        if name == "password":
            shown = "set" if value else ""
        lines.append(f"{FIELDS.label(name)}: {'' if shown is None else shown}")
    return "\n".join(lines)
