"""How a split test stands with the platform, in a word, and what the next save does to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from funneldesk.contract.markup import Block, Edit, every_block, scan
from funneldesk.contract.markup_edits import name_record
from funneldesk.contract.markup_records import records_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.changes import (
    Outcome,
    SentTest,
    blocks_of,
    stand,
)
from funneldesk.desktop.records.split_test_states import DELETED, STATUS_WORDS, TONES


@dataclass(frozen=True, slots=True)
class Shown:
    """``record``: the test that this block could keep by naming it; 0 for none. ``losing``: the
    next save starts that one anew.
    ``test``: the test that it is, named or not, whose results can be shown; 0 for none."""

    word: str
    tone: str
    sentence: str
    record: int = 0
    test: int = 0
    losing: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A split test of the page as the platform keeps it; the status is as it came, the variants
    are names."""

    name: str
    status: str
    variants: tuple[str, ...] = ()


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
    kept = records_of(blocks, names_of(known or {}))
    return [
        _shown(next(sent), kept.get(place, 0), stored) if block.variants else _BARE
        for place, block in enumerate(every_block(blocks))
    ]


def to_keep(html: str, before: str, records: Mapping[int, Record]) -> dict[int, int]:
    """The tests that the stored html ``before`` has and that a save of ``html`` would start anew,
    by the places of their blocks; in every state, since a paused or decided one stays so."""
    return _of_outcome("again", html, before, records)


def to_continue(html: str, before: str, records: Mapping[int, Record]) -> dict[int, int]:
    """Earlier tests of the page that blocks new to it could go on with, by the places of the
    blocks: of the same name, with the same variants, and not deleted."""
    found = _of_outcome("new", html, before, records)
    blocks = list(every_block(scan(html)))
    return {
        place: number
        for place, number in found.items()
        if records[number].status != DELETED
        and records[number].variants == tuple(v.name for v in blocks[place].variants)
    }


def keep_all(places: Mapping[int, int], html: str) -> tuple[Edit, ...]:
    """Write ids into the blocks of these places."""
    blocks = list(every_block(scan(html)))
    edits = (edit for place in places for edit in name_record(html, blocks[place], places[place]))
    return tuple(sorted(edits, key=lambda edit: edit.start))


def names_of(records: Mapping[int, Record]) -> dict[int, str]:
    """The names of records by their ids."""
    return {number: record.name for number, record in records.items()}


def _of_outcome(
    outcome: Outcome, html: str, before: str, records: Mapping[int, Record]
) -> dict[int, int]:
    blocks = scan(html)
    tests = [place for place, block in enumerate(every_block(blocks)) if block.variants]
    sent = dict(zip(tests, stand(blocks, blocks_of(before), records), strict=True))
    found = records_of(blocks, names_of(records))
    return {place: number for place, number in found.items() if sent[place].outcome == outcome}


_BARE = Shown("", "muted", "")
_VISITORS: Mapping[str, str] = {
    "running": _("Visitors see its variants."),
    "paused": _("It is paused: visitors see the baseline."),
    "completed": _("It has ended: visitors see the baseline."),
    "finalized": _("Its winner is chosen: visitors see the winner."),
    "deleted": _("It was deleted: visitors see the baseline."),
}


def _shown(test: SentTest, record: int, stored: Stored) -> Shown:
    outcome = test.outcome
    number = test.record if outcome == "kept" else record
    known = (stored.records or {}).get(number)
    status = known.status if known else ""
    word = STATUS_WORDS.get(status, status.replace("_", " ").capitalize())
    meaning = _VISITORS.get(status, "")
    if outcome == "kept":
        sentence = _("The HTML names it, so a save keeps it and its numbers.")
        tone = TONES.get(status, "muted")
        return Shown(word or _("Linked test"), tone, f"{meaning} {sentence}".strip(), test=number)
    if outcome == "again" and not stored.changed:
        sentence = _("The server has it. It stays as it is while the HTML is not changed.")
        sentence = f"{meaning} {sentence}".strip()
        tone = TONES.get(status, "muted")
        return Shown(word or _("On the server"), tone, sentence, record, record)
    if outcome == "again":
        sentence = _("The next save starts it anew, with its numbers at zero.")
        return Shown(
            _("Will restart"), "warning", f"{meaning} {sentence}".strip(), record, record, True
        )
    sentences = {
        "new": _("The next save starts this test."),
        "twice": _("A test before this one has the same id: the next save starts this one anew."),
        "foreign": _("Its id belongs to no test of this page: the next save starts a new one."),
    }
    return Shown(_("Not started"), "accent", sentences[outcome])
