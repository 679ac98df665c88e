"""Settings of what the user wants to hear of: brands, and hours in which nothing is told."""

from collections.abc import Sequence
from datetime import time

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.forms.choice_field import CalmCombo, CheckBox
from funneldesk.desktop.local.notification_rules import NotificationRules
from funneldesk.desktop.local.texts import _

STEP_MINUTES = 30
USUAL_QUIET = time(20), time(8)


class NotificationDialog(Dialog):
    """``changed`` carries other ``NotificationRules``, which hold at once."""

    changed = Signal(object)

    def __init__(
        self, parent: QWidget, rules: NotificationRules, brands: Sequence[tuple[str, str]]
    ) -> None:
        """``brands`` are the ids and the names of all."""
        super().__init__(
            parent,
            _("Notifications"),
            _("New tickets are announced while you are elsewhere, several in one notice."),
        )
        self._unlisted = rules.muted - {key for key, _name in brands}
        self.body.addWidget(Label(_("Notify me about"), size="strong"))
        self.brands: dict[str, CheckBox] = {}
        for key, name in brands:
            box = CheckBox(name)
            box.setChecked(key not in rules.muted)
            box.toggled.connect(self._tell)
            self.brands[key] = box
            self.body.addWidget(box)
        start, end = rules.quiet or USUAL_QUIET
        self.quiet = CheckBox(_("Quiet hours"))
        self.quiet.setChecked(rules.quiet is not None)
        self.start, self.end = _clock(_("Quiet from"), start), _clock(_("Quiet until"), end)
        self.body.addSpacing(4)
        self.body.addWidget(self.quiet)
        hours = row(Label(_("From")), self.start, Label(_("until")), self.end, None, spacing=8)
        hours.setContentsMargins(26, 0, 0, 0)
        self.body.addLayout(hours)
        hint = _("By this computer's clock. Counts go on, and so do reminders that you set.")
        self.body.addWidget(Label(hint, size="small", tone="muted", wrap=True))
        self.quiet.toggled.connect(self._tell)
        for combo in (self.start, self.end):
            combo.currentIndexChanged.connect(self._tell)
        self._enable()
        self.add_button("", _("Done"), "primary")

    @property
    def rules(self) -> NotificationRules:
        """What is chosen now."""
        muted = {key for key, box in self.brands.items() if not box.isChecked()}
        hours = self.start.currentData(), self.end.currentData()
        return NotificationRules(
            frozenset(muted | self._unlisted), hours if self.quiet.isChecked() else None
        )

    def _tell(self) -> None:
        self._enable()
        self.changed.emit(self.rules)

    def _enable(self) -> None:
        for combo in (self.start, self.end):
            combo.setEnabled(self.quiet.isChecked())


def _clock(name: str, chosen: time) -> CalmCombo:
    combo = CalmCombo()
    combo.setAccessibleName(name)
    times = {time(at // 60, at % 60) for at in range(0, 24 * 60, STEP_MINUTES)} | {chosen}
    for each in sorted(times):
        combo.addItem(each.isoformat("minutes"), each)
    combo.setCurrentIndex(sorted(times).index(chosen))
    return combo
