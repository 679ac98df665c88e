"""Guesses which field a column of a file is for: by its title, by its cells, by what was chosen
before. No Qt."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from funneldesk.contract.folding import fold
from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.mapping import REASON, SKIP, Fields, ImportPlan
from funneldesk.desktop.records.importing.reading import Cell
from funneldesk.desktop.records.typed_values import read_text

ALIKE = 0.84
"""How much of two titles has to be the same for one to mean the other."""
LOOKED_AT = 30
"""Cells of a column that are looked at."""
MOST_FILES = 20
"""Shapes of files that are remembered."""
ANYTHING = "lorem-ipsum-dolor"
"""What a field that takes any text takes."""
_BETWEEN = re.compile(r"[\W_]+")


def plain(title: str) -> str:
    """A title as titles are compared: without accents, case and punctuation."""
    return _BETWEEN.sub(" ", fold(title)).strip()


class Memory:
    """What was chosen before: for columns by their titles, and for files with the same titles
    all of it. ``kept`` is JSON."""

    def __init__(self, kept: object = None) -> None:
        known = kept if isinstance(kept, dict) else {}
        titles, files = known.get("titles"), known.get("files")
        self.titles: dict[str, str] = {
            str(title): str(name) for title, name in (titles or {}).items()
        }
        self.files: dict[str, dict[str, object]] = dict(files or {})

    def plan(self, titles: Sequence[str]) -> ImportPlan | None:
        """What was chosen for a file with these titles."""
        kept = self.files.get(_signature(titles))
        plan = ImportPlan.of(kept) if isinstance(kept, dict) else None
        return plan if plan is not None and len(plan.fields) == len(titles) else None

    def remember(self, titles: Sequence[str], plan: ImportPlan) -> dict[str, object]:
        """What to keep, with a choice that was made now."""
        named = zip(titles, plan.fields, strict=True)
        self.titles |= {plain(title): name for title, name in named}
        files = {key: each for key, each in self.files.items() if key != _signature(titles)}
        newest = [*files.items(), (_signature(titles), plan.kept())][-MOST_FILES:]
        self.files = dict(newest)
        return {"titles": self.titles, "files": self.files}


def guess(
    declared: RecordImport,
    titles: Sequence[str],
    memory: Memory | None = None,
    columns: Sequence[Sequence[Cell]] = (),
) -> Fields:
    """The field of each column; each field once. ``columns`` are their first cells."""
    memory, names = memory or Memory(), {each.name for each in declared.fields()}
    plan = memory.plan(titles)
    if plan is not None and set(plan.fields) <= names | {SKIP}:
        return plan.fields
    known, found = _names(declared), [SKIP] * len(titles)
    decided = [plain(title) in memory.titles or title == REASON for title in titles]
    for at, title in enumerate(titles):
        if title != REASON:
            name = memory.titles.get(plain(title), known.get(plain(title), SKIP))
            found[at] = name if name in names - set(found) else SKIP
    free = [at for at, name in enumerate(found) if not name and not decided[at]]
    for at, name in _alike(titles, free, known):
        if not found[at] and name in names - set(found):
            found[at] = name
    free = [at for at in free if not found[at] and at < len(columns)]
    left = [each for each in declared.fields() if each.name not in found]
    for at, name in _fitting(left, {at: columns[at] for at in free}):
        found[at] = name
    return tuple(found)


def _signature(titles: Sequence[str]) -> str:
    return "\n".join(plain(title) for title in titles)


def _alike(
    titles: Sequence[str], free: Sequence[int], known: Mapping[str, str]
) -> list[tuple[int, str]]:
    """Columns whose titles are nearly those of a field, the surest first."""
    scored = [
        (score, at, name)
        for at in free
        for title, name in known.items()
        if (score := _likeness(plain(titles[at]), title)) >= ALIKE
    ]
    return [(at, name) for _score, at, name in sorted(scored, key=lambda each: -each[0])]


def _likeness(one: str, other: str) -> float:
    """1 for the same words in any order; all words of a title within another one count as well."""
    mine, theirs = set(one.split()), set(other.split())
    if not mine or not theirs:
        return 0.0
    if theirs <= mine and len(other) >= 3:
        return 0.9 + 0.1 * len(theirs) / len(mine)
    return SequenceMatcher(None, one.replace(" ", ""), other.replace(" ", "")).ratio()


def _fitting(
    fields: Sequence[RecordField], columns: Mapping[int, Sequence[Cell]]
) -> list[tuple[int, str]]:
    """Columns whose cells only one field takes that takes not everything, and no other column."""
    picky = [each for each in fields if read_text(each, ANYTHING)[1]]
    takers = {
        at: [each.name for each in picky if _takes(each, cells)] for at, cells in columns.items()
    }
    claimed = [name for names in takers.values() for name in names]
    return [
        (at, names[0])
        for at, names in takers.items()
        if len(names) == 1 and claimed.count(names[0]) == 1
    ]


def _takes(field: RecordField, cells: Sequence[Cell]) -> bool:
    texts = [str(cell) for cell in cells if str(cell).strip()][:LOOKED_AT]
    return bool(texts) and not any(read_text(field, text)[1] for text in texts)


def _names(declared: RecordImport) -> dict[str, str]:
    """Every title that means a field; the field's own come before those that only may mean it."""
    fields = declared.fields()
    known: dict[str, str] = {}
    for names in (
        ((f.name, (f.title, f.label, f.name, f.read_as)) for f in fields),
        declared.synonyms.items(),
    ):
        for field, titles in names:
            for title in titles:
                if plain(title):
                    known.setdefault(plain(title), field)
    return known
