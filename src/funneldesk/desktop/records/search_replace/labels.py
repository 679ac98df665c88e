"""Sentences of the window of search and replace."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.search_replace.head import (
    ALL,
    LISTED,
    SELECTED,
    SearchReplaceHead,
)
from funneldesk.desktop.records.search_replace.search import RecordSearch
from funneldesk.desktop.records.search_replace.searched import Searched


def scope_choices(searched: Searched, every: int) -> list[tuple[str, str]]:
    """What can be searched, with its words: all records (``every``), the list, the selection."""
    pane, units = searched.pane, noun(searched.units)
    scopes = [(ALL, _("All {count:,} {units}").format(count=every, units=units))]
    if pane.clear.isVisibleTo(pane):
        listed = _("The {count:,} {units} in the list")
        scopes.append((LISTED, listed.format(count=len(pane.list.rows.ids), units=units)))
    selected = len(pane.list.selected_ids())
    if selected > 1:
        words = _("The {count:,} selected {units}")
        scopes.append((SELECTED, words.format(count=selected, units=units)))
    return scopes


def why_empty(search: RecordSearch, head: SearchReplaceHead, searched: Searched) -> tuple[str, str]:
    """Why there are no results: a title and a sentence."""
    if search.problem:
        is_pattern = search.query.mode == "regex"
        what = _("This pattern cannot be used") if is_pattern else _("The search broke off")
        return what, search.problem
    if search.busy:
        return _("Searching"), _("The first hits show as soon as they are found.")
    if not head.sought_text.text():
        names = ", ".join(searched.titles.values())
        said = _("Searched as you type: {names}.").format(names=names)
        return _("Find it on every {unit}").format(unit=noun(searched.unit)), said
    if not head.fields:
        return _("Nowhere to search"), _("Choose at least one of the fields above.")
    said = _("Change the words, the fields or which {units}.").format(units=noun(searched.units))
    return _("Nothing found"), said
