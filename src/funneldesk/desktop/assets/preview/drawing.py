"""What the preview and the comparison have in common: renderings, their names, their files."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import TimedOut, Unreachable
from funneldesk.contract.markup import Block
from funneldesk.desktop.assets.preview.combinations import (
    Combination,
    all_variants_of,
    describe,
    render_combinations,
)
from funneldesk.desktop.assets.seen_files import PublicFiles
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.preview.preview import PreviewFrame, PreviewStage
    from funneldesk.desktop.kit.web.slices import Slices

WIDTHS = {"phone": 390, "tablet": 820, "desktop": 1280}
WIDTH_NAMES = {"phone": _("Phone"), "tablet": _("Tablet"), "desktop": _("Desktop")}
NO_SCROLL_BARS = "\nhtml::-webkit-scrollbar, body::-webkit-scrollbar { width: 0; height: 0 }"
"""Phones draw them over the page: a bar that takes room would show a narrower page."""


@dataclass(frozen=True, slots=True)
class PageSource:
    """The source that is looked at: its html, its css, the split tests of that html.

    ``page`` counts the pages that were opened: another one is loaded anew, from its top.
    """

    html: str = ""
    css: str = ""
    blocks: Sequence[Block] = field(default=())
    page: int = 0

    def key(self, view: "View") -> str:
        """What tells a view of this page apart from any other."""
        return f"{self.page}:{view.key}"


@dataclass(frozen=True, slots=True)
class View:
    """One combination at one width, with the words above it. ``key`` tells views apart."""

    key: str
    title: str
    chip: str
    combination: Combination
    width: int
    note: str = ""


def variant_views(
    blocks: Sequence[Block], place: int, combination: Combination, width: int, most: int
) -> list[View]:
    """Every variant of a test, up to ``most``, all else as in ``combination``."""
    views = []
    for number, each in enumerate(all_variants_of(blocks, place, combination)[:most]):
        variant = blocks[place].variants[number]
        weight = HERE.percent(variant.weight, of=100) if variant.weight is not None else ""
        title = variant.name or _("variant {number}").format(number=number + 1)
        views.append(View(f"{place}.{number}", title, weight, each, width))
    return views


def combination_name(blocks: Sequence[Block], combination: Combination) -> str:
    """What a combination is called; never empty."""
    return describe(blocks, combination) or _("The page")


FILES_PAUSE = 0.5
"""Seconds: many files change one after the other."""


class Drawing(QObject):
    """Draws views of a source on a stage, and knows where in the source they came from."""

    picked = Signal(int, int)
    """An element was clicked: the range of its source, in the newest source."""

    def __init__(self, workspace: Workspace, owner: QObject) -> None:
        super().__init__(owner)
        self.workspace = workspace
        self.source = PageSource()
        self.stage: PreviewStage | None = None
        self._slices: dict[str, Slices] = {}
        self._drawn = ""
        self._cursor = -1
        self._led_from = ""
        self._missed = False
        self._tasks = TaskScope(self)
        workspace.connection_changed.connect(self._follow_address)
        workspace.changed.connect(self._follow_files)

    async def ready_stage(self) -> "PreviewStage":
        """The stage, made when it is first needed and the platform's address is known."""
        from funneldesk.desktop.kit.web.preview.preview import PreviewStage

        if self.stage is None:
            await self.workspace.settled()
            self._led_from = self._asset_base()
            self.stage = PreviewStage(load_asset=self.load_asset, asset_base=self._led_from)
            self.stage.picked.connect(self._picked)
        return self.stage

    async def frames(self, views: Sequence[View]) -> "list[PreviewFrame]":
        """The views as the stage shows them from now on, rendered off the window's thread."""
        source = self.source
        rendered = await self._rendered(source, views)
        self._drawn = source.html
        self._slices = {source.key(view): rendered[view.combination] for view in views}
        return _frames(source, views, rendered)

    async def frames_of(self, views: Sequence[View]) -> "list[PreviewFrame]":
        """The views for another use than this stage."""
        source = self.source
        return _frames(source, views, await self._rendered(source, views))

    async def _rendered(
        self, source: PageSource, views: Sequence[View]
    ) -> "dict[Combination, Slices]":
        wanted = list(dict.fromkeys(view.combination for view in views))
        rendered = await in_thread(render_combinations, source.html, wanted)
        return dict(zip(wanted, rendered, strict=True))

    def show_cursor(self, offset: int | None = None) -> None:
        """Outline what a place of the source became, wherever it is shown; None: as before."""
        self._cursor = self._cursor if offset is None else offset
        if self.stage is None or self._cursor < 0 or self._drawn != self.source.html:
            return
        places = {key: s.place_of(self._cursor) for key, s in self._slices.items()}
        self.stage.reveal({key: place for key, place in places.items() if place is not None})

    def forget_cursor(self) -> None:
        """Another page: nothing in it is looked for yet."""
        self._cursor = -1

    def _picked(self, key: str, start: int, end: int) -> None:
        from funneldesk.desktop.kit.web.slices import changed_part

        slices = self._slices.get(key)
        found = slices.source_range(start, end) if slices is not None else None
        if found is None:
            return
        first, last = found
        if self._drawn != self.source.html:
            at, until, text = changed_part(self._drawn, self.source.html)
            shift = len(text) - (until - at)
            first += shift if first >= until else 0
            last += shift if last >= until else 0
        length = len(self.source.html)
        self._cursor = -1
        self.picked.emit(min(first, length), min(max(first, last), length))

    def _asset_base(self) -> str:
        return f"{self.workspace.base_url}/cdn"

    def _follow_address(self) -> None:
        """The platform is elsewhere, or back: what was missing may be there now."""
        back = self._missed and self.workspace.connection_state == ONLINE
        if self.stage is not None and (back or self._led_from != self._asset_base()):
            self._missed = False
            self._led_from = self._asset_base()
            self.stage.lead_assets_from(self._led_from)

    def _follow_files(self, change: Change) -> None:
        """Files were renamed, deleted or replaced: what is shown of them is not so any more."""
        if change.part == "files":
            self._tasks.debounce("files", FILES_PAUSE, self._reload)

    async def _reload(self) -> None:
        if self.stage is not None:
            self.stage.lead_assets_from(self._led_from)

    async def load_asset(self, path: str) -> bytes | None:
        """A file of the brand, as it was seen last while the server is away; None for none."""
        files = self.workspace.shared(PublicFiles)
        with optional() as asked:
            if not files.is_away:
                return await files.fetch(path)
        if asked.failed and not isinstance(asked.error, Unreachable | TimedOut):
            return None  # A missing image shows as one in the preview.
        self._missed = True
        return await files.last_seen(path)


def _frames(
    source: PageSource, views: Sequence[View], rendered: "dict[Combination, Slices]"
) -> "list[PreviewFrame]":
    from funneldesk.desktop.kit.web.preview.preview import PreviewFrame

    css = source.css + NO_SCROLL_BARS
    return [
        PreviewFrame(
            source.key(view),
            view.title,
            view.chip,
            view.width,
            rendered[view.combination].text,
            css,
            view.note,
        )
        for view in views
    ]
