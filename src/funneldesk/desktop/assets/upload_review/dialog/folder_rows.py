"""Folders that get a new name, as rows."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from funneldesk.contract.file_names import folders_above
from funneldesk.desktop.assets.upload_review.dialog.labels import files_words
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact, one_line
from funneldesk.desktop.assets.upload_review.plan.plan import Plan
from funneldesk.desktop.kit.lists.record_list import ListRow


def files_below(facts: Sequence[FileFact], places: Collection[str]) -> list[int]:
    """The numbers of the files in some folders and in theirs."""
    starts = tuple(f"{place}/" for place in places)
    return [number for number, fact in enumerate(facts) if f"{fact.folder}/".startswith(starts)]


def counted_below(facts: Sequence[FileFact]) -> dict[str, int]:
    """Number of files in each folder and its folders."""
    right_in = Counter(fact.folder for fact in facts)
    counts: Counter[str] = Counter()
    for folder, count in right_in.items():
        for place in (*folders_above(folder), folder):
            counts[place] += count
    return dict(counts)


def folder_row(plan: Plan, below: Mapping[str, int], place: str) -> ListRow | None:
    """Row of a folder that gets a new name; None once it has its own."""
    name = plan.map.renamed.get(place)
    if name is None:
        return None
    words = files_words(below.get(place, 0))
    shown = one_line(place)
    return ListRow(place, shown, f"→ {plan.map.path(place)}", words, name, "info", hover=shown)
