"""The preview beside the source: any combination of variants, at the widths that visitors have."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.contract.markup import Block
from funneldesk.desktop.assets.preview.combinations import Combination, follow
from funneldesk.desktop.assets.preview.drawing import (
    WIDTHS,
    Drawing,
    PageSource,
    View,
    variant_views,
)
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.shortcuts import in_menu
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.preview.preview import PreviewStage

TYPING_PAUSE = 0.02
"""The source is analysed once the typing pauses; this only gathers what comes at once."""
CURSOR_PAUSE = 0.08
MOST_FRAMES = 6
ONE = "one"


class PreviewPane(QWidget):
    """Shows what visitors would meet. No network but the brand's own assets."""

    drawn = Signal()
    """A newer source is shown, or is about to be painted."""
    asked_for_source = Signal(int, int)
    """An element was clicked: the range of the html that it came from."""
    asked_to_compare = Signal()
    asked_for_pictures = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self.drawing = Drawing(workspace, self)
        self.drawing.picked.connect(self.asked_for_source)
        self._combination = Combination()
        self._shown_test = ""
        self._page = 0
        self.free_width = 600
        self.linked = True
        self._build()

    @property
    def stage(self) -> "PreviewStage | None":
        """The stage, once the first page was drawn."""
        return self.drawing.stage

    @property
    def source(self) -> PageSource:
        """What is looked at."""
        return self.drawing.source

    @property
    def combination_shown(self) -> Combination:
        """The variants that are looked at."""
        return self._combination

    def _build(self) -> None:
        surface("app", self)
        self.tests = FoldingSegments(_("Tests side by side"))
        self.tests.chosen.connect(self._choose_test)
        self.widths = Segments("icon")
        self.widths.set_choices(
            (
                ("phone", _("Phone, 390 px"), "smartphone"),
                ("tablet", _("Tablet, 820 px"), "tablet"),
                ("desktop", _("Desktop, 1280 px"), "monitor"),
                ("free", _("Free width"), "move-horizontal"),
            )
        )
        self.widths.chosen.connect(lambda _: self.draw_soon())
        self.compare = Button(
            kind="icon",
            icon_name="maximize-2",
            tip=_("Compare variants and widths"),
            keys="Ctrl+Shift+P",
            on_click=self.asked_to_compare.emit,
        )
        self.more = Button(kind="icon", icon_name="ellipsis", tip=_("More about the preview"))
        self.more.clicked.connect(self._open_menu)
        self.combination = Button("", kind="link", on_click=self._open_combinations)
        self.combination.hide()
        self.scripts = False
        head = surface("top")
        bar = row(
            self.tests, self.combination, None, self.widths, self.compare, self.more, spacing=4
        )
        bar.setContentsMargins(12, 0, 8, 0)
        head.setLayout(bar)
        head.setFixedHeight(36)
        self.note = Label("", size="small", tone="muted")
        self.note.setContentsMargins(16, 6, 16, 6)
        self.note.hide()
        self.place = QStackedWidget()
        self.place.addWidget(QWidget())
        self.setLayout(column(head, self.note, self.place, spacing=0))

    def show_page(self, html: str, css: str, blocks: Sequence[Block]) -> None:
        """Show this source from now on; what was shown is updated in place."""
        names = [block.name for block in blocks]
        if names != [block.name for block in self.source.blocks]:
            self._offer_tests(blocks)
        self.drawing.source = PageSource(html, css, blocks, self._page)
        self._combination = follow(self._combination, blocks)
        self.draw_soon()

    def show_source_at(self, offset: int) -> None:
        """Outline what a place of the html became, and scroll to it, once the cursor rests."""

        async def show() -> None:
            self.drawing.show_cursor(offset)

        self.tasks.debounce("cursor", CURSOR_PAUSE, show)

    def show_variant(self, place: int, variant: int) -> None:
        """Show one variant of one test in the combination."""
        if self._combination.index(place) is not None:
            self._combination = self._combination.with_choice(place, variant)
            self._shown_test = ONE
            self.tests.choose(ONE)
            self.draw_soon()

    def draw_soon(self) -> None:
        """Draw once the typing pauses; only the newest source is drawn."""
        self.tasks.debounce("draw", TYPING_PAUSE if self.stage else 0, self._draw)

    def forget_choices(self) -> None:
        """Another page: start from what most visitors see."""
        self._combination = Combination()
        self._page += 1
        self.drawing.forget_cursor()
        self.drawing.source = PageSource(page=self._page)
        self._offer_tests(())

    def _offer_tests(self, blocks: Sequence[Block]) -> None:
        choices = [(ONE, _("One page"), "")]
        choices += [
            (str(place), f"{block.name or 'test'}", "") for place, block in enumerate(blocks)
        ]
        self.tests.set_choices(choices)
        self.tests.setVisible(bool(blocks))
        self._shown_test = "0" if blocks else ONE
        self.tests.choose(self._shown_test)
        for place in range(len(blocks)):
            button = self.tests.button(str(place))
            if button is not None:
                set_tip(
                    button,
                    _("Every variant of {name} side by side").format(name=blocks[place].name),
                )

    def _choose_test(self, key: str) -> None:
        self._shown_test = key
        self.draw_soon()

    def views(self) -> list[View]:
        """What is wanted now."""
        base = self._combination
        width = WIDTHS.get(self.widths.current(), self.free_width)
        place = int(self._shown_test) if self._shown_test.isdecimal() else -1
        if base.index(place) is None:
            return [View(ONE, "", "", base, width)]
        return variant_views(self.source.blocks, place, base, width, MOST_FRAMES)

    async def _draw(self) -> None:
        from funneldesk.desktop.kit.web.preview.preview import Layout

        had_stage = self.stage is not None
        stage = await self.drawing.ready_stage()
        if not had_stage:
            stage.width_changed.connect(self._width_dragged)
            self.place.addWidget(stage)
            self.place.setCurrentWidget(stage)
        frames = await self.drawing.frames(self.views())
        stage.set_layout(Layout(linked=self.linked and not self.scripts))
        stage.set_free_width(self.widths.current() == "free")
        await stage.show_frames(frames)
        self.drawing.show_cursor()
        self._say_combination()
        self.drawn.emit()

    def _say_combination(self) -> None:
        several = len(self.source.blocks) > 1
        self.combination.setVisible(several and self._shown_test == ONE)
        self.combination.setText(_("Choose variants…"))

    def _width_dragged(self, width: int) -> None:
        self.free_width = width
        self.widths.choose("free")
        self.draw_soon()

    def _open_menu(self) -> None:
        menu = passing_menu(self)
        scripts = menu.addAction(_("Run the page's scripts"))
        scripts.setCheckable(True)
        scripts.setChecked(self.scripts)
        scripts.toggled.connect(self._allow_scripts)
        linked = menu.addAction(_("Scroll variants together"))
        linked.setCheckable(True)
        linked.setChecked(self.linked and not self.scripts)
        linked.setEnabled(not self.scripts)
        linked.toggled.connect(self._link)
        menu.addAction(_("Load again"), self.reload)
        menu.addSeparator()
        menu.addAction(
            in_menu(_("Compare variants and widths"), "Ctrl+Shift+P"), self.asked_to_compare.emit
        )
        menu.addAction(_("Save images…"), self.asked_for_pictures.emit)
        pop_up_below(menu, self.more)

    def _allow_scripts(self, on: bool) -> None:
        self.scripts = on
        if self.stage is not None:
            self.stage.allow_scripts(on)
        self.note.setText(
            _("Scripts run, cut off from every network; what they would load stays away.")
        )
        self.note.setVisible(on)
        self.draw_soon()

    def _link(self, on: bool) -> None:
        self.linked = on
        self.draw_soon()

    def reload(self) -> None:
        """Build the frames anew."""
        if self.stage is not None:
            self.stage.set_frames([])
        self.draw_soon()

    def _open_combinations(self) -> None:
        menu = passing_menu(self)
        for place, block in enumerate(self.source.blocks):
            inner = menu.addMenu(
                (block.name or _("test {number}").format(number=place + 1)).replace("&", "&&")
            )
            for number, variant in enumerate(block.variants):
                name = variant.name or _("variant {number}").format(number=number + 1)
                action = inner.addAction(name.replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(self._combination.index(place) == number)
                action.triggered.connect(partial(self.show_variant, place, number))
        pop_up_below(menu, self.combination)
