"""A page's settings: everything about it but its sources, with what visitors see from outside."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.forms.form import Form
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.list.rows import STATUS_WORDS, TONES
from funneldesk.desktop.records.detail.search_preview import SearchPreview, TabPreview

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

    ``edited`` and ``revert_requested`` come from the user only. The form is made when it is first
    looked at: that takes longer than all else in the section together.
    """

    edited = Signal(str, object)
    revert_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._built: _SettingsForm | None = None
        self._values: Mapping[str, Any] = {}
        self._address = ""
        self._is_new = True
        self._changed: frozenset[str] = frozenset()
        self._lock: tuple[bool, str] = (False, "")
        self.setLayout(column(spacing=0))

    @property
    def form(self) -> Form:
        """The form itself."""
        return self._parts.form

    @property
    def search(self) -> SearchPreview:
        """What a search engine would show."""
        return self._parts.search

    @property
    def tab(self) -> TabPreview:
        """What the browser's tab would show."""
        return self._parts.tab

    @property
    def status(self) -> StatusLine:
        """Where the page stands."""
        return self._parts.status

    def set_page(self, values: Mapping[str, Any], *, address: str, is_new: bool) -> None:
        """Show a page. ``address`` is where the brand's pages live, without the slug; it may be
        empty while it is not known. The template type can be chosen only while ``is_new``."""
        self._values = dict(values)
        self._address = address.rstrip("/")
        self._is_new = is_new
        if self._built is not None:
            self._fill(self._built)

    def values(self) -> dict[str, Any]:
        """Every field of the form with its value."""
        return self.form.values()

    def show_errors(self, errors: Mapping[str, Sequence[str]]) -> list[str]:
        """Put messages at their fields; those without one stand on top and are returned."""
        return self.form.show_errors(errors)

    def mark_changed(self, names: Iterable[str]) -> None:
        """Mark these fields, and no others, as unsaved."""
        self._changed = frozenset(names)
        if self._built is not None:
            self._built.form.mark_changed(self._changed)

    def set_read_only(self, on: bool, reason: str = "") -> None:
        """Lock or open all fields, and say why."""
        self._lock = (on, reason)
        if self._built is not None:
            self._built.form.set_read_only(on, reason)
            self._lock_type(self._built.form)

    def showEvent(self, event: QShowEvent) -> None:
        self._parts  # noqa: B018 - the form is looked at now
        super().showEvent(event)

    @property
    def _parts(self) -> "_SettingsForm":
        if self._built is None:
            built = self._built = _SettingsForm()
            form = built.form
            layout = self.layout()
            if layout is not None:
                layout.addWidget(form)
            self.setFocusProxy(form)
            self._fill(built)
            form.mark_changed(self._changed)
            form.set_read_only(*self._lock)
            self._lock_type(form)
            form.edited.connect(self._on_edited)
            form.revert_requested.connect(self.revert_requested)
        return self._built

    def _fill(self, built: "_SettingsForm") -> None:
        built.form.set_values(self._values)
        built.status.show_status(str(self._values.get("status") or "draft"))
        self._lock_type(built.form)
        built.draw(self._address)

    def _on_edited(self, name: str, value: Any) -> None:
        if name in PREVIEWED:
            self._parts.draw(self._address)
        self.edited.emit(name, value)

    def _lock_type(self, form: Form) -> None:
        field = form.row("type")
        field.set_read_only(self._lock[0] or not self._is_new)
        field.set_hint("" if self._is_new else "It was chosen when the page was made.")


class _SettingsForm:
    """The form with what stands between its fields."""

    def __init__(self) -> None:
        self.form = Form(FIELDS.groups())
        self.search = SearchPreview()
        self.tab = TabPreview()
        self.status = StatusLine()
        self.form.place_after("slug", self.status)
        self.form.place_after("seo_description", self.search)
        self.form.place_after("seo_blur_title", self.tab)

    def draw(self, address: str) -> None:
        """Show what visitors see from outside; ``address`` is where the brand's pages live."""
        values = self.form.values()
        title = values["seo_title"] or values["title"]
        slug = str(values["slug"])
        self.form.set_hint("slug", _slug_hint(address, slug))
        self.search.show_result(
            title,
            values["seo_description"],
            f"{address}/{slug}" if address else f"/{slug}",
            hidden=values["prevent_indexing"],
        )
        self.tab.show_titles(title, values["seo_blur_title"])


def _slug_hint(address: str, slug: str) -> str:
    if not slug:
        return "Left empty, the server makes one from the title."
    return f"{address}/{slug}"
