"""Folders that get a new name, as rows."""

from collections.abc import Collection, Sequence

from funneldesk.desktop.assets.preflight.facts import FileFact, one_line
from funneldesk.desktop.assets.preflight.plan import Plan
from funneldesk.desktop.assets.preflight.words import files_words
from funneldesk.desktop.kit.record_list import ListRow


def files_below(facts: Sequence[FileFact], places: Collection[str]) -> list[int]:
    """The numbers of the files in some folders and in theirs."""
    starts = tuple(f"{place}/" for place in places)
    return [number for number, fact in enumerate(facts) if f"{fact.folder}/".startswith(starts)]


def folder_row(plan: Plan, facts: Sequence[FileFact], place: str) -> ListRow | None:
    """What the list shows of a folder that gets a new name; None once it has its own."""
    name = plan.map.renamed.get(place)
    if name is None:
        return None
    count = len(files_below(facts, [place]))
    return ListRow(
        place,
        one_line(place),
        f"→ {plan.map.path(place)}",
        files_words(count),
        name,
        "info",
        hover=one_line(place),
    )
