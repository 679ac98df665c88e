"""How a split test stands with the platform, in a word, and what the next save does to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from funneldesk.contract.markup import Block, Edit, every_block, scan
from funneldesk.contract.markup_edits import name_record
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.changes import SentTest, records_of, stand


@dataclass(frozen=True, slots=True)
class Shown:
    """``record``: the running test that this block could keep by naming it; 0 for none.
    ``test``: the test that it is, named or not, whose results can be shown; 0 for none."""

    word: str
    tone: str
    sentence: str
    record: int = 0
    test: int = 0


RUNNING = "running"


@dataclass(frozen=True, slots=True)
class Record:
    """A split test of the page as the platform keeps it; the status is as it came."""

    name: str
    status: str


@dataclass(frozen=True, slots=True)
class Stored:
    """What the platform has of the page: its blocks, nested ones too, and the page's records.

    ``records`` are by id; None while the server has not given them.
    ``changed``: whether the html differs from what is stored, so that a save sends it.
    """

    blocks: Sequence[Block] = ()
    records: Mapping[int, Record] | None = None
    changed: bool = False


def standings(blocks: Sequence[Block], stored: Stored) -> list[Shown]:
    """For each block, nested ones after the one that holds them, in source order."""
    known = stored.records
    sent = iter(stand(blocks, stored.blocks, known))
    kept = records_of(blocks, _running(known or {}))
    return [
        _shown(next(sent), kept.get(place, 0), stored) if block.variants else _BARE
        for place, block in enumerate(every_block(blocks))
    ]


def to_keep(html: str, records: Mapping[int, Record]) -> dict[int, int]:
    """The running tests that blocks without an id could keep, by the places of the blocks."""
    return records_of(scan(html), _running(records))


def keep_all(records: Mapping[int, Record], html: str) -> tuple[Edit, ...]:
    """Write the id of its running test into every block that has one and does not name it."""
    blocks = list(every_block(scan(html)))
    kept = to_keep(html, records)
    edits = (edit for place in kept for edit in name_record(html, blocks[place], kept[place]))
    return tuple(sorted(edits, key=lambda edit: edit.start))


def _running(records: Mapping[int, Record]) -> dict[int, str]:
    return {number: r.name for number, r in records.items() if r.status == RUNNING}


_BARE = Shown("", "muted", "")


def _shown(test: SentTest, record: int, stored: Stored) -> Shown:
    outcome = test.outcome
    if outcome == "kept":
        known = (stored.records or {}).get(test.record)
        status = known.status.replace("_", " ").capitalize() if known else _("Known by its id")
        tone = "success" if known and known.status == RUNNING else "muted"
        return Shown(
            status,
            tone,
            _("It names its record: a save keeps it and its numbers."),
            test=test.record,
        )
    if outcome == "again" and not stored.changed:
        sentence = _("The server has it. It stays as it is while the HTML is not changed.")
        return Shown(_("Running"), "success", sentence, record, record)
    if outcome == "again":
        sentence = _("The next save starts it anew, with its numbers at zero.")
        return Shown(_("Will restart"), "warning", sentence, record, record)
    sentences = {
        "new": _("The next save starts this test."),
        "twice": _("A test before this one has the same id: the next save starts this one anew."),
        "foreign": _("Its id belongs to no test of this page: the next save starts a new one."),
    }
    return Shown(_("Not started"), "accent", sentences[outcome])
