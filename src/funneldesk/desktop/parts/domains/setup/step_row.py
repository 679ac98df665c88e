"""Row of one step: how far it is, its title, a sentence, and what belongs to it below."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.setup.steps import State, Step

ICONS: dict[State, tuple[str, str]] = {
    "done": ("circle-check", "success"),
    "now": ("circle-dashed", "accent"),
    "later": ("circle-dashed", "strong"),
    "failed": ("circle-alert", "danger"),
}
WORDS: dict[State, str] = {
    "done": _("Done"),
    "now": _("Now"),
    "later": _("Later"),
    "failed": _("Failed"),
}
CHIPS: dict[State, str] = {"done": "success", "now": "info", "later": "", "failed": "danger"}
ICON = 18


class StepRow(QWidget):
    """Shows a step; ``content`` is there while the step is under way, or as long as asked."""

    def __init__(self, content: QWidget | None = None) -> None:
        super().__init__()
        self._state: State = "later"
        self.icon = Label()
        self.icon.setFixedWidth(ICON)
        self.title = Label(size="strong")
        self.chip = Chip()
        self.text = Label(size="small", tone="muted", wrap=True)
        self.text.hide()
        self.content = content
        head = row(self.title, self.chip, None, spacing=8)
        words = column(spacing=4)
        words.addLayout(head)
        words.addWidget(self.text)
        if content is not None:
            words.addSpacing(4)
            words.addWidget(content)
        whole = row(self.icon, spacing=10)
        whole.addLayout(words, 1)
        whole.setAlignment(self.icon, Qt.AlignmentFlag.AlignTop)
        self.setLayout(whole)
        theme.changed.connect(self._draw)

    def show_step(self, step: Step, text: str = "", *, unfolded: bool = False) -> None:
        """Show how far the step is; ``unfolded`` keeps its content in sight."""
        self._state = step.state
        self.title.setText(step.title)
        self.chip.setText(WORDS[step.state])
        self.chip.set_tone(CHIPS[step.state] or "muted")
        self.chip.setVisible(step.state in ("now", "failed"))
        self.text.setText(text)
        self.text.setVisible(bool(text))
        if self.content is not None:
            self.content.setVisible(unfolded or step.state in ("now", "failed"))
        self.setAccessibleName(f"{step.title}: {WORDS[step.state]}")
        self._draw()

    def _draw(self) -> None:
        name, tone = ICONS[self._state]
        self.icon.setPixmap(pixmap(name, tone, ICON))
        self.title.set_tone("muted" if self._state == "later" else "")
