"""Tab of what visitors came to: where they left, what they answered, which results they got."""

from collections.abc import Callable, Iterator

from funneldesk.contract.quiz_flow import ENDS
from funneldesk.contract.quizzes import EntryCounts, Screen, ScreenCounts
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.table import Cell, Table
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.flow.checks import visitor_words
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz, title_of
from funneldesk.desktop.parts.quizzes.screens.forms import TYPE_TITLES
from funneldesk.desktop.records.detail.declaration import Body
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.workspace.brand_facts import formats_of

HEAD = (
    _("Screen"),
    _("Type"),
    _("Answer"),
    _("Reached"),
    _("Went on"),
    _("Left"),
    _("Answered"),
    _("Share of answers (%)"),
)


class ResultsTab(RecordView):
    """The results of the quiz that is open, as the server counts them."""

    def __init__(self, quiz: OpenQuiz, export: Callable[[], object]) -> None:
        super().__init__()
        self.quiz, self.formats = quiz, formats_of(quiz.workspace)
        self.said = Label("", wrap=True)
        self.list = TickList(_("Screens and what visitors did there"))
        self.export = Button(_("Export…"), icon_name="download", on_click=export)
        box = column(spacing=10, margins=(16, 12, 16, 16))
        head = row(self.said, self.export, spacing=8)
        head.setStretch(0, 1)
        box.addLayout(head)
        self.framed = framed(self.list)
        box.addWidget(self.framed, 1)
        box.addStretch(0)
        self.setLayout(box)
        quiz.changed.connect(self._show)

    def show_record(self, body: Body) -> None:
        self._show()

    def _show(self) -> None:
        entries, formats = self.quiz.entries, self.formats()
        self.said.setText(visitor_words(entries, formats))
        has_any = entries is not None and bool(entries.started)
        self.list.rows.set_rows([self._row(each, formats) for each in self.quiz.screens])
        self.framed.setVisible(has_any)
        self.export.setEnabled(has_any)

    def _row(self, screen: Screen, formats: Formats) -> TickRow:
        counts, told = self._counts(screen), list[str]()
        entries = self.quiz.entries
        if entries is not None and entries.is_seen:
            told.append(_("{visitors} reached").format(visitors=counted(counts.reached, "visitor")))
            if screen.type not in ENDS and counts.reached:
                left = formats.percent(counts.left / counts.reached)
                told.append(
                    _("{count} left here ({share})").format(count=f"{counts.left:,}", share=left)
                )
        for label, count in self._answers(screen):
            share = formats.percent(count / counts.answered, 0) if counts.answered else ""
            told.append(f"{label} {count:,} ({share})")
        kind = TYPE_TITLES.get(screen.type or "", "")
        title, hover = title_of(screen), "\n".join(told)
        return TickRow(str(screen.id), title, " · ".join(told), kind, "muted", hover=hover)

    def _counts(self, screen: Screen) -> ScreenCounts:
        entries = self.quiz.entries
        found = entries.screens.get(screen.code or "") if entries is not None else None
        return found or ScreenCounts()

    def _answers(self, screen: Screen) -> Iterator[tuple[str, int]]:
        """The answers that were given, most frequent first."""
        labels = {str(each.value): each.label for each in screen.options or ()}
        for value, count in sorted(self._counts(screen).answers.items(), key=lambda each: -each[1]):
            yield labels.get(value) or value, count

    def table(self) -> Table:
        """All of it, a row for each answer under that of its screen."""
        rows: list[tuple[Cell, ...]] = []
        entries = self.quiz.entries or EntryCounts()
        for screen in self.quiz.screens:
            kind, name = TYPE_TITLES.get(screen.type or "", ""), title_of(screen)
            if (screen.code or "") in entries.screens:
                counts = self._counts(screen)
                steps: tuple[Cell, ...] = (None, None, None)
                if entries.is_seen:
                    on = None if screen.type in ENDS else counts.reached - counts.left
                    steps = (counts.reached, on, None if screen.type in ENDS else counts.left)
                rows.append((name, kind, "", *steps, counts.answered, None))
                rows += [
                    (name, kind, label, None, None, None, n, round(100 * n / counts.answered, 2))
                    for label, n in self._answers(screen)
                ]
        if entries.ended:
            name = _("(finished without a result)")
            rows.append((name, "", "", entries.ended, None, None, None, None))
        if entries.left_elsewhere:
            name = _("(screens that were deleted)")
            rows.append((name, "", "", None, None, entries.left_elsewhere, None, None))
        return Table(_("Results"), HEAD, rows)
