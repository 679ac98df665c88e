"""Changes of one record, field by field, each as a difference."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.desktop.kit.diff.view import DiffView

LABELS = {"name": _("Title"), "html": "HTML", "css": "CSS", "text": _("File")} | {
    "custom_javascript": "JavaScript",
    "custom_header_code": _("Header code"),
}


class FieldChanges(QWidget):
    """Shows one record at a time, or the empty text while there is none. ``titles`` head the two
    sides; ``label`` names a field."""

    def __init__(
        self,
        empty_title: str,
        empty_text: str,
        *,
        titles: tuple[str, str] = (_("Now"), _("After")),
        label: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__()
        surface("surface", self)
        self._titles = titles
        self._label = label or _label
        self.texts: dict[str, tuple[str, str]] = {}
        self._view: DiffView | None = None
        self.title = ElidedLabel("", size="strong")
        self.fields = Segments("chip")
        self.fields.chosen.connect(self._show_field)
        self.nothing = EmptyState("repeat", empty_title, empty_text)
        self.place = QWidget()
        self.place.setLayout(column(spacing=0))
        self.views = QStackedWidget()
        self.views.addWidget(self.nothing)
        self.views.addWidget(self.place)
        bar = row(self.title, self.fields, spacing=8, margins=(14, 6, 12, 6))
        bar.setStretch(0, 1)
        head = surface("top")
        head.setLayout(bar)
        head.setFixedHeight(36)
        self.setLayout(column(head, self.views, spacing=0))

    def say(self, title: str, text: str) -> None:
        """Nothing can be shown, and why."""
        self.texts = {}
        self.title.setText("")
        self.fields.set_choices([])
        self.nothing.say(title, text)
        self.views.setCurrentWidget(self.nothing)

    def show_texts(self, title: str, texts: Mapping[str, tuple[str, str]]) -> None:
        """``texts`` by field: as it is, and as it would be; only fields that change."""
        kept = self.fields.current()
        self.texts = dict(texts)
        self.title.setText(title)
        self.fields.set_choices([(name, self._label(name), "") for name in texts])
        self.fields.choose(kept)
        self.views.setCurrentWidget(self.place)
        self._show_field(self.fields.current())

    def _show_field(self, name: str) -> None:
        if name in self.texts:
            language = {"css": "css", "html": "html"}.get(name, "text")
            self._diff().set_texts(*self.texts[name], language, self._titles)

    def _diff(self) -> "DiffView":
        if self._view is None:
            from funneldesk.desktop.kit.diff.view import DiffView

            self._view = DiffView()
            self._view.set_mode("inline")
            layout = self.place.layout()
            if layout is not None:
                layout.addWidget(self._view)
        return self._view


def _label(name: str) -> str:
    return LABELS.get(name) or name.replace("_", " ").capitalize()
