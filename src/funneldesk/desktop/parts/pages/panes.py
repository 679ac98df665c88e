"""Which of list, page and preview show: what fits, and what the user chose for that width."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext

ALL_FIT_AT, TWO_FIT_AT = 860, 660
PREVIEW_KEYS = "F9"
PREVIEW_WORDS = _("Show or hide the preview")
WRAP_WORDS, WRAP_KEYS = _("Wrap long lines"), "Alt+Z"


class Panes(QObject):
    """Where not all fit, the preview takes the place of the list; in a narrow window one shows."""

    def __init__(self, context: PagesContext, middle: QWidget) -> None:
        """``middle`` is the place of the page, or of what is there without one."""
        super().__init__(context.section)
        self.detached = False
        """Whether the window was opened for one page: no list."""
        self._section = context.section
        self._list = context.list
        self._middle = middle
        self._preview = context.preview
        self._session = context.session
        self._chosen: dict[bool, bool] = {}

    @property
    def _all_fit(self) -> bool:
        return self._section.width() >= ALL_FIT_AT

    @property
    def shows_preview(self) -> bool:
        """Whether the preview is to be seen: as chosen for this width, otherwise where all fit."""
        has_page = self._session.draft is not None
        return has_page and self._chosen.get(self._all_fit, self._all_fit)

    def toggle_preview(self) -> None:
        """Show the preview or put it away, at this width from now on."""
        if self._session.draft is not None:
            self._chosen[self._all_fit] = not self.shows_preview
            self.arrange()

    def toggle_wrap(self) -> None:
        """Break long lines of the source at the edge of the view, or no longer."""
        self._session.editor.wrap(not self._session.editor.wraps)

    def arrange(self) -> None:
        """Show what is wanted and fits."""
        preview, narrow = self.shows_preview, self._section.width() < TWO_FIT_AT
        has_page = self._session.draft is not None
        gives_way = (narrow and has_page) or (preview and not self._all_fit)
        self._preview.setVisible(preview)
        self._list.setVisible(not gives_way and not self.detached)
        self._middle.setVisible((has_page or not narrow) and not (narrow and preview))

    def show_list(self) -> None:
        """Bring the list back where something else has its place."""
        if not self._list.isHidden():
            return
        if self._section.width() >= TWO_FIT_AT:
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
