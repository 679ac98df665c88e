"""Page that sets up what records are made of: fields in an order, and what stands beside them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import uncut
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.schema.ordered_card import CardWords, OrderedCard
from funneldesk.desktop.sections.actions import Action, Actions, Place, write_refusal
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Command, Panel
from funneldesk.desktop.workspace.workspace import Workspace

WIDE, COLUMN = 760, 640
"""Width from which fields stand beside groups; the most that each of the two takes."""


Side = tuple[str, QWidget]
"""The title of a column, and what is in it."""


@dataclass(frozen=True, slots=True)
class SchemaWords:
    """``beside`` and ``fields`` head the two columns, ``of_fields`` are the words of the card of
    fields; ``first`` is the title and the sentence while nothing is set up yet. ``edit``,
    ``remove`` and ``add`` are about the whole that is set up."""

    icon: str
    beside: str
    fields: str
    of_fields: CardWords
    first: tuple[str, str]
    edit: str
    remove: str
    add: str


class SchemaPage(Panel):
    """What is changed here is shown at once, and taken back when it is refused. Who extends it
    fills ``fields`` in ``show_schema``, and says what stands ``beside`` them."""

    def __init__(self, workspace: Workspace, part: str, words: SchemaWords) -> None:
        super().__init__(workspace)
        self.part, self.notice = part, f"{part}/setup"
        self._turn = asyncio.Lock()
        self._words = words
        self._build()
        self.declared_actions = Actions(workspace, self.declare(), tuple)
        self.declared_actions.bind(self)
        for button, name in self.buttons().items():
            self.declared_actions.show_on(button, f"{part}.{name}")
        workspace.connection_changed.connect(self._show_rights)

    def _build(self) -> None:
        self.title = ElidedLabel("", size="title")
        self.words = ElidedLabel("", size="small", tone="muted")
        said = self._words
        self.edit = Button(said.edit)
        self.remove = Button(kind="icon", icon_name="trash-2", name=said.remove)
        self.add = Button(said.add, icon_name="plus")
        self.first = Button(said.add, kind="primary", icon_name="plus")
        self.lock, self.progress = Banner(closable=False), ProgressLine()
        self.field_card = OrderedCard("", said.of_fields)
        self.fields = self.field_card.list
        self.nothing = EmptyState(said.icon, *said.first, self.first)
        self._lay_out()

    def _lay_out(self) -> None:
        head = row(self.remove, self.edit, self.add, spacing=6)
        head.insertLayout(0, column(self.title, self.words, spacing=2), 1)
        self.whole = QWidget()
        built = column(spacing=16, margins=(20, 16, 20, 24))
        built.addLayout(head)
        built.addLayout(self._columns())
        built.addStretch(1)
        self.whole.setLayout(built)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.whole)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for see_through in (self.whole, scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self.place = scroll
        self.setLayout(column(self.progress, self.lock, scroll, self.nothing, spacing=0))

    def _columns(self) -> QBoxLayout:
        said, sides = self._words, []
        for title, content in self.in_order(
            (said.beside, self.beside()), (said.fields, self.field_card)
        ):
            side = QWidget()
            side.setLayout(column(Label(title, size="label"), content, None, spacing=8))
            side.setMaximumWidth(COLUMN)
            sides.append(side)
        self.across = row(*sides, None, spacing=24)
        for at in range(len(sides)):
            self.across.setStretch(at, 1000)
        return self.across

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        across = self.width() >= WIDE
        way = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
        self.across.setDirection(way)

    # What a section adds

    def beside(self) -> QWidget:
        """What stands beside the fields."""
        raise NotImplementedError

    def in_order(self, beside: Side, fields: Side) -> Sequence[Side]:
        """The two columns from the first on."""
        return beside, fields

    def cards(self) -> Sequence[OrderedCard]:
        """Every card whose order the user can change."""
        return (self.field_card,)

    def declare(self) -> Sequence[Action]:
        """What can be done to the whole; the names are those of ``buttons``."""
        return ()

    def buttons(self) -> Mapping[Button, str]:
        """The buttons of actions."""
        return {}

    def action(
        self, name: str, title: str, run: Callable[[], object], refusal: Callable[[], str]
    ) -> Action:
        """Something that changes the set-up, unless ``refusal`` says why not."""
        return Action(
            f"{self.part}.{name}",
            title,
            lambda _ids: run(),
            places=Place.PALETTE,
            writes=self.part,
            needs_connection=True,
            refusal=lambda _ids: refusal(),
        )

    def show_schema(self) -> None:
        """Show what is set up."""

    # What is shown

    def show_whole(self, title: str, words: str, *, is_known: bool) -> None:
        """The head; without anything that is known only the first step."""
        self.place.setVisible(is_known)
        self.nothing.setVisible(not is_known)
        self.title.setText(title)
        self.words.setText(words)
        self._show_rights()

    @property
    def is_locked(self) -> bool:
        """Whether it can only be looked at."""
        return bool(write_refusal(self.workspace, self.part))

    def _show_rights(self) -> None:
        reason = write_refusal(self.workspace, self.part)
        for card in self.cards():
            card.set_read_only(bool(reason))
        if reason:
            self.lock.say(_("You can look at the set-up, but not change it."), reason, "info")
        else:
            self.lock.clear()
        self.declared_actions.show_state()

    # What is done

    def ask(self, asking: Awaitable[object]) -> None:
        """Ask in a dialog, and read again."""

        async def asked() -> None:
            await asking
            await self.load()

        self.tasks.start(asked())

    def do(self, doing: str, work: Coroutine[Any, Any, object]) -> None:
        """Send a change that is shown already."""
        self.tasks.start(self.done(doing, work))

    async def done(self, doing: str, work: Coroutine[Any, Any, object]) -> None:
        """What was shown at once is taken back when it is refused. One change follows the other:
        the next is worked out from what came of the one before."""
        progress = self.progress.set_on
        try:
            with uncut():
                async with self._turn:
                    with operation(self.workspace, doing, self.notice, progress=progress) as sent:
                        await work
                    if sent.failed:
                        self.show_schema()
        finally:
            work.close()  # it may never have had its turn

    # The frame

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.refused())


def moved_one(before: Sequence[str], after: Sequence[str]) -> str:
    """The one that was moved between two orders of the same ids; "" for none."""
    found = (each for each in after if _without(after, each) == _without(before, each))
    return next(found, "") if before != after else ""


def _without(ids: Sequence[str], one: str) -> list[str]:
    return [each for each in ids if each != one]
