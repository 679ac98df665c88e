"""What goes live before the changes of a published record are published."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.diff.field_changes import FieldChanges
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.save.questions import GO

WIDTH, HEIGHT = 720, 300
TITLES = (_("Live now"), _("After publishing"))


class PublishDialog(Dialog):
    """Answers GO, or nothing. ``fields`` are those that differ from what visitors see."""

    def __init__(
        self,
        parent: QWidget,
        draft: RecordDraft,
        fields: Sequence[str],
        more: QWidget | None = None,
    ) -> None:
        """``fields`` without the state: it says itself what it sets. ``more``: what the part has
        to say of them."""
        super().__init__(
            parent,
            _("Publish changes to “{title}”?").format(title=draft.title),
            _("Visitors see these changes right away."),
            width=WIDTH,
        )
        self.settings = Label("\n".join(_settings(draft, fields)), wrap=True)
        self.body.addWidget(self.settings)
        self.settings.setVisible(bool(self.settings.text()))
        if more is not None:
            self.body.addWidget(more)
        self.sources = FieldChanges("", "", titles=TITLES, label=draft.declared.label)
        texts = {
            name: (str(draft.base_value(name) or ""), draft.text(name))
            for name in fields
            if name in draft.declared.sources
        }
        if texts:
            self.sources.show_texts("", texts)
            self.sources.setFixedHeight(HEIGHT)
            self.body.addWidget(self.sources)
        self.add_button("", _("Cancel"))
        self.add_button(GO, _("Publish changes"), "primary")


def _settings(draft: RecordDraft, fields: Sequence[str]) -> list[str]:
    """A line for each changed setting; a password is not shown."""
    declared = draft.declared
    return [
        _("{field}: changed").format(field=declared.label(name))
        if declared[name].kind == "password"
        else f"{declared.label(name)}: {declared.words(name, draft.base_value(name))} → "
        f"{declared.words(name, draft.value(name))}"
        for name in fields
        if name not in declared.sources
    ]
