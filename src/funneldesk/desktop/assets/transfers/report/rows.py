"""The files of a transfer as its report shows them: groups to filter by, rows, a table to keep."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.desktop.assets.moving.runner import MOVE
from funneldesk.desktop.assets.transfers.downloads.runner import DOWNLOAD
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.labels import GONE_ALREADY, TAKEN_BACK
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.local.texts import _

Group = Literal[
    "failed", "unknown", "left_out", "cancelled", "waiting", "taken_back", "new", "replaced"
]
GROUPS: tuple[Group, ...] = (
    "failed",
    "unknown",
    "cancelled",
    "left_out",
    "waiting",
    "taken_back",
    "replaced",
    "new",
)
"""In the order in which a reader wants to hear of them."""

WORDS: dict[Group, str] = {
    "failed": _("Failed"),
    "unknown": _("Not known"),
    "left_out": _("Skipped"),
    "cancelled": _("Stopped"),
    "waiting": _("Waiting"),
    "taken_back": _("Undone"),
    "new": _("Uploaded"),
    "replaced": _("Replaced"),
}
TONES: dict[Group, str] = {
    "failed": "danger",
    "unknown": "warning",
    "left_out": "muted",
    "cancelled": "muted",
    "waiting": "info",
    "taken_back": "info",
    "new": "success",
    "replaced": "success",
}
_RANKS = {group: place for place, group in enumerate(GROUPS)}


def group_of(result: ItemResult) -> Group:
    """Where a file belongs."""
    if result.state == "done":
        return "replaced" if result.replaced else "new"
    if result.state == "cancelled" and result.words in (TAKEN_BACK, GONE_ALREADY):
        return "taken_back"
    return result.state


def word_of(group: Group, done: str) -> str:
    """Name of a group; ``done``: the verb for a new file."""
    return done if group == "new" else WORDS[group]


def done_word(job: TransferJob) -> str:
    """Verb for the work of a transfer."""
    if job.kind == MOVE:
        return _("Moved") if job.about.get("removes") else _("Copied")
    return _("Downloaded") if job.kind == DOWNLOAD else WORDS["new"]


def counts_of(results: Sequence[ItemResult]) -> dict[Group, int]:
    """Number of files in each group that has any, in the order of a sentence."""
    counts: dict[Group, int] = {}
    for result in results:
        group = group_of(result)
        counts[group] = counts.get(group, 0) + 1
    return {group: counts[group] for group in reversed(GROUPS) if group in counts}


def places(results: Sequence[ItemResult], group: str) -> list[int]:
    """The places of the files of a group; of all files ("") those with trouble come first."""
    if group:
        return [at for at, result in enumerate(results) if group_of(result) == group]
    return sorted(range(len(results)), key=lambda at: _RANKS[group_of(results[at])])


@dataclass(frozen=True, slots=True)
class Sorted:
    """The results of a moment, counted, and the ids of the rows that a group shows."""

    results: Sequence[ItemResult]
    counts: dict[Group, int]
    ids: list[str]

    @classmethod
    def of(cls, results: Sequence[ItemResult], group: str) -> "Sorted":
        """Goes through all of them: in a thread where they are many. ``group`` as ``places``; one
        that has no file any more shows all."""
        counts = counts_of(results)
        chosen = group if group in counts else ""
        return cls(results, counts, [str(at) for at in places(results, chosen)])


def row_of(place: int, result: ItemResult, done: str) -> ListRow:
    """A file's row: its name, what there is to say or where it lies, its size, its group."""
    group = group_of(result)
    beside = result.words or (result.path if result.path != result.shown else "")
    return ListRow(
        str(place),
        result.shown or result.path,
        beside,
        size_words(result.size) if result.size else "",
        word_of(group, done),
        TONES[group],
        hover="\n".join(filter(None, (result.shown, result.words, result.path))),
    )


def table_of_results(results: Sequence[ItemResult], done: str) -> Table:
    """The report for a file."""
    titles = (
        _("File"),
        _("Outcome"),
        _("What happened"),
        _("Path"),
        _("Address"),
        _("Bytes"),
        _("Width"),
        _("Height"),
    )
    rows = [
        (
            result.shown,
            word_of(group_of(result), done),
            result.words,
            result.path,
            result.src,
            result.size or None,
            result.width or None,
            result.height or None,
        )
        for result in results
    ]
    return Table(_("Report"), titles, rows)
