"""Check of an import before anything is sent: each cell by the kind of its field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import typed_text
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordField, Value
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.mapping import SKIP, Fields
from funneldesk.desktop.records.importing.reading import Cell
from funneldesk.desktop.records.importing.table_file import Table
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.typed_values import read_text

NUMBERS = ("money", "decimal")
EMPTY: tuple[Value, ...] = (None, "", [], {})


@dataclass(slots=True)
class CheckedRow:
    """``number`` is the row's in the file. ``problems`` are sentences by field; ``exists`` says
    why the row is not needed; ``skipped``: the user wants it so; ``is_twice``: a row before it has
    its key."""

    number: int
    cells: list[Cell]
    values: dict[str, Value] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    exists: str = ""
    skipped: bool = False
    is_twice: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether it will be sent."""
        return not (self.problems or self.exists or self.skipped)

    @property
    def is_troubled(self) -> bool:
        """Whether it has to be corrected, or skipped."""
        return bool(self.problems) and not (self.exists or self.skipped)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows will be sent, have to be corrected, are not needed, are not wanted."""

    ready: int = 0
    troubled: int = 0
    existing: int = 0
    skipped: int = 0

    @property
    def words(self) -> str:
        """ "1,204 ready · 12 with problems"."""
        told = (
            (self.troubled, _("with problems")),
            (self.existing, _("exist already")),
            (self.skipped, _("skipped")),
        )
        more = [f"{count:,} {words}" for count, words in told if count]
        return " · ".join([_("{count} ready").format(count=f"{self.ready:,}"), *more])


class ImportCheck:
    """The rows of a table by their numbers. ``known`` are the keys of the records that there are;
    with ``skip_existing`` rows with one of them are skipped. Its methods are slow: call them in a
    thread, one at a time."""

    def __init__(
        self,
        declared: RecordImport,
        table: Table,
        fields: Fields,
        formats: Formats,
        known: Mapping[int, str],
        *,
        skip_existing: bool,
    ) -> None:
        self.declared = declared
        self.titles = table.titles
        self.columns = {name: at for at, name in enumerate(fields) if name != SKIP}
        self.rows = {str(number): CheckedRow(number, cells) for number, cells in table.rows}
        self.counts = Counts()
        self.skips_existing = skip_existing and bool(declared.key)
        self._formats = formats
        self._fields = declared.kind.draft.declared.in_formats(lambda: formats)
        self._empty = dict(declared.kind.draft.new().fields)
        self._known = {key: record_id for record_id, key in known.items() if key}
        self._required = declared.required()

    def run(self) -> None:
        """Check every row."""
        for row in self.rows.values():
            self._check(row)
        self._settle()

    def correct(self, row_id: str, name: str, text: str) -> None:
        """The user typed another value of a field."""
        row, at = self.rows[row_id], self.columns.get(name)
        if at is None:
            return
        row.cells += [""] * (at + 1 - len(row.cells))
        row.cells[at] = text
        self._check(row)
        self._settle()

    def skip(self, row_id: str, on: bool) -> None:
        """The user wants a row skipped, or not."""
        self.rows[row_id].skipped = on
        self._settle()

    def text(self, row: CheckedRow, name: str) -> str:
        """The cell of a field as it stands."""
        return cell_text(self._fields[name], self._cell(row, name), self._formats)

    def _cell(self, row: CheckedRow, name: str) -> Cell:
        at = self.columns[name]
        return row.cells[at] if at < len(row.cells) else ""

    def _check(self, row: CheckedRow) -> None:
        texts = {name: text for name in self.columns if (text := self.text(row, name)).strip()}
        values, problems = dict[str, Value](), dict[str, str]()
        for name, text in texts.items():
            values[name], problems[name] = read_text(self._fields[name], text, self._empty)
        for name in [name for name, problem in problems.items() if problem]:
            # It may be right beside what other columns say.
            known = {**self._empty, **values}
            values[name], problems[name] = read_text(self._fields[name], texts[name], known)
        problems = {name: problem for name, problem in problems.items() if problem}
        for name in self._required:
            if values.get(name) in EMPTY and name not in problems:
                problems[name] = _("{field} is required.").format(field=self._fields[name].title)
        row.values = values
        row.problems = problems or refusals(self.declared, values, self._formats)

    def _settle(self) -> None:
        self._compare()
        rows = self.rows.values()
        self.counts = Counts(
            sum(row.is_ready for row in rows),
            sum(row.is_troubled for row in rows),
            sum(bool(row.exists) and not row.skipped for row in rows),
            sum(row.skipped for row in rows),
        )

    def _compare(self) -> None:
        """Tell the rows whose key another row or a record has."""
        key = self.declared.key
        if not key or key not in self.columns:
            return
        title, unit, first = self._fields[key].title, self.declared.kind.unit, dict[Value, int]()
        for row in self.rows.values():
            value = row.values.get(key)
            row.exists = ""
            if row.is_twice:
                row.is_twice = False
                row.problems.pop(key, None)
            if not isinstance(value, str) or not value or row.skipped or not self.skips_existing:
                continue
            if value in self._known:
                row.exists = _("There is a {unit} with this {field}.").format(
                    unit=noun(unit), field=title
                )
            elif first.setdefault(value, row.number) != row.number:
                row.is_twice = key not in row.problems
                said = _("Row {number} has the same {field}.")
                told = said.format(number=f"{first[value]:,}", field=title)
                row.problems.setdefault(key, told)


def checked(make: Callable[[], ImportCheck]) -> ImportCheck:
    """A check that was run; for a thread, since making it takes its time as well."""
    check = make()
    check.run()
    return check


def cell_text(declared: RecordField, cell: Cell, formats: Formats) -> str:
    """A cell as its user would type it: numbers of Excel with the decimal sign of the language."""
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, float) and declared.kind in NUMBERS:
        return typed_text(Decimal(repr(cell)), formats)
    return str(cell)


def plan_of(declared: RecordImport, values: Mapping[str, Any], formats: Formats) -> SavePlan:
    """The calls that make a record. Raises TypeError, ValueError and ValidationError."""
    life = declared.kind.writes.lifecycle
    draft = declared.kind.draft.new(values)
    state = life.first if life is not None else None
    return plan_save(declared.kind, draft, state, lambda: formats)


def refusals(
    declared: RecordImport, values: Mapping[str, Value], formats: Formats
) -> dict[str, str]:
    """What the record as a whole is refused for, by field."""
    try:
        plan = plan_of(declared, values, formats)
    except ValidationError as error:
        return {str(each["loc"][0] if each["loc"] else ""): each["msg"] for each in error.errors()}
    except (TypeError, ValueError) as error:
        return {"": str(error)}
    return {blocker.field: blocker.sentence for blocker in plan.blockers}


def problem_words(check: ImportCheck, row: CheckedRow) -> str:
    """Everything that stands against a row, in one line."""
    declared = check.declared.kind.draft.declared
    told: Sequence[str] = [
        sentence
        if not name or sentence.startswith(declared.label(name))
        else f"{declared.label(name)}: {sentence}"
        for name, sentence in row.problems.items()
    ]
    return " ".join(told) or row.exists or (_("Skipped.") if row.skipped else "")
