"""Messages to the editor's page about the program's documents."""

from funneldesk.desktop.kit.web.channel import Message
from funneldesk.desktop.kit.web.editor.documents import OpenDocument


def opening(document: OpenDocument) -> Message:
    """A document begins, with its whole text."""
    return {
        "kind": "open",
        "doc": document.number,
        "text": document.mirror.text,
        "language": document.language,
        "version": document.mirror.version,
    }


def cursor(document: OpenDocument) -> Message:
    """Where the cursor was left."""
    place = document.cursor
    return {"kind": "select", "doc": document.number, "from": place, "to": place}


def highlighting(document: OpenDocument) -> Message:
    """The lines with a soft ground."""
    return {"kind": "highlight", "doc": document.number, "range": document.highlight}


def problems(document: OpenDocument) -> Message:
    """Problems of the text."""
    return {"kind": "problems", "doc": document.number, "problems": document.problems}


def marks(document: OpenDocument) -> Message:
    """The bookmarks that say something."""
    shown = [{"place": mark.place, "text": mark.text} for mark in document.bookmarks if mark.text]
    return {"kind": "marks", "doc": document.number, "marks": shown}


def range_of(document: OpenDocument, start: int, end: int) -> dict[str, int]:
    """The characters from start to end, in code units."""
    first = document.mirror.to_units(start)
    return {"from": first, "to": max(first, document.mirror.to_units(end))}
