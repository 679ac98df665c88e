"""What becomes of split tests when many pages are written: kept, skipped or restarted."""

from typing import cast

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.keeping import TestChoice

CHOICES: tuple[tuple[TestChoice, str, str], ...] = (
    (
        "keep",
        _("Keep as they are"),
        _(
            "The ID of each test is written into the HTML: a running one goes on with its numbers, "
            "a paused or decided one stays so."
        ),
    ),
    ("skip", _("Skip"), _("These pages are left as they are.")),
    (
        "restart",
        _("Restart"),
        _("Their split tests start over as running ones, with their numbers at zero."),
    ),
)
_MEANINGS = {key: text for key, _unused, text in CHOICES}


class TestChoiceField(QWidget):
    """One choice of three, with what it means."""

    __test__ = False

    def __init__(self, pages: int) -> None:
        """``pages`` have split tests."""
        super().__init__()
        which = (
            _("The page with split tests")
            if pages == 1
            else _("The {pages:,} pages with tests").format(pages=pages)
        )
        self.choices = Segments()
        self.choices.setAccessibleName(which)
        self.choices.set_choices([(key, words, "") for key, words, _unused in CHOICES])
        self.meaning = Label("", size="small", tone="muted", wrap=True)
        whole = column(Label(which, size="small"), spacing=6)
        whole.addLayout(row(self.choices, None))
        whole.addWidget(self.meaning)
        self.setLayout(whole)
        self.choices.chosen.connect(self.choose)
        self.choose("keep")

    @property
    def choice(self) -> TestChoice:
        """What was chosen; keeping to begin with."""
        return cast("TestChoice", self.choices.current())

    def choose(self, choice: str) -> None:
        """Take one of the three."""
        self.choices.choose(choice)
        self.meaning.setText(_MEANINGS[cast("TestChoice", choice)])
