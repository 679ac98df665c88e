"""Live beside what is about to be: as text, as a picture, and in every page that holds it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget

from funneldesk.contract.component_filling import Part
from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.diff.view import DiffView
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.components.actions import TITLES, live_html
from funneldesk.desktop.parts.components.compare.cards import PairCard
from funneldesk.desktop.parts.components.compare.pictures import ComparePictures, Pair, Source
from funneldesk.desktop.parts.components.editor.local_parts import LocalParts
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.workspace.workspace import Workspace

TEXT, PICTURE, PAGES = "text", "picture", "pages"
WIDTHS = {"phone": 390, "desktop": 1280}
AT_ONCE = 40
TYPING_PAUSE = 0.3


class ComparePage(RecordView):
    """Draws what is looked at. ``opened`` carries the id of a page."""

    opened = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        draft: Callable[[], RecordDraft | None],
        uses: Callable[[object], Sequence[Use]],
    ) -> None:
        super().__init__()
        self._workspace, self._draft, self._uses = workspace, draft, uses
        self.tasks = TaskScope(self)
        self.cards: list[PairCard] = []
        self._taker: ComparePictures | None = None
        self._most = AT_ONCE
        self._build()

    def _build(self) -> None:
        self.modes = Segments()
        self.modes.set_choices(
            [(TEXT, _("Text"), ""), (PICTURE, _("Picture"), ""), (PAGES, _("In pages"), "")]
        )
        self.modes.setAccessibleName(_("What is compared"))
        self.modes.chosen.connect(lambda _key: self.draw())
        self.widths = Segments("icon")
        self.widths.set_choices(
            [("phone", _("Phone, 390 px"), "smartphone"), ("desktop", _("Desktop"), "monitor")]
        )
        self.widths.setAccessibleName(_("Width"))
        self.widths.chosen.connect(lambda _key: self.draw())
        self.words = Label(size="small", tone="muted", wrap=True)
        self.progress = ProgressLine()
        self.diff = DiffView()
        self.place = column(spacing=12, margins=(16, 4, 16, 16))
        self.more = Button(_("Show more pages"), kind="link", on_click=self._show_more)
        self.place.addWidget(self.more)
        self.place.addStretch(1)
        inner = surface("surface")
        inner.setLayout(self.place)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setAccessibleName(_("Pictures"))
        self.area.setWidget(inner)
        self.places = QStackedWidget()
        self.places.addWidget(self.diff)
        self.places.addWidget(self.area)
        head = row(self.modes, self.words, self.widths, spacing=12, margins=(16, 8, 12, 8))
        head.setStretch(1, 1)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.progress)
        whole.addWidget(self.places, 1)
        self.setLayout(whole)
        self.more.hide()
        self.modes.choose(TEXT)
        self.widths.choose("phone")

    def show_record(self, body: Mapping[str, Any]) -> None:
        self._most = AT_ONCE
        self.draw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draw()

    def draw_soon(self) -> None:
        """What is typed changed."""
        self.tasks.debounce("typed", TYPING_PAUSE, self._draw_typed)

    async def _draw_typed(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Compare the open component, if this is looked at."""
        draft = self._draft()
        if not self.isVisible() or draft is None:
            return
        mode = self.modes.current()
        self.places.setCurrentWidget(self.diff if mode == TEXT else self.area)
        self.widths.setVisible(mode != TEXT)
        self.words.setText("")
        self.tasks.cancel("draw")
        if mode == TEXT:
            self.diff.set_texts(live_html(draft), draft.text("html"), "HTML", TITLES)
        else:
            self.tasks.latest("draw", self._draw(draft, mode))

    async def _draw(self, draft: RecordDraft, mode: str) -> None:
        from funneldesk.desktop.kit.web.preview.capture import CannotPicture

        self._clear()
        code, css = str(draft.base.get("code") or ""), draft.text("css")
        live, typed = Part(live_html(draft), css), Part(draft.text("html"), css)
        one = Source("component", draft.title, f'<component code="{code}"></component>')
        sources = [one] if mode == PICTURE else await self._pages(code)
        parts = LocalParts(self._workspace)
        texts = [live.html, typed.html, *(each.html for each in sources)]
        before = await parts.filler(texts, {code: live})
        after = await parts.filler(texts, {code: typed})
        self._taker = self._taker or ComparePictures(self._workspace, self.window())
        width = WIDTHS.get(self.widths.current(), WIDTHS["phone"])
        self.progress.set_on(True)
        try:
            async for pair in self._taker.take(sources, before, after, width):
                self._add(pair, opens=mode == PAGES)
                self._say(mode, len(sources))
        except CannotPicture as problem:
            self.words.setText(str(problem))
        finally:
            self.progress.set_on(False)
        self._say(mode, len(sources))

    async def _pages(self, code: str) -> list[Source]:
        """The pages that hold the component and are on this computer, as they are saved."""
        found = [use for use in await self._holding(code) if not use.is_draft]
        self.more.setVisible(len(found) > self._most)
        sources = []
        for use in found[: self._most]:
            kept = await self._workspace.store.record("pages", use.id)
            if kept is not None:
                html, css = (str(kept.body.get(name) or "") for name in ("html", "css"))
                sources.append(Source(use.id, use.title, html, css))
        return sources

    async def _holding(self, code: str) -> list[Use]:
        """Uses in pages, those through components that hold it as well, each page once."""
        pages: dict[str, Use] = {}
        known, waiting = {code}, [code]
        while waiting:
            uses = self._uses(waiting.pop())
            for use in (each for each in uses if each.part == "pages"):
                pages.setdefault(use.id, use)
            ids = [use.id for use in uses if use.part == "components"]
            for each in await self._workspace.store.summaries("components", ids):
                outer = str(each.get("code") or "")
                if outer and outer not in known:
                    known.add(outer)
                    waiting.append(outer)
        return list(pages.values())

    def _show_more(self) -> None:
        self._most += AT_ONCE
        self.draw()

    def _add(self, pair: Pair, *, opens: bool) -> None:
        """Those that differ stand first."""
        card = PairCard(pair, opens=opens)
        card.open_button.clicked.connect(partial(self.opened.emit, pair.source.key))
        first_same = next((n for n, c in enumerate(self.cards) if not c.pair.differs), None)
        at = len(self.cards) if first_same is None or not pair.differs else first_same
        self.cards.insert(at, card)
        self.place.insertWidget(at, card)

    def _clear(self) -> None:
        for card in self.cards:
            self.place.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        self.more.hide()

    def _say(self, mode: str, count: int) -> None:
        if mode != PAGES:
            return
        others = sum(card.pair.differs for card in self.cards)
        told = ngettext(
            "{count:,} of {pages:,} page looks different.",
            "{count:,} of {pages:,} pages look different.",
            count,
        ).format(count=others, pages=count)
        left = count - len(self.cards)
        more = _("{count:,} still to come.").format(count=left)
        self.words.setText(f"{told} {more}" if left > 0 else told)
