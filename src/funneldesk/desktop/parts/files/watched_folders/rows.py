"""The lines of watched folders and of their log."""

from collections.abc import Iterable, Sequence

from funneldesk.desktop.assets.watched_folders.refusals import clean_name
from funneldesk.desktop.assets.watched_folders.watcher import Watcher
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.lists.check_list import TickRow
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.watched import Event

KINDS: dict[str, tuple[str, str]] = {
    "sent": (_("Sent"), "success"),
    "same": (_("There already"), "muted"),
    "asked": (_("Question"), "warning"),
    "out": (_("Skipped"), "info"),
    "failed": (_("Failed"), "danger"),
    "gone": (_("Deleted here"), "muted"),
    "note": (_("Note"), "info"),
}
"""Label and tone of each kind of event."""

FILTERS: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("all", _("All"), frozenset(KINDS)),
    ("sent", _("Sent"), frozenset({"sent", "same"})),
    ("out", _("Not sent"), frozenset({"out", "failed", "gone", "note"})),
    ("asked", _("Questions"), frozenset({"asked"})),
)
_STATES: dict[str, tuple[str, str]] = {
    "watching": (_("Watching"), "success"),
    "sending": (_("Sending"), "info"),
    "waiting": (_("Waiting"), "warning"),
    "paused": (_("Paused"), "muted"),
}


def pair_row(watcher: Watcher) -> TickRow:
    """A watched folder with how it stands."""
    pair = watcher.pair
    words, tone = _STATES[watcher.state]
    sent = sum(file.state == "sent" for file in watcher.files.values())
    told = (
        [watcher.words]
        if watcher.words
        else [_("{files} sent").format(files=counted(sent, "file"))]
    )
    if watcher.asked:
        told.append(counted(len(watcher.asked), "question"))
    text = " · ".join(told)
    title = f"{clean_name(pair.root)}  →  {pair.folder or _('Files (the top)')}"
    where = clean_name(pair.root.parent)
    place = _("“{folder}” in “{place}”").format(folder=clean_name(pair.root), place=where)
    hover = f"{place}\n{text}"
    return TickRow(str(pair.key), title, text, words, tone, hover=hover)


def event_rows(events: Iterable[Event], kinds: frozenset[str]) -> list[TickRow]:
    """The log, the newest first."""
    return [_event_row(event) for event in events if event.kind in kinds]


def question_rows(watchers: Sequence[Watcher]) -> list[TickRow]:
    """Files that wait for a decision; the ids are ``pair key/place``."""
    return [
        TickRow(
            f"{watcher.pair.key}/{file.place}",
            file.path,
            file.words,
            _("Question"),
            "warning",
            hover=f"{file.path}\n{file.words}",
        )
        for watcher in watchers
        for file in watcher.asked
    ]


def _event_row(event: Event) -> TickRow:
    words, tone = KINDS[event.kind]
    text = f"{HERE.recent(event.at)}  {event.words}"
    hover = f"{event.shown}\n{HERE.exact(event.at)}\n{event.words}"
    return TickRow(str(event.key), event.shown or _("The folder"), text, words, tone, hover=hover)
