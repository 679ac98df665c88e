"""Tab of what visitors came to: where they left, what they answered, which results they got."""

from collections.abc import Callable, Iterator

from funneldesk.contract.quizzes import Screen
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

HEAD = (_("Screen"), _("Type"), _("Answer"), _("Reached"), _("Answered"))


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
        entries = self.quiz.entries
        counts = entries.screens.get(screen.code or "") if entries is not None else None
        reached, answered = (counts.reached, counts.answered) if counts is not None else (0, 0)
        told = [_("{count} came here").format(count=counted(reached, "visitor"))]
        if screen.type != "result" and reached:
            left = formats.percent((reached - answered) / reached)
            told.append(_("{share} left").format(share=left))
        told += [f"{label} {count:,}" for label, count in self._answers(screen)]
        kind = TYPE_TITLES.get(screen.type or "", "")
        return TickRow(str(screen.id), title_of(screen), " · ".join(told), kind, "muted")

    def _answers(self, screen: Screen) -> Iterator[tuple[str, int]]:
        """The answers that were given, most frequent first."""
        entries = self.quiz.entries
        counts = entries.screens.get(screen.code or "") if entries is not None else None
        labels = {str(each.value): each.label for each in screen.options or ()}
        found = counts.answers.items() if counts is not None else ()
        for value, count in sorted(found, key=lambda each: -each[1]):
            yield labels.get(value) or value, count

    def table(self) -> Table:
        """All of it, a row for each answer under that of its screen."""
        rows: list[tuple[Cell, ...]] = []
        for screen in self.quiz.screens:
            entries = self.quiz.entries
            counts = entries.screens.get(screen.code or "") if entries is not None else None
            if counts is not None:
                kind = TYPE_TITLES.get(screen.type or "", "")
                name = title_of(screen)
                rows.append((name, kind, "", counts.reached, counts.answered))
                rows += [(name, kind, label, None, n) for label, n in self._answers(screen)]
        return Table(_("Results"), HEAD, rows)
