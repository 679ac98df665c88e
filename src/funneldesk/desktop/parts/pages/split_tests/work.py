"""Carries out what the panel of split tests asks for, on the source as it is at that moment."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.contract.markup import Block, Edit, every_block, scan
from funneldesk.contract.markup_edits import (
    CannotEdit,
    add_variant,
    duplicate_variant,
    has_content,
    keep_only,
    move_variant,
    name_record,
    remove_variant,
    weigh,
)
from funneldesk.contract.markup_names import name_problem, rename_edit
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

Edits = tuple[Edit, ...]
Act = Callable[[str, Block], Edits]
TRIES = 5


class HtmlSource(Protocol):
    """The source that is worked on, and the split tests that were found in it."""

    @property
    def blocks(self) -> Sequence[Block]: ...

    def source(self, name: str) -> str: ...

    def apply_edits(self, edits: Edits) -> None: ...

    def take_blocks(self, blocks: Sequence[Block]) -> None: ...


class TestsWork(QObject):
    """One thing after the other: each is one change of the source that can be undone.

    ``reported`` carries a sentence and what more there is to know: why something could not be
    done, or what was.
    """

    __test__ = False

    reported = Signal(str, str, str)
    """The tone (warning, info), what happened, and what that means."""

    def __init__(self, over: QWidget, html: HtmlSource) -> None:
        super().__init__(over)
        self._over, self._html = over, html
        self.tasks = TaskScope(self)
        self._turn = asyncio.Lock()

    def act(self, number: int, what: str, value: Any) -> None:
        """Do what the panel asked for with the test of this number."""
        self.tasks.start(self._act(number, what, value))

    async def settled(self) -> None:
        """Wait until all that was asked for is in the source."""
        async with self._turn:
            return

    async def _act(self, number: int, what: str, value: Any) -> None:
        # No question is asked in one's turn: whoever waits for it would wait for the answer.
        if what == "remove" and not await self._may_remove(number, value):
            return
        async with self._turn:
            # What the panel shows now, after the change before this one.
            shown = self._block(number)
            if shown is None:
                return
            done = await self.change(partial(_on_block, number, shown, _act_of(what, value)))
            if done and what == "keep":
                kept = shown.variants[value].name or _("this variant")
                self.reported.emit(
                    "info",
                    _("“{name}” ends with “{kept}”.").format(
                        name=shown.name or _("The test"), kept=kept
                    ),
                    _("Ctrl+Z in the source brings it back. Its numbers stay in Split tests."),
                )

    async def change(self, act: Callable[[str], Edits]) -> bool:
        """Make edits worked out off the window's thread; again when the source moved on meanwhile.

        Tells why when nothing was done.
        """
        for _unused in range(TRIES):
            html = self._html.source("html")
            try:
                edits = await in_thread(act, html)
            except CannotEdit as refused:
                self.reported.emit("warning", _("The source was left as it is."), str(refused))
                return False
            if self._html.source("html") == html:
                self._html.apply_edits(edits)
                await self._follow()
                return True
        self.reported.emit(
            "warning", _("The source was left as it is."), _("It kept changing: try again.")
        )
        return False

    async def _follow(self) -> None:
        """Show the tests as they are now, before anything else is done with them."""
        html = self._html.source("html")
        blocks = await in_thread(scan, html)
        if self._html.source("html") == html:
            self._html.take_blocks(blocks)

    async def _may_remove(self, number: int, place: int) -> bool:
        shown = self._block(number)
        if shown is None:
            return False
        html = self._html.source("html")
        holds = await in_thread(_holds_content, html, number, shown, place)
        if not holds:
            return True
        name = shown.variants[place].name or _("variant {number}").format(number=place + 1)
        return await confirm(
            self._over.window(),
            _("Remove “{name}”?").format(name=name),
            _(
                "Its content goes with it, and the other variants share its visitors. Ctrl+Z in "
                "the source brings it back."
            ),
            action=_("Remove"),
            danger=True,
        )

    def _block(self, number: int) -> Block | None:
        blocks = list(every_block(self._html.blocks))
        return blocks[number] if number < len(blocks) else None


def _act_of(what: str, value: Any) -> Act:
    """The edits that a word of the panel stands for."""
    acts: dict[str, Act] = {
        "weigh": lambda html, block: weigh(html, block, value),
        "rename": lambda html, block: _renamed(html, block, *value),
        "move": lambda html, block: move_variant(html, block, *value),
        "add": add_variant,
        "duplicate": lambda html, block: duplicate_variant(html, block, value),
        "remove": lambda html, block: remove_variant(html, block, value),
        "keep": lambda html, block: keep_only(html, block, value),
        "record": lambda html, block: name_record(html, block, value),
    }
    return acts[what]


def _on_block(number: int, shown: Block, act: Act, html: str) -> Edits:
    blocks = list(every_block(scan(html)))
    return act(html, _same(blocks, number, shown))


def _same(blocks: Sequence[Block], number: int, shown: Block) -> Block:
    """The test that the panel meant, where it stands now. Raises CannotEdit when it is gone."""
    if number < len(blocks):
        block = blocks[number]
        alike = [v.name for v in block.variants] == [v.name for v in shown.variants]
        if block.name == shown.name and alike:
            return block
    raise CannotEdit(_("The split test has just been changed in the source. Try again."))


def _renamed(html: str, block: Block, place: int, name: str) -> Edits:
    """-1 is the test itself, whose name is its own on the page; a variant's in its test."""
    if place < 0:
        others = [other.name for other in every_block(scan(html)) if other.start != block.start]
        element: Any = block
    else:
        others = [v.name for spot, v in enumerate(block.variants) if spot != place]
        element = block.variants[place]
    problem = name_problem(name, others)
    if problem:
        raise CannotEdit(problem)
    return (rename_edit(html, element, name),)


def _holds_content(html: str, number: int, shown: Block, place: int) -> bool:
    try:
        block = _same(list(every_block(scan(html))), number, shown)
    except CannotEdit:
        return False
    return len(block.variants) > 1 and has_content(html, block.variants[place])
