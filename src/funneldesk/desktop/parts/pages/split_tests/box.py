"""One split test in the panel: its name, how it stands with the platform, and its variants."""

from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from funneldesk.contract.markup import Block, weights_problem
from funneldesk.contract.markup_edits import shares_of
from funneldesk.contract.markup_weights import even
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Chip, Label, set_tip
from funneldesk.desktop.kit.controls.linked_sliders import LinkedShares
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.controls.variant_row import NamePlace, VariantLine
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.split_tests.state import Shown


class TestBox(QWidget):
    """Signals carry the place of the variant, where they mean one."""

    __test__ = False

    weighed = Signal(object)
    asked = Signal(str, int)
    renamed = Signal(int, str)
    """-1 is the test itself."""
    moved = Signal(int, int)
    asked_for_results = Signal(int)
    """The number of the test."""

    def __init__(self, block: Block, depth: int = 0) -> None:
        super().__init__()
        self.block = block
        self.shape = (len(block.variants), depth)
        self._shown = Shown("", "", "")
        self._held: set[str] = set()
        self._narrow = False
        self._build()
        self._wire()
        self.show_block(block)

    def _build(self) -> None:
        self.title = NamePlace("strong-name")
        self.title.setMaximumWidth(260)
        self.outcome = Chip("", "muted")
        self.add_button = Button(
            _("Add variant"), kind="small-link", tip=_("A copy of the first one")
        )
        self.even_button = Button(_("Even"), kind="small-link", tip=_("The same share for each"))
        self.keep_button = Button(
            _("Keep as it is"), kind="small-link", tip=_("Write its number into the HTML")
        )
        self.results_button = Button(
            _("Results"), kind="small-link", tip=_("Show what it has found so far in Split tests")
        )
        self.menu_button = Button(kind="icon", icon_name="ellipsis")
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        head = row(self.title, self.outcome, self.results_button, self.keep_button, None, spacing=8)
        for button in (self.add_button, self.even_button, self.menu_button):
            head.addWidget(button)
        self.problem = Label("", size="small", tone="warning", wrap=True)
        self.problem.setContentsMargins(5, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12 + 20 * self.shape[1], 8, 12, 8)
        self._column.setSpacing(0)
        self._column.addLayout(head)
        self._column.addWidget(self.problem)
        self.lines: list[VariantLine] = []

    def _wire(self) -> None:
        self.shares = LinkedShares(self)
        self.shares.changed.connect(self.weighed)
        self.title.asked_to_show.connect(lambda: self.asked.emit("source", -1))
        self.title.renamed.connect(lambda name: self.renamed.emit(-1, name))
        self.add_button.clicked.connect(lambda: self.asked.emit("add", -1))
        self.even_button.clicked.connect(self._even)
        self.keep_button.clicked.connect(lambda: self.asked.emit("record", self._shown.record))
        self.results_button.clicked.connect(self._show_results)
        self.menu_button.clicked.connect(self._open_menu)

    @property
    def is_whole(self) -> bool:
        """Whether every variant has its line."""
        return len(self.lines) == len(self.block.variants)

    def add_line(self) -> None:
        """Make the line of the next variant: many at once would make the window wait."""
        place, line = len(self.lines), VariantLine()
        self.lines.append(line)
        self._column.insertWidget(self._column.count() - 1, line)
        line.asked.connect(lambda what: self._ask(what, place))
        line.asked_to_show.connect(lambda: self.asked.emit("show", place))
        line.renamed.connect(lambda name: self.renamed.emit(place, name))
        line.grip.dragged.connect(lambda spot: self._drag(place, spot))
        line.grip.dropped.connect(lambda spot: self._drop(place, spot))
        line.share.held_changed.connect(lambda on: self._hold(place, on))
        line.share.set_narrow(self._narrow)
        self.shares.add(line.share)
        self._show_line(place)

    def _show_line(self, place: int) -> None:
        name = self.block.variants[place].name
        self.lines[place].show_variant(name, place, len(self.block.variants))
        self.lines[place].share.hold(name in self._held)

    def show_block(self, block: Block) -> None:
        """Show a block with as many variants as before."""
        self.block = block
        self.title.show_name(block.name, block.name.strip() or _("Unnamed test"))
        self.menu_button.setAccessibleName(
            _("More about {name}").format(name=block.name or _("this test"))
        )
        for place in range(len(self.lines)):
            self._show_line(place)
        self.shares.show(shares_of(block))
        problem = weights_problem(block)
        self.problem.setText(problem or "")
        self.problem.setVisible(bool(problem))

    def show_outcome(self, shown: Shown) -> None:
        """Show how the test stands with the platform."""
        self._shown = shown
        self.outcome.setText(shown.word)
        self.outcome.set_tone(shown.tone)
        self.outcome.setVisible(bool(shown.word))
        set_tip(self.outcome, shown.sentence)
        self._make_room()

    def set_narrow(self, narrow: bool) -> None:
        """In little room what the menu holds as well gives way."""
        self._narrow = narrow
        self._make_room()
        for line in self.lines:
            line.share.set_narrow(narrow)

    def _make_room(self) -> None:
        losing = self._shown.losing and bool(self._shown.record)
        self.keep_button.setVisible(losing)
        self.results_button.setVisible(bool(self._shown.test) and not self._narrow)
        self.add_button.setVisible(not self._narrow)
        self.even_button.setVisible(not self._narrow and not losing)

    def fill_menu(self, menu: QMenu) -> None:
        """What can be done with the test as a whole."""
        if self._shown.test:
            menu.addAction(_("Show results"), self._show_results)
        menu.addAction(_("Show in source"), lambda: self.asked.emit("source", -1))
        menu.addAction(_("Rename"), self.title.begin)
        menu.addAction(_("Add variant"), lambda: self.asked.emit("add", -1))
        menu.addAction(_("Make shares even"), self._even)
        if self._shown.record:
            number = self._shown.record
            menu.addAction(_("Keep as it is"), lambda: self.asked.emit("record", number))
        menu.addSeparator()
        ending = menu.addMenu(_("End the test with"))
        for place, line in enumerate(self.lines):
            name = line.name.button.whole.replace("&", "&&")
            ending.addAction(name).triggered.connect(
                lambda _=False, place=place: self.asked.emit("keep", place)
            )
        ending.setEnabled(bool(self.lines))

    def _show_results(self) -> None:
        self.asked_for_results.emit(self._shown.test)

    def _open_menu(self) -> None:
        menu = passing_menu(self)
        self.fill_menu(menu)
        pop_up_below(menu, self.menu_button)

    def _ask(self, what: str, place: int) -> None:
        step = {"up": -1, "down": 1}.get(what, 0)
        if not step:
            self.asked.emit(what, place)
        elif 0 <= place + step < len(self.lines):
            self._move(place, place + step)

    def _move(self, place: int, to: int) -> None:
        self.moved.emit(place, to)
        # The hands stay on what they moved.
        self.lines[to].name.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _even(self) -> None:
        shares: Sequence[Decimal] = even(len(self.block.variants))
        self.weighed.emit(list(shares))

    def _hold(self, place: int, on: bool) -> None:
        name = self.block.variants[place].name
        (self._held.add if on else self._held.discard)(name)

    # Dragging

    def _target(self, spot: QPoint) -> int:
        """The line nearest to a place on the screen."""
        y = self.mapFromGlobal(spot).y()
        return min(
            range(len(self.lines)),
            key=lambda place: abs(self.lines[place].geometry().center().y() - y),
        )

    def _drag(self, place: int, spot: QPoint) -> None:
        target = self._target(spot)
        for number, line in enumerate(self.lines):
            side = "below" if target > place else "above"
            line.mark_target(side if number == target != place else "")

    def _drop(self, place: int, spot: QPoint) -> None:
        for line in self.lines:
            line.mark_target("")
        target = self._target(spot)
        if target != place:
            self._move(place, target)
