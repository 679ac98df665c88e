"""Which combinations of variants are compared, when a page has several split tests."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.contract.folding import fold
from funneldesk.contract.markup import Block
from funneldesk.desktop.assets.preview.combinations import (
    MOST_COMBINATIONS,
    Combination,
    combinations,
)
from funneldesk.desktop.assets.preview.drawing import combination_name
from funneldesk.desktop.kit.controls.buttons import Button, SearchField, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.local.cache.matching import holds, words_of
from funneldesk.desktop.local.texts import _

_TALL = 320


class CombinationsDialog(Dialog):
    """Ticks of the pages that visitors can meet; at most ``most`` at once. Answers "show"."""

    def __init__(
        self, parent: QWidget, blocks: Sequence[Block], chosen: Sequence[Combination], most: int
    ) -> None:
        super().__init__(
            parent,
            _("Combinations to compare"),
            _("Each is a page that some visitors meet. Up to {most} can be shown at once.").format(
                most=most
            ),
            width=560,
        )
        self._most = most
        found = combinations(blocks)
        extra = [each for each in chosen if each not in found]
        self._offered = [*extra, *found][:MOST_COMBINATIONS]
        self.boxes = [CheckBox(combination_name(blocks, each)) for each in self._offered]
        for box, each in zip(self.boxes, self._offered, strict=True):
            box.setChecked(each in chosen)
            box.toggled.connect(self._count)
        self._build(len(found) >= MOST_COMBINATIONS)
        self._count()

    def _build(self, cut: bool) -> None:
        self.search = SearchField(_("Find a variant"))
        self.search.textChanged.connect(self._filter)
        self.body.addWidget(self.search)
        inner = QWidget()
        inner.setLayout(column(*self.boxes, None, spacing=8, margins=(4, 4, 4, 4)))
        self.area = QScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab scrolls to what it holds
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFixedHeight(min(_TALL, 12 + 28 * len(self.boxes)))
        self.area.setWidget(inner)
        self.body.addWidget(self.area)
        self.count = Label("", size="small", tone="muted")
        none = Button(_("Clear"), kind="link", on_click=self._clear)
        self.body.addLayout(row(self.count, None, none))
        if cut:
            text = _("The page has more; these are the first {MOST_COMBINATIONS}.").format(
                MOST_COMBINATIONS=MOST_COMBINATIONS
            )
            self.body.addWidget(Label(text, size="small", tone="muted", wrap=True))
        self.add_button("", _("Cancel"))
        self.show_button = self.add_button("show", _("Show these"), "primary")

    def chosen(self) -> list[Combination]:
        """The ticked ones, in order."""
        pairs = zip(self.boxes, self._offered, strict=True)
        return [each for box, each in pairs if box.isChecked()]

    def _count(self) -> None:
        count = len(self.chosen())
        self.count.setText(_("{count} of {all} chosen").format(count=count, all=len(self._offered)))
        self.show_button.setEnabled(0 < count <= self._most)
        for box in self.boxes:
            box.setEnabled(box.isChecked() or count < self._most)

    def _clear(self) -> None:
        for box in self.boxes:
            box.setChecked(False)

    def _filter(self, text: str) -> None:
        wanted = words_of(text)
        for box in self.boxes:
            box.setVisible(holds(fold(box.text()), wanted))
