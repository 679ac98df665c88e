"""The code editor: one web view with several documents, mirrored exactly in Python."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.style.theme import theme as window_theme
from funneldesk.desktop.kit.web.channel import Message
from funneldesk.desktop.kit.web.editor import messages as editor_messages
from funneldesk.desktop.kit.web.editor.bookmarks import Bookmark
from funneldesk.desktop.kit.web.editor.documents import Language, OpenDocument, Problem
from funneldesk.desktop.kit.web.editor.keys import belongs_to_editor
from funneldesk.desktop.kit.web.editor.menu import editing_menu
from funneldesk.desktop.kit.web.editor.mirror import Change, Mirror, difference
from funneldesk.desktop.kit.web.editor.receiving import Receiver
from funneldesk.desktop.kit.web.editor.tab_keys import TabKeys
from funneldesk.desktop.kit.web.host import WebHost
from funneldesk.desktop.kit.web.theme import EditorTheme

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.schemes import Answer, Reply


class CodeEditor(WebHost):
    """Edits source byte for byte. Offsets are those of Python strings throughout.

    The texts live here, in mirrors that number every change: the view may come late, or end and
    come back, and nothing is lost. Methods that take a name raise `KeyError` for one not open.
    """

    changed = Signal(str)
    """A document's text is now another, by the user or by `replace` and `set_text`."""
    cursor_moved = Signal(str, int)
    """The user's cursor is at a new place, or the text before it has changed."""
    menu_opened = Signal(QMenu)
    """The menu is about to be shown: whoever has something to offer there adds it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._theme = EditorTheme.of(window_theme.tokens)
        super().__init__("editor", "editor.html", self._theme.background, True, parent)
        window_theme.changed.connect(self._follow_window)
        self._files: dict[str, Answer] = {}
        self._documents: dict[str, OpenDocument] = {}
        self._shown: OpenDocument | None = None
        self._numbers = count(1)
        self._read_only = False
        self._wrap = False
        self.has_overlay = False
        self._settling: dict[int, tuple[int, Callable[[], None]]] = {}
        self._keys = 0
        self.receiving = Receiver(self, self)
        self.first_filter = TabKeys(self, self.ready, self.send, lambda: self.has_overlay)

    def open_document(self, name: str, text: str, language: Language) -> None:
        """Holds a document from now on; it is shown when `show_document` says so.

        Raises `ValueError` if one of that name is open.
        """
        if name in self._documents:
            raise ValueError(f"A document named {name!r} is open already.")
        mirror = Mirror(text)
        document = OpenDocument(next(self._numbers), name, language, mirror)
        self._documents[name] = document
        self._tell(editor_messages.opening(document))
        if self._shown is None:
            self.show_document(name)

    def show_document(self, name: str) -> None:
        """Brings a document to the view, where it was left; the first one opened is there."""
        self._shown = self._documents[name]
        self._tell({"kind": "show", "doc": self._shown.number})

    def close_document(self, name: str) -> None:
        """Forgets a document, its undo history included."""
        document = self._documents.pop(name)
        if document is self._shown:
            self._shown = None
        self._tell({"kind": "close", "doc": document.number})

    def document_names(self) -> list[str]:
        """The open documents, oldest first."""
        return list(self._documents)

    @property
    def shown_document(self) -> str | None:
        """The name of the document in the view."""
        return self._shown.name if self._shown else None

    # Text

    def text(self, name: str) -> str:
        """The whole text, at once: every change that `changed` has told of is in it."""
        return self._documents[name].mirror.text

    def set_text(self, name: str, text: str) -> None:
        """Makes ``text`` the whole text, as one change that the user can undo."""
        self.replace(name, *difference(self._documents[name].mirror.text, text))

    def replace(self, name: str, start: int, end: int, text: str) -> None:
        """Puts ``text`` in the place of the characters ``start`` to ``end``; undone in one step.

        Raises `ValueError` when the range is not in the text.
        """
        self.replace_all(name, [(start, end, text)])

    def replace_all(self, name: str, changes: Iterable[Change]) -> None:
        """Makes several replacements, in order and apart, in places of the text of now; undone in
        one step. What lies between them is not touched: the cursor stays where it is.

        Raises `ValueError`, and changes nothing, when they are not in order or not in the text.
        """
        document = self._documents[name]
        mirror, text = document.mirror, document.mirror.text
        wanted = [change for change in changes if text[change[0] : change[1]] != change[2]]
        places = [place for change in wanted for place in change[:2]]
        if any(a > b for a, b in pairwise([0, *places, len(text)])):
            raise ValueError(f"{places} are not ranges of the text in order.")
        if not wanted:
            return
        ends = iter(mirror.to_units_in_order(places))
        units = [
            (start, end, new) for start, end, (_, _, new) in zip(ends, ends, wanted, strict=True)
        ]
        document.apply(units)
        self._tell(
            {"kind": "change", "doc": document.number, "version": mirror.version}
            | {"changes": [list(change) for change in units]}
        )
        self._text_changed(document)

    def when_settled(self, then: Callable[[], None]) -> None:
        """Calls ``then``, once, when all that was typed before this call is in the mirrors."""
        if not self.is_ready:
            then()
            return
        number = next(self._numbers)
        self._settling[number] = self._keys, then
        self._tell({"kind": "settle", "number": number, "keys": self._keys})

    async def settled(self) -> None:
        """Returns when all that was typed before this call is in the mirrors: await it to save."""
        done = asyncio.get_running_loop().create_future()
        self.when_settled(lambda: None if done.done() else done.set_result(None))
        await done

    # Places

    def cursor_offset(self, name: str) -> int:
        """The offset of the user's cursor."""
        document = self._documents[name]
        return document.mirror.to_offset(document.cursor)

    def selection(self, name: str) -> tuple[int, int]:
        """The offsets of the start and the end of what the user selected; alike for nothing."""
        document = self._documents[name]
        ends = sorted((document.anchor, document.cursor))
        return document.mirror.to_offset(ends[0]), document.mirror.to_offset(ends[1])

    def select(self, name: str, start: int, end: int) -> None:
        """Shows the document, selects the characters ``start`` to ``end`` and scrolls to them."""
        document = self._documents[name]
        self.show_document(name)
        self._command("select", document, **editor_messages.range_of(document, start, end))

    def go_to_line(self, name: str, number: int) -> None:
        """Shows the document with the cursor on a line, the first being 1, in the middle."""
        self.show_document(name)
        self._command("line", self._documents[name], number=number)

    def highlight(self, name: str, start: int, end: int) -> None:
        """Gives the lines of one range a soft ground, instead of any other of this document."""
        document = self._documents[name]
        place = editor_messages.range_of(document, start, end)
        document.highlight = (place["from"], place["to"])
        document.highlight_version = document.mirror.version
        self._tell(editor_messages.highlighting(document))

    def clear_highlight(self, name: str) -> None:
        """Takes the soft ground away."""
        document = self._documents[name]
        document.highlight = None
        self._tell(editor_messages.highlighting(document))

    def set_problems(self, name: str, problems: Sequence[Problem]) -> None:
        """Marks problems in the text and at its edge, instead of those marked before."""
        document = self._documents[name]
        document.problems = [document.encoded(problem) for problem in problems]
        document.problems_version = document.mirror.version
        self._tell(editor_messages.problems(document))

    def bookmark(self, name: str, offset: int, text: str = "") -> Bookmark:
        """Keeps a place through all changes of the text, and shows ``text`` there."""
        document = self._documents[name]
        mark = Bookmark(name, document.mirror.to_units(offset), text)
        document.bookmarks.append(mark)
        self._tell(editor_messages.marks(document))
        return mark

    def label(self, mark: Bookmark, text: str) -> None:
        """Shows another text at a bookmark; one that is no longer kept has none."""
        document = self._documents.get(mark.document)
        if document is not None and mark in document.bookmarks and mark.text != text:
            mark.text = text
            self._tell(editor_messages.marks(document))

    def place_of(self, mark: Bookmark, *, last: bool = False) -> int | None:
        """Its offset now; ``last``: it is no longer kept. None when its document was closed."""
        document = self._documents.get(mark.document)
        if document is None or mark not in document.bookmarks:
            return None
        if last:
            document.bookmarks.remove(mark)
            self._tell(editor_messages.marks(document))
        return document.mirror.to_offset(mark.place)

    # The editor as a whole

    def set_theme(self, theme: EditorTheme) -> None:
        """Colours and type, until the window's own change."""
        self._theme = theme
        self._set_background(theme.background)
        self._tell({"kind": "theme", "colours": theme.as_styles()})

    def set_read_only(self, on: bool) -> None:
        """Whether the user may only read; `replace` and `set_text` work all the same."""
        self._read_only = on
        self._tell({"kind": "locked", "on": on})

    @property
    def is_read_only(self) -> bool:
        """Whether the user may only read."""
        return self._read_only

    def set_wrap(self, on: bool) -> None:
        """Whether long lines are broken at the edge of the view; no byte is changed by it."""
        self._wrap = on
        self._tell({"kind": "wrap", "on": on})

    def undo(self) -> None:
        """Takes back the last change of the shown document."""
        self._tell({"kind": "undo"})

    def redo(self) -> None:
        """Makes again what `undo` took back."""
        self._tell({"kind": "redo"})

    def open_search(self) -> None:
        """Opens the panel to search and replace in the shown document."""
        self.setFocus()
        self._command("search")

    def focus(self) -> None:
        """Puts the keyboard in the shown document."""
        self.setFocus()
        self._command("focus")

    def _follow_window(self) -> None:
        self.set_theme(EditorTheme.of(window_theme.tokens))

    # The view

    def start(self) -> None:
        """Makes the view now; the first one in the program loads the web engine."""
        from funneldesk.desktop.kit.web.schemes import shipped_files

        self._files = self._files or shipped_files("editor")
        super().start()
        if self._view is not None:
            self._view.drops = self.receiving

    def _answer(self, path: str, reply: "Reply") -> None:
        reply(self._files.get(path))

    def _state(self) -> Iterable[Message]:
        # What the last view had not told yet went with it.
        for number in tuple(self._settling):
            self._settling.pop(number)[1]()
        self.has_overlay = False
        self._keys = 0
        self.receiving.lost()
        yield {"kind": "theme", "colours": self._theme.as_styles()}
        yield {"kind": "locked", "on": self._read_only}
        yield {"kind": "wrap", "on": self._wrap}
        for document in self._documents.values():
            yield editor_messages.opening(document)
            yield editor_messages.cursor(document)
            if document.bookmarks:
                yield editor_messages.marks(document)
            if document.highlight_version == document.mirror.version:
                yield editor_messages.highlighting(document)
            if document.problems_version == document.mirror.version:
                yield editor_messages.problems(document)
        if self._shown is not None:
            yield {"kind": "show", "doc": self._shown.number}

    def _receive(self, message: Message) -> None:
        match message:
            case {"kind": "edit", "doc": int(number), "version": int(was), "changes": list(raw)}:
                self._edited(number, was, [(int(a), int(b), str(c)) for a, b, c in raw])
                self._moved(number, message.get("cursor"), message.get("anchor"))
            case {"kind": "cursor", "doc": int(number), "cursor": int(place)}:
                self._moved(number, place, message.get("anchor"))
            case {"kind": "overlay", "open": bool(is_open)}:
                self.has_overlay = is_open
            case {"kind": "place", "number": int()}:
                self.receiving.answered(message)
            case {"kind": "settled", "number": int(number), "heard": int(heard)}:
                self._heard_keys(number, heard)

    def _edited(self, number: int, version: int, changes: list[Change]) -> None:
        document = self._numbered(number)
        # An edit made before the document heard of a change of ours comes again, over that change.
        if document is None or version != document.mirror.version:
            return
        document.apply(changes)
        self._tell({"kind": "accepted", "doc": number, "version": document.mirror.version})
        self._text_changed(document)

    def _moved(self, number: int, place: object, anchor: object) -> None:
        document = self._numbered(number)
        if document is None or not isinstance(place, int):
            return
        most = document.mirror.length
        document.anchor = max(0, min(anchor if isinstance(anchor, int) else place, most))
        if place == document.cursor:
            return
        document.cursor = max(0, min(place, most))
        self.cursor_moved.emit(document.name, document.mirror.to_offset(document.cursor))

    def send(self, message: Message) -> None:
        """Tells the view what is no state of a document."""
        self._tell(message)

    def place_told(self, message: Message) -> tuple[str, int] | None:
        """The document and the offset that the view tells; None when the text is another now."""
        document = self._numbered(message.get("doc", 0))
        if document is None or message.get("version") != document.mirror.version:
            return None
        return document.name, document.mirror.to_offset(int(message["at"]))

    def _numbered(self, number: int) -> OpenDocument | None:
        return next((each for each in self._documents.values() if each.number == number), None)

    def _text_changed(self, document: OpenDocument) -> None:
        self.changed.emit(document.name)

    def _command(self, kind: str, document: OpenDocument | None = None, **values: int) -> None:
        """Sends what is no state: it waits for the document rather than being told by `_state`."""
        if self._bridge is not None:
            target = {"doc": document.number} if document else {}
            self._bridge.send({"kind": kind, **target, **values})

    def _heard_keys(self, number: int, heard: int) -> None:
        handed_over, then = self._settling.pop(number, (0, lambda: None))
        # Keys that never came are not waited for again.
        self._keys -= max(0, handed_over - heard)
        then()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Counts the keys that the view is handed: it tells whether it has heard them all."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if self.receiving.pastes(event):
                return True
            self._keys += 1
        return super().eventFilter(watched, event)

    def _claims(self, event: QKeyEvent) -> bool:
        return belongs_to_editor(event, self.has_overlay)

    def _show_menu(self, place: QPoint) -> None:
        if self._view is None:
            return
        menu = editing_menu(self, self, self._view.isolated_page, self.receiving.paste)
        self.menu_opened.emit(menu)
        menu.popup(self._view.mapToGlobal(place))
