"""Table of a grouped answer: a name, its metrics, and its share of the first one."""

from collections.abc import Sequence

from funneldesk.desktop.insight.answers import Answer, AnswerRow
from funneldesk.desktop.insight.buckets import GRAINS, OF_TIME, bucket_name
from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.insight.scope import field_name
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.column import Bar, Column
from funneldesk.desktop.kit.table.columns import TableColumns
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _

NAME_WIDTH, METRIC_WIDTH, SHARE_WIDTH = 180, 112, 144
NAME, SHARE = "name", "share"


def row_name(row: AnswerRow, groupings: Sequence[str], formats: Formats) -> str:
    """A row as it reads: times in the language of the window, the rest as the server says."""
    if len(groupings) == 1 and groupings[0] in (*GRAINS, OF_TIME):
        return bucket_name(groupings[0], row.key, formats.locale)
    return row.name or row.key or _("(none)")


class FiguresTable(TableView):
    """Sorts by a click on a heading. A table of other metrics is another widget."""

    def __init__(
        self, groupings: Sequence[str], metrics: Sequence[Metric], formats: Formats, name: str
    ) -> None:
        self.groupings, self.metrics = tuple(groupings), tuple(metrics)
        self.formats = formats
        self.answer = Answer()
        self.pinned: frozenset[str] = frozenset()
        """The keys of rows that stay on top, whatever orders the others."""
        self._shown: dict[str, AnswerRow] = {}
        self._total = 0.0
        by_time = bool(self.groupings) and self.groupings[0] in (*GRAINS, OF_TIME)
        self._sort = (self.metrics[0].key if self.metrics and not by_time else NAME, not by_time)
        super().__init__(name, self._columns(), lambda key: self._shown.get(key))
        self.columns = TableColumns(self)
        self.columns.sort_asked.connect(self.sort_by)
        self.horizontalHeader().setMinimumSectionSize(METRIC_WIDTH)
        self._show_sort()

    @property
    def sort(self) -> tuple[str, bool]:
        """The key of the column that orders the rows, and whether the largest comes first."""
        return self._sort

    def show_answer(self, answer: Answer) -> None:
        """Show other rows."""
        self.answer = answer
        self._shown = {row.key: row for row in answer.rows}
        if self.metrics:
            values = (row.cell(self.metrics[0].key).value for row in answer.rows)
            self._total = sum(value for value in values if value is not None)
        self._order()

    def sort_by(self, key: str, descending: bool) -> None:
        """Order the rows by a column."""
        self._sort = (key, descending)
        self._show_sort()
        self._order()

    def pin(self, keys: frozenset[str]) -> None:
        """Keep these rows on top."""
        self.pinned = keys
        self._order()

    def ordered(self) -> list[AnswerRow]:
        """The rows as they stand: those that are pinned first."""
        rows = self._sorted()
        return [r for r in rows if r.key in self.pinned] + [
            r for r in rows if r.key not in self.pinned
        ]

    def _sorted(self) -> list[AnswerRow]:
        key, descending = self._sort
        if key == NAME:
            by_time = all(each in (*GRAINS, OF_TIME) for each in self.groupings)

            def by_name(row: AnswerRow) -> str:
                return row.key if by_time else self._name(row).casefold()

            return sorted(self.answer.rows, key=by_name, reverse=descending)

        def by_value(row: AnswerRow) -> tuple[bool, float]:
            value = row.cell(key).value
            return value is None, -(value or 0.0) if descending else (value or 0.0)

        return sorted(self.answer.rows, key=by_value)

    def share_of(self, row: AnswerRow) -> float | None:
        """A row's share of the first metric; None where that does not add up."""
        first = self.metrics[0]
        value = row.cell(first.key).value
        if not first.adds_up or value is None or self._total <= 0:
            return None
        return max(0.0, value / self._total)

    def _order(self) -> None:
        self.arrange([row.key for row in self.ordered()])

    def _show_sort(self) -> None:
        self.columns.show_sort(*self._sort)

    def _name(self, row: AnswerRow) -> str:
        return row_name(row, self.groupings, self.formats)

    def _columns(self) -> list[Column[AnswerRow]]:
        title = " / ".join(field_name(each) for each in self.groupings)
        columns = [
            Column(
                NAME,
                title,
                self._name,
                width=NAME_WIDTH,
                sort=NAME,
                stretch=True,
                strong=lambda row: row.key in self.pinned,
            )
        ]
        columns += [self._column(metric) for metric in self.metrics]
        if self.metrics and self.metrics[0].adds_up:
            columns.append(
                Column(
                    SHARE,
                    _("Share"),
                    self._share_text,
                    "right",
                    width=SHARE_WIDTH,
                    bar=self._bar,
                    tip=self._share_tip,
                )
            )
        return columns

    def _column(self, metric: Metric) -> Column[AnswerRow]:
        def text(row: AnswerRow) -> str:
            return row.cell(metric.key).text(metric, self.formats)

        def tip(row: AnswerRow) -> str:
            cell = row.cell(metric.key)
            change = cell.change_text(metric, self.formats)
            before = metric.text(cell.before, self.formats)
            told = _("{metric}: {value}").format(metric=metric.name, value=text(row))
            if not change:
                return told
            if cell.so_far is None:
                line = _("Before: {value} ({change})").format(value=before, change=change)
            else:
                line = _("Compared so far: {value} with {before} ({change})").format(
                    value=metric.text(cell.so_far, self.formats, cell.written),
                    before=before,
                    change=change,
                )
            return f"{told}\n{line}"

        return Column(
            *(metric.key, metric.name, text, "right", METRIC_WIDTH),
            sort=metric.key,
            tip=tip,
            about=f"{metric.name}: {metric.info}" if metric.info else "",
        )

    def _bar(self, row: AnswerRow) -> Bar | None:
        share = self.share_of(row)
        return Bar(share) if share is not None else None

    def _share_text(self, row: AnswerRow) -> str:
        share = self.share_of(row)
        return "" if share is None else self.formats.percent(share, 1, even=True)

    def _share_tip(self, row: AnswerRow) -> str:
        told = _("{share} of {metric}")
        return told.format(share=self._share_text(row), metric=self.metrics[0].name)
