"""Check of an import before anything is sent: what will become of each row, and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import typed_text
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordField, Value
from funneldesk.desktop.records.importing.conventions import read_cell
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.mapping import SKIP, ImportPlan
from funneldesk.desktop.records.importing.reading import ERROR_VALUES, Cell
from funneldesk.desktop.records.importing.sameness import Key, key_of
from funneldesk.desktop.records.importing.table_file import Table
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save

NUMBERS = ("money", "decimal")
EMPTY: tuple[Value, ...] = (None, "", [], {})
Judged = tuple[str, dict[str, Value], dict[str, str]]


@dataclass(slots=True)
class CheckedRow:
    """``number`` is the row's in the file. ``problems`` are sentences by field; ``exists`` says
    why the row is not needed; ``skipped``: the user wants it so. ``record`` is the one that the
    row updates, "" where it makes one; ``values`` are what is sent."""

    number: int
    cells: list[Cell]
    values: dict[str, Value] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    exists: str = ""
    skipped: bool = False
    record: str = ""
    read: dict[str, Value] = field(default_factory=dict)
    """What its cells say."""
    wrong: dict[str, str] = field(default_factory=dict)
    judged: Judged | None = None
    """What it comes to as an update of a record, or as a new one, and what is wrong with that."""

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
    """How many rows will be sent, and how many of these update something; how many have to be
    corrected, are not needed, are not wanted."""

    ready: int = 0
    updates: int = 0
    troubled: int = 0
    existing: int = 0
    skipped: int = 0

    @property
    def words(self) -> str:
        """ "1,204 ready · 12 with problems"."""
        sent = (
            ((self.ready - self.updates, _("new")), (self.updates, _("to update")))
            if self.updates
            else ((self.ready, _("ready")),)
        )
        told = (
            (self.troubled, _("with problems")),
            (self.existing, _("already there")),
            (self.skipped, _("skipped")),
        )
        more = [f"{count:,} {words}" for count, words in told if count]
        return " · ".join([*(f"{count:,} {words}" for count, words in sent), *more])


class ImportCheck:
    """The rows of a table by their numbers. ``known`` are the records that there are, where the
    plan compares with them. Its methods are slow: call them in a thread, one at a time."""

    def __init__(
        self,
        declared: RecordImport,
        table: Table,
        plan: ImportPlan,
        formats: Formats,
        known: Mapping[str, Values],
        once: str = "",
    ) -> None:
        self.declared = declared
        self.titles = table.titles
        self.plan = plan
        self.columns = {name: at for at, name in enumerate(plan.fields) if name != SKIP}
        self.rows = {str(number): CheckedRow(number, cells) for number, cells in table.rows}
        self.counts = Counts()
        self.formats = formats
        self.fields = declared.kind.draft.declared.in_formats(lambda: formats)
        self._empty = dict(declared.kind.draft.new().fields)
        self._records = known
        self._known = self._by_key(known) if plan.compares else {}
        self.once = once
        self._made = {str(each[once]): key for key, each in known.items() if each.get(once)}
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
        at = self.columns[name]
        cell = row.cells[at] if at < len(row.cells) else ""
        return cell_text(self.fields[name], cell, self.formats)

    def changes(self, row: CheckedRow) -> dict[str, tuple[Value, Value]]:
        """What a row changes in the record that it updates: before and after."""
        before = self._records.get(row.record, {})
        return {name: (before.get(name), value) for name, value in row.values.items()}

    def called(self, record: str) -> str:
        """What a record is called."""
        title = self._records.get(record, {}).get(self.declared.title)
        return str(title or f"#{record}")

    # One row

    def _check(self, row: CheckedRow) -> None:
        """Read its cells."""
        texts = {name: text for name in self.columns if (text := self.text(row, name)).strip()}
        values, problems = dict[str, Value](), dict[str, str]()
        for name, text in texts.items():
            values[name], problems[name] = self._read(name, text, self._empty)
        for name in [name for name, problem in problems.items() if problem]:
            # It may be right beside what other columns say.
            known = {**self._empty, **values}
            values[name], problems[name] = self._read(name, texts[name], known)
        row.read = values
        row.wrong = {name: problem for name, problem in problems.items() if problem}
        row.judged = None

    def _read(self, name: str, text: str, values: Values) -> tuple[Value, str]:
        if text.strip() in ERROR_VALUES:
            told = _("The formula in this cell failed ({value}). Enter a value.")
            return text, told.format(value=text.strip())
        at = self.columns[name]
        convention = self.plan.conventions[at] if at < len(self.plan.conventions) else ""
        return read_cell(self.fields[name], text, convention, values)

    def _settle(self) -> None:
        first = dict[Key, int]()
        for row in self.rows.values():
            self._match(row, first)
        rows = self.rows.values()
        self.counts = Counts(
            sum(row.is_ready for row in rows),
            sum(row.is_ready and bool(row.record) for row in rows),
            sum(row.is_troubled for row in rows),
            sum(bool(row.exists) and not row.skipped for row in rows),
            sum(row.skipped for row in rows),
        )

    def _match(self, row: CheckedRow, first: dict[Key, int]) -> None:
        """Tell what becomes of a row: a new record, another one of a record that there is, the
        same as a row before it. ``first`` are the rows that are sent, by their keys."""
        row.exists, row.record, row.problems = "", "", dict(row.wrong)
        before = self._made.get(str(row.read.get(self.once) or ""))
        if before is not None:
            told = _("{record} was made of it before.")
            row.exists = told.format(record=self.called(before))
            return
        key = self._key(row.read) if self.plan.compares else None
        found = self._known.get(key, ()) if key is not None else ()
        if found and self.plan.existing == "skip":
            row.exists = self._duplicate(self.called(found[0]))
        elif len(found) > 1:
            told = _("{count} {units} have this: choose other fields to know them by, or skip it.")
            units = noun(self.declared.units)
            row.problems[self.plan.keys[0]] = told.format(count=len(found), units=units)
        elif found:
            row.record = found[0]
        if row.exists or row.skipped:
            return
        if key is not None and first.get(key, row.number) != row.number:
            row.exists = _("Row {number} has the same {field}.").format(
                number=f"{first[key]:,}", field=self._key_titles()
            )
            return
        self._judge(row)
        if key is not None and row.is_ready:
            first[key] = row.number

    def _judge(self, row: CheckedRow) -> None:
        if row.judged is None or row.judged[0] != row.record:
            row.judged = (row.record, *self._judged(row))
        row.values, problems = dict(row.judged[1]), row.judged[2]
        row.problems = {**problems, **row.problems}
        if row.record and not row.problems:
            # What a record is known by is the same, however the file spells it.
            before, known = self._records[row.record], self.plan.keys
            row.values = {
                name: value
                for name, value in row.values.items()
                if name not in known and value != before.get(name)
            }
            if not row.values:
                told = _("Nothing to change: {record} has these values already.")
                row.exists = told.format(record=self.called(row.record))

    def _judged(self, row: CheckedRow) -> tuple[dict[str, Value], dict[str, str]]:
        """The values that are sent for a row, and what is wrong with all of them together."""
        before, declared = self._records.get(row.record) if row.record else None, self.declared
        values = dict(row.read) if before else {**self.plan.defaults, **row.read}
        problems = dict[str, str]()
        if declared.settle is not None and not row.wrong:
            declared.settle(values, problems, before)
        if before is not None:
            return values, problems
        for name in self._required:
            if values.get(name) in EMPTY and name not in row.wrong:
                problems[name] = _("{field} is required.").format(field=self.fields[name].title)
        return values, problems or row.wrong or refusals(declared, values, self.formats)

    # Duplicates

    def _key(self, values: Values) -> Key | None:
        return key_of(self.declared.keys, self.plan.keys, values)

    def _by_key(self, known: Mapping[str, Values]) -> dict[Key, list[str]]:
        found = dict[Key, list[str]]()
        for record, values in known.items():
            key = self._key(values)
            if key is not None:
                found.setdefault(key, []).append(record)
        return found

    def _key_titles(self) -> str:
        return ", ".join(self.fields[name].title for name in self.plan.keys)

    def _duplicate(self, record: str) -> str:
        told = _("Duplicate of {record}: it has this {field}.")
        return told.format(record=record, field=self._key_titles())


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
    """The calls that make a record. Raises KeyError, TypeError, ValueError, ValidationError."""
    kind, writes = declared.kind, declared.kind.writes
    # A no that the file says is told, though it is what an untouched box means.
    said = [n for n in kind.draft.declared.flags if n in values and n not in writes.update_only]
    if said:
        kind = replace(kind, writes=replace(writes, always=(*writes.always, *said)))
    state = writes.lifecycle.first if writes.lifecycle is not None else None
    return plan_save(kind, kind.draft.new(values), state, lambda: formats)


def refusals(declared: RecordImport, values: Values, formats: Formats) -> dict[str, str]:
    """What the record as a whole is refused for, by field."""
    try:
        plan = plan_of(declared, values, formats)
    except ValidationError as error:
        return {str(each["loc"][0] if each["loc"] else ""): each["msg"] for each in error.errors()}
    except KeyError as error:
        told = _("There is no field “{field}” any more: import the row anew.")
        return {"": told.format(field=error.args[0] if error.args else "")}
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
    against = row.exists or " ".join(told)
    return against or (_("Skipped.") if row.skipped else "")


def outcome_words(check: ImportCheck, row: CheckedRow) -> str:
    """What will become of a row, in one line."""
    if not row.is_ready:
        return problem_words(check, row)
    if not row.record:
        return _("Will be created.")
    told = [
        _("{field}: {before} → {after}").format(
            field=check.fields.label(name),
            before=check.fields.words(name, before),
            after=check.fields.words(name, after),
        )
        for name, (before, after) in check.changes(row).items()
    ]
    shown = _("Will update {record}: {changes}")
    return shown.format(record=check.called(row.record), changes="; ".join(told))
