"""Beside the graph: what is wrong with the flow, its paths and results, what visitors came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.contract.quiz_flow import ENDS, Route
from funneldesk.contract.quiz_paths import Finding, Paths, findings, paths
from funneldesk.contract.quizzes import EntryCounts
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.quizzes.flow.words import GRAVE, sentence
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz, PlayedScreen, title_of

MOST_SEEN, LINE = 8, 18


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found of a flow: ``results`` are codes of the screens that end it."""

    findings: tuple[Finding, ...]
    paths: Paths
    results: tuple[str, ...]


def looked(flow: Mapping[str, Any], screens: list[PlayedScreen]) -> Looked:
    """Look at a flow; for a thread."""
    found = paths(Route(flow, screens))
    results = tuple(each.code for each in screens if each.type in ENDS)
    return Looked(tuple(findings(flow, screens)), found, results)


class ChecksView(QWidget):
    """``picked`` carries (node, code of the screen) of a finding or a result."""

    picked = Signal(str, str)

    def __init__(self, quiz: OpenQuiz) -> None:
        super().__init__()
        self.quiz = quiz
        self.head = Label("", size="strong", wrap=True)
        self.list = TickList(_("What to look at"))
        self.figures = Label("", size="small", tone="muted", wrap=True)
        self.results = TickList(_("Results"))
        self.visitors = Label("", size="small", tone="muted", wrap=True)
        self._places: dict[str, tuple[str, str]] = {}
        # Both are held: what only Qt's own parts lead to can end with a collection of garbage.
        self._inner, self._scroll = QWidget(), QScrollArea()
        self._inner.setLayout(self._laid_out())
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidget(self._inner)
        for see_through in (self._inner, self._scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self.setLayout(column(self._scroll, spacing=0))
        for each in (self.list, self.results):
            each.clicked.connect(lambda index, view=each: self._pick(view.rows.at(index.row()).id))
            each.opened.connect(self._pick)

    def _laid_out(self) -> Any:
        box = column(self.head, self.list, spacing=8, margins=(16, 14, 16, 16))
        box.addWidget(Label(_("Paths and results"), size="strong"))
        box.addWidget(self.figures)
        box.addWidget(self.results)
        box.addWidget(Label(_("What visitors did"), size="strong"))
        box.addWidget(self.visitors)
        box.addStretch(1)
        return box

    def show_looked(self, found: Looked, formats: Formats) -> None:
        """Show what was found."""
        count = len(found.findings)
        self.head.setText(
            _("{things} to look at").format(things=counted(count, "thing"))
            if count
            else _("Nothing is wrong with this flow.")
        )
        rows = [self._finding(at, each) for at, each in enumerate(found.findings)]
        _fill(self.list, rows)
        self.figures.setText(_path_words(found.paths))
        _fill(self.results, [self._result(each, found, formats) for each in found.results])
        self.visitors.setText(visitor_words(self.quiz.entries, formats))

    def _finding(self, at: int, found: Finding) -> TickRow:
        key = f"finding/{at}"
        self._places[key] = (found.node, found.code)
        grave = found.fault in GRAVE
        chip = (_("Stops visitors"), "danger") if grave else ("", "muted")
        name = self._title(found.code) if found.code else found.detail or self.quiz.name
        return TickRow(key, name, sentence(found), *chip)

    def _result(self, code: str, found: Looked, formats: Formats) -> TickRow:
        key = f"result/{code}"
        self._places[key] = ("", code)
        share = formats.percent(found.paths.shares.get(code, 0.0), 0)
        told = _("{share} of all paths").format(share=share)
        entries = self.quiz.entries
        counts = entries.screens.get(code) if entries is not None and entries.is_seen else None
        if counts is not None:
            visitors = counted(counts.reached, "visitor")
            told = _("{paths}, {visitors} got it").format(paths=told, visitors=visitors)
        return TickRow(key, self._title(code), told)

    def _title(self, code: str) -> str:
        screen = self.quiz.screen(code)
        return title_of(screen) if screen is not None else code

    def _pick(self, key: str) -> None:
        place = self._places.get(key)
        if place is not None:
            self.picked.emit(*place)


def _path_words(found: Paths) -> str:
    count = counted(found.count, "path")
    if found.more:
        return _("More than {paths}; results are told by those.").format(paths=count)
    loops = found.shares.get("", 0.0)
    told = _("{paths} from the first screen to an end.").format(paths=count)
    return f"{told} {_('Some go in a circle.')}" if loops else told


def visitor_words(entries: EntryCounts | None, formats: Formats) -> str:
    """How many began, and how many came to an end."""
    if entries is None:
        return _("This server tells only how many began, not what they answered.")
    if not entries.started:
        return _("Nobody has opened this quiz yet.")
    share = formats.percent(entries.finished / entries.started)
    told = [
        _("{entries} began, {finished} finished: {share}.").format(
            entries=counted(entries.started, "visitor"),
            finished=f"{entries.finished:,}",
            share=share,
        )
    ]
    if not entries.is_seen:
        told.append(_("The server didn't record which screens they saw, only their answers."))
    elif entries.unseen:
        sentence = ngettext(
            "The server didn't record which screens {count} of them saw, so this one is only "
            "counted among the answers.",
            "The server didn't record which screens {count} of them saw, so these are only "
            "counted among the answers.",
            entries.unseen,
        )
        told.append(sentence.format(count=f"{entries.unseen:,}"))
    return " ".join(told)


def _fill(view: TickList, rows: list[TickRow]) -> None:
    view.rows.set_rows(rows)
    view.setFixedHeight(min(len(rows), MOST_SEEN) * (theme.density.row + LINE))
    view.setVisible(bool(rows))
