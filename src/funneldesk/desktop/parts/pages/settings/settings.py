"""A page's settings: everything about it but its sources, with what visitors see from outside."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.forms.form import Form
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.list.rows import STATUS_WORDS, TONES
from funneldesk.desktop.records.detail.edit_form import EditForm
from funneldesk.desktop.records.detail.search_preview import SearchPreview, TabPreview

PREVIEWED = frozenset(
    {"title", "slug", "seo_title", "seo_description", "seo_blur_title", "prevent_indexing"}
)
ADVICE = {
    "published": _("Visitors see it."),
    "draft": _("Visitors do not see it yet."),
    "offline": _("Visitors do not see it any more."),
    "imported": _("It came from elsewhere: look through it, then publish."),
}


class StatusLine(QWidget):
    """Where the page stands; it is changed by publishing and taking offline, not here."""

    def __init__(self) -> None:
        super().__init__()
        self._chip = Chip()
        self._words = Label(size="small", tone="muted")
        built = column(Label(_("Status"), size="label"), spacing=4)
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

    ``edited`` carries the field that the user changed in the draft. The form is made when it is
    first looked at: that takes longer than all else in the section together.
    """

    edited = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._built: _SettingsForm | None = None
        self._shown: tuple[LocalPageDraft, str] | None = None
        self._read_only = ""
        self.taken: Callable[[Mapping[str, Any]], str] = lambda _values: ""
        """Tells of the values of the form which other page has the slug."""
        self.setLayout(column(spacing=0))

    @property
    def form(self) -> Form:
        """The form itself."""
        return self.parts.form

    @property
    def parts(self) -> "_SettingsForm":
        """The form with what stands between its fields; made now if it was not."""
        if self._built is None:
            built = self._built = _SettingsForm()
            layout = self.layout()
            if layout is not None:
                layout.addWidget(built)
            self.setFocusProxy(built.form)
            if self._shown is not None:
                built.show_page(*self._shown)
            built.set_read_only(self._read_only)
            built.edited.connect(self.edited)
            built.form.add_check("slug", lambda values: self.taken(values))
            built.form.edited.connect(self._look_at_slug)
        return self._built

    def _look_at_slug(self, name: str, _value: object) -> None:
        """Another domain may have a page with this slug."""
        if name == "domain_id" and self._built is not None:
            self._built.form.check_again("slug")

    def open(self, draft: LocalPageDraft, address: str) -> None:
        """Edit a page. ``address`` is where the brand's pages live, without the slug; it may be
        empty while it is not known. The template type can be chosen only for a new page."""
        self._shown = draft, address.rstrip("/")
        if self._built is not None:
            self._built.show_page(*self._shown)

    def values(self) -> dict[str, Any]:
        """Every field of the form with its value."""
        return self.form.values()

    def show_errors(self, errors: dict[str, list[str]]) -> list[str]:
        """Put messages at their fields; those without one stand on top and are returned."""
        return self.parts.show_errors(errors)

    def show_changed(self) -> None:
        """Mark the fields that are unsaved."""
        if self._built is not None:
            self._built.show_changed()

    def set_read_only(self, reason: str) -> None:
        """Lock all fields and say why; "" opens them."""
        self._read_only = reason
        if self._built is not None:
            self._built.set_read_only(reason)

    def showEvent(self, event: QShowEvent) -> None:
        self.parts  # noqa: B018 - the form is looked at now
        super().showEvent(event)


class _SettingsForm(EditForm):
    """The form, with what visitors see from outside between its fields."""

    def __init__(self) -> None:
        super().__init__(FIELDS, saves=False)
        self._address = ""
        self.search = SearchPreview()
        self.tab = TabPreview()
        self.status = StatusLine()
        self.form.place_after("slug", self.status)
        self.form.place_after("seo_description", self.search)
        self.form.place_after("seo_blur_title", self.tab)
        self.form.edited.connect(lambda name, _: self._draw() if name in PREVIEWED else None)

    def show_page(self, draft: LocalPageDraft, address: str) -> None:
        """Edit a page whose brand has its pages at an address."""
        self._address = address
        self.open(draft)
        self.status.show_status(draft.text("status") or "draft")
        self._draw()

    def take(self, fields: Iterable[str]) -> None:
        super().take(fields)
        self._draw()

    def show_changed(self) -> None:
        super().show_changed()
        is_new = self.draft is None or self.draft.is_new
        self.form.row("type").set_hint("" if is_new else _("It was chosen when the page was made."))

    def _draw(self) -> None:
        """Show what visitors see from outside."""
        address, values = self._address, self.form.values()
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
        return _("Left empty, the server makes one from the title.")
    return f"{address}/{slug}"
