"""Which of list, page and preview show: what fits, and what the user chose for that width."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.shortcuts import bind
from funneldesk.desktop.parts.pages.edit.edit_session import PageDesk
from funneldesk.desktop.parts.pages.list.list_pane import PageListPane
from funneldesk.desktop.parts.pages.preview.pane import PreviewPane

ALL_FIT_AT, TWO_FIT_AT = 860, 660
PREVIEW_KEYS = "F9"
PREVIEW_WORDS = "Show or hide the preview"
WRAP_WORDS, WRAP_KEYS = "Wrap long lines", "Alt+Z"


class Panes(QObject):
    """Where not all fit, the preview takes the place of the list; in a narrow window one shows."""

    def __init__(
        self,
        room: QWidget,
        desk: PageDesk,
        pane: PageListPane,
        middle: QWidget,
        preview: PreviewPane,
    ) -> None:
        super().__init__(room)
        self._room, self._desk = room, desk
        self._list, self._middle, self._preview = pane, middle, preview
        self.detached = False
        self._chosen: dict[bool, bool] = {}
        bind(room, PREVIEW_KEYS, self.toggle_preview)
        bind(room, WRAP_KEYS, self.toggle_wrap)

    @property
    def _all_fit(self) -> bool:
        return self._room.width() >= ALL_FIT_AT

    @property
    def shows_preview(self) -> bool:
        """Whether the preview is to be seen: as chosen for this width, otherwise where all fit."""
        has_page = self._desk.document is not None
        return has_page and self._chosen.get(self._all_fit, self._all_fit)

    def toggle_preview(self) -> None:
        """Show the preview or put it away, at this width from now on."""
        if self._desk.document is not None:
            self._chosen[self._all_fit] = not self.shows_preview
            self.arrange()

    def toggle_wrap(self) -> None:
        """Break long lines of the source at the edge of the view, or no longer."""
        self._desk.editor.wrap(not self._desk.editor.wraps)

    def arrange(self) -> None:
        """Show what is wanted and fits."""
        preview = self.shows_preview
        has_page, narrow = self._desk.document is not None, self._room.width() < TWO_FIT_AT
        gives_way = (narrow and has_page) or (preview and not self._all_fit)
        self._preview.setVisible(preview)
        self._list.setVisible(not gives_way and not self.detached)
        self._middle.setVisible((has_page or not narrow) and not (narrow and preview))

    def show_list(self) -> None:
        """Bring the list back where something else has its place."""
        if not self._list.isHidden():
            return
        if self._room.width() >= TWO_FIT_AT:
            self._chosen[False] = False
            self.arrange()
            return
        self._preview.hide()
        self._list.show()
        self._middle.hide()

    def choices(self) -> dict[str, bool]:
        """What was chosen, as JSON: "wide" where all fit, "narrow" otherwise."""
        return {"wide" if wide else "narrow": on for wide, on in self._chosen.items()}

    def restore(self, kept: object) -> None:
        """Take what ``choices`` gave."""
        if isinstance(kept, dict):
            known = {True: kept.get("wide"), False: kept.get("narrow")}
            self._chosen = {wide: on for wide, on in known.items() if isinstance(on, bool)}
