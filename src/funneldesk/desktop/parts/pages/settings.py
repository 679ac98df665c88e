"""A page's settings: everything about it but its sources, with what visitors see from outside."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls import column, row
from funneldesk.desktop.kit.form import Form
from funneldesk.desktop.kit.text import Chip, Label
from funneldesk.desktop.parts.pages.rows import STATUS_WORDS, TONES
from funneldesk.desktop.parts.pages.seo import SearchPreview, TabPreview
from funneldesk.desktop.parts.pages.settings_fields import GROUPS

PREVIEWED = frozenset(
    {"title", "slug", "seo_title", "seo_description", "seo_blur_title", "prevent_indexing"}
)
ADVICE = {
    "published": "Visitors see it.",
    "draft": "Visitors do not see it yet.",
    "offline": "Visitors do not see it any more.",
    "imported": "It came from elsewhere: look through it, then publish.",
}


class StatusLine(QWidget):
    """Where the page stands; it is changed by publishing and taking offline, not here."""

    def __init__(self) -> None:
        super().__init__()
        self._chip = Chip()
        self._words = Label(size="small", tone="muted")
        built = column(Label("Status", size="label"), spacing=4)
        built.addLayout(row(self._chip, self._words, None))
        self.setLayout(built)

    def show_status(self, status: str) -> None:
        """Show a status; one that is not known here is shown as it came."""
        self._chip.setText(STATUS_WORDS.get(status, status))
        self._chip.set_tone(TONES.get(status, "muted"))
        self._words.setText(ADVICE.get(status, ""))

    def text(self) -> str:
        """The status in words."""
        return f"{self._chip.text()} {self._words.text()}".strip()


class PageSettings(QWidget):
    """The form over a page's other fields, named as the document writes them (``title``, …).

    ``edited`` and ``revert_requested`` come from the user only.
    """

    edited = Signal(str, object)
    revert_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.form = Form(GROUPS)
        self.search = SearchPreview()
        self.tab = TabPreview()
        self.status = StatusLine()
        self._address = ""
        self._is_new = True
        self._read_only = False
        self.form.place_after("slug", self.status)
        self.form.place_after("seo_description", self.search)
        self.form.place_after("seo_blur_title", self.tab)
        self.setLayout(column(self.form, spacing=0))
        self.setFocusProxy(self.form)
        self.form.edited.connect(self._on_edited)
        self.form.revert_requested.connect(self.revert_requested)
        self._draw()

    def set_page(self, values: Mapping[str, Any], *, address: str, is_new: bool) -> None:
        """Show a page. ``address`` is where the brand's pages live, without the slug; it may be
        empty while it is not known. The template type can be chosen only while ``is_new``."""
        self._address = address.rstrip("/")
        self._is_new = is_new
        self.form.set_values(values)
        self.status.show_status(str(values.get("status") or "draft"))
        self._lock_type()
        self._draw()

    def values(self) -> dict[str, Any]:
        """Every field of the form with its value."""
        return self.form.values()

    def show_errors(self, errors: Mapping[str, Sequence[str]]) -> list[str]:
        """Put messages at their fields; those without one stand on top and are returned."""
        return self.form.show_errors(errors)

    def mark_changed(self, names: Iterable[str]) -> None:
        """Mark these fields, and no others, as unsaved."""
        self.form.mark_changed(names)

    def set_read_only(self, on: bool, reason: str = "") -> None:
        """Lock or open all fields, and say why."""
        self._read_only = on
        self.form.set_read_only(on, reason)
        self._lock_type()

    def _on_edited(self, name: str, value: Any) -> None:
        if name in PREVIEWED:
            self._draw()
        self.edited.emit(name, value)

    def _lock_type(self) -> None:
        field = self.form.row("type")
        field.set_read_only(self._read_only or not self._is_new)
        field.set_hint("" if self._is_new else "It was chosen when the page was made.")

    def _draw(self) -> None:
        values = self.form.values()
        title = values["seo_title"] or values["title"]
        slug = str(values["slug"])
        self.form.set_hint("slug", self._slug_hint(slug))
        self.search.show_result(
            title,
            values["seo_description"],
            f"{self._address}/{slug}" if self._address else f"/{slug}",
            hidden=values["prevent_indexing"],
        )
        self.tab.show_titles(title, values["seo_blur_title"])

    def _slug_hint(self, slug: str) -> str:
        if not slug:
            return "Left empty, the platform makes one from the title."
        return f"{self._address}/{slug}"
