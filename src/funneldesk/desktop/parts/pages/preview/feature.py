"""The preview as a feature of the section: source and preview find each other; compare; save."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from funneldesk.desktop.assets.preview.compare import CompareWindow
from funneldesk.desktop.assets.preview.drawing import View
from funneldesk.desktop.assets.preview.images import PictureSaving
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.panes import (
    PREVIEW_KEYS,
    PREVIEW_WORDS,
    WRAP_KEYS,
    WRAP_WORDS,
    Panes,
)
from funneldesk.desktop.sections.actions import Action, Place, Takes

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

COMPARE = _("Compare variants and widths")
PICTURES = _("Save images of the preview…")
KEYS = "Ctrl+Shift+P"
WHERE = Place.PALETTE | Place.RECORD_MENU


class PreviewFeature(PageFeature):
    """Click in the preview: the source is selected; cursor in the source: the preview shows it."""

    def __init__(self, context: PagesContext, panes: Panes) -> None:
        super().__init__(context)
        self._panes = panes
        self.window: CompareWindow | None = None
        self._code: CodeEditor | None = None
        self._picked = (-1, -1)
        preview = context.preview
        self.saving = PictureSaving(
            context.section, preview.drawing, context.workspace.notifications
        )
        context.editor.analysed.connect(self._watch_cursor)
        preview.asked_for_source.connect(self._go_to_source)
        preview.asked_to_compare.connect(self.compare)
        preview.asked_for_pictures.connect(self.save_pictures)
        preview.drawn.connect(self._follow)

    def declare(self) -> Sequence[Action]:
        panes = self._panes
        return (
            Action(
                "pages.wrap",
                WRAP_WORDS,
                lambda _: panes.toggle_wrap(),
                "file-code",
                WRAP_KEYS,
                WHERE,
                takes=Takes.OPEN,
                checked=lambda: self.context.editor.wraps,
                starts_group=Place.RECORD_MENU,
            ),
            Action(
                "pages.preview",
                PREVIEW_WORDS,
                lambda _: panes.toggle_preview(),
                "panel-right",
                PREVIEW_KEYS,
                WHERE,
                takes=Takes.OPEN,
            ),
            *self._comparing(),
        )

    def _comparing(self) -> Sequence[Action]:
        return (
            Action(
                "pages.compare",
                COMPARE,
                lambda _: self.compare(),
                "maximize-2",
                KEYS,
                WHERE,
                takes=Takes.OPEN,
            ),
            Action(
                "pages.save-images",
                PICTURES,
                lambda _: self.save_pictures(),
                "download",
                places=WHERE,
                takes=Takes.OPEN,
            ),
        )

    def end(self) -> None:
        if self.window is not None:
            self.window.close()

    # Compare

    def compare(self) -> None:
        """Open the comparison, or bring it to the front."""
        if self.context.session.draft is None:
            return
        if self.window is None:
            self.window = CompareWindow(self.context.section, self.context.workspace)
            self.window.picked.connect(self._go_to_source)
            self.window.asked_for_pictures.connect(self._save_compared)
        self.window.show()
        self._follow()
        self.window.raise_()
        self.window.activateWindow()

    def _follow(self) -> None:
        if self.window is not None and self.window.isVisible():
            pane = self.context.preview
            self.window.show_page(self._title(), pane.source, pane.combination_shown, pane.scripts)

    def _title(self) -> str:
        return self.context.session.title

    # Pictures

    def save_pictures(self) -> None:
        """Of what the preview shows."""
        if self.context.session.draft is not None:
            self.saving.begin(self._title(), self.context.preview.views(), self.context.section)

    def _save_compared(self) -> None:
        window = self.window
        if window is not None:
            views: list[View] = window.views()
            self.saving.begin(self._title(), views, window, len(window.head.widths()))

    # Source and preview

    def _watch_cursor(self) -> None:
        code = self.context.editor.code
        if code is not None and code is not self._code:
            self._code = code
            code.cursor_moved.connect(self._cursor_moved)

    def _cursor_moved(self, name: str, offset: int) -> None:
        # A selection that a click in the preview made is shown there already.
        if name != "html" or offset in self._picked:
            return
        self._picked = (-1, -1)
        self.context.preview.show_source_at(offset)
        if self.window is not None and self.window.isVisible():
            self.window.drawing.show_cursor(offset)

    def _go_to_source(self, start: int, end: int) -> None:
        if self._code is not None and "html" in self._code.document_names():
            self._picked = (start, end)
            self.context.editor.show_tab("html")
            self._code.select("html", start, end)
