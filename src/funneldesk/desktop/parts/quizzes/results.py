"""Tab of what visitors came to: where they left, what they answered, which results they got."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from funneldesk.contract.quiz_flow import ASKING, ENDS
from funneldesk.contract.quizzes import EntryCounts, Screen
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.table.column import Bar, Column
from funneldesk.desktop.kit.table.view import TableView
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
NUMBER, SHARE = 84, 130
MISSING = "–"


@dataclass(frozen=True, slots=True)
class Line:
    """A screen, or an ``answer`` below it. None is not known, or makes no sense there."""

    screen: str
    kind: str = ""
    answer: str = ""
    reached: int | None = None
    left: int | None = None
    answered: int | None = None
    share: float | None = None

    @property
    def went_on(self) -> int | None:
        """How many came further."""
        return None if self.reached is None or self.left is None else self.reached - self.left


class ResultsTab(RecordView):
    """The results of the quiz that is open, as the server counts them."""

    def __init__(self, quiz: OpenQuiz, export: Callable[[], object]) -> None:
        super().__init__()
        self.quiz, self.formats = quiz, formats_of(quiz.workspace)
        self.lines: dict[str, Line] = {}
        self.said = Label("", wrap=True)
        self.list = TableView(
            _("Screens and what visitors did there"), self._columns(), self.lines.get
        )
        self.export = Button(_("Export…"), icon_name="download", on_click=export)
        box = column(spacing=10, margins=(16, 12, 16, 16))
        head = row(self.said, self.export, spacing=8)
        head.setStretch(0, 1)
        box.addLayout(head)
        box.addWidget(self.list, 1)
        box.addStretch(0)
        self.setLayout(box)
        quiz.changed.connect(self._show)

    def show_record(self, body: Body) -> None:
        self._show()

    def _columns(self) -> list[Column[Line]]:
        def reached(line: Line) -> str:
            if line.answer:
                return ""
            return MISSING if line.reached is None else f"{line.reached:,}"

        def answered(line: Line) -> str:
            return "" if line.answered is None else f"{line.answered:,}"

        def left(line: Line) -> str:
            if line.answer or line.left is None:
                return ""
            share = self.formats().percent(line.left / line.reached, 1) if line.reached else ""
            return f"{line.left:,} ({share})" if line.left and share else f"{line.left:,}"

        def share(line: Line) -> str:
            return "" if line.share is None else self.formats().percent(line.share, 0)

        return [
            Column(
                "name",
                _("Screen and answers"),
                lambda line: line.answer or line.screen,
                width=170,
                stretch=True,
                strong=lambda line: not line.answer,
            ),
            Column("type", _("Type"), lambda line: "" if line.answer else line.kind, width=112),
            Column("reached", _("Reached"), reached, "right", NUMBER),
            Column("left", _("Left here"), left, "right", 106),
            Column("answered", _("Answers"), answered, "right", NUMBER),
            Column(
                "share",
                _("Share"),
                share,
                width=SHARE,
                bar=lambda line: None if line.share is None else Bar(line.share),
            ),
        ]

    def _show(self) -> None:
        entries = self.quiz.entries
        self.said.setText(visitor_words(entries, self.formats()))
        has_any = entries is not None and bool(entries.started)
        self.lines.clear()
        self.lines.update((str(place), line) for place, line in enumerate(self._lines()))
        self.list.arrange(list(self.lines))
        self.list.rows.tell_changed()
        self.list.setVisible(has_any)
        self.export.setEnabled(has_any)

    def _lines(self) -> Iterator[Line]:
        """A line for each screen, one for each of its answers below."""
        entries = self.quiz.entries or EntryCounts()
        for screen in self.quiz.screens:
            counts = entries.screens.get(screen.code or "")
            if counts is None:
                continue
            name, kind = title_of(screen), TYPE_TITLES.get(screen.type or "", "")
            reached = counts.reached if entries.is_seen else None
            left = counts.left if entries.is_seen and screen.type not in ENDS else None
            answered = counts.answered if screen.type in ASKING else None
            yield Line(name, kind, "", reached, left, answered)
            for label, count in _answers(screen, counts.answers):
                share = count / counts.answered if counts.answered else None
                yield Line(name, kind, label, answered=count, share=share)
        if entries.ended:
            yield Line(_("(finished without a result)"), reached=entries.ended)
        if entries.left_elsewhere:
            yield Line(_("(screens that were deleted)"), left=entries.left_elsewhere)

    def table(self) -> Table:
        """All of it, as it is exported."""
        rows = [
            (
                line.screen,
                line.kind,
                line.answer,
                line.reached,
                line.went_on,
                line.left,
                line.answered,
                None if line.share is None else round(100 * line.share, 2),
            )
            for line in self._lines()
        ]
        return Table(_("Results"), HEAD, rows)


def _answers(screen: Screen, counts: dict[str, int]) -> Iterator[tuple[str, int]]:
    """The answers that were given, most frequent first."""
    labels = {str(each.value): each.label for each in screen.options or ()}
    for value, count in sorted(counts.items(), key=lambda each: -each[1]):
        yield labels.get(value) or value, count
