"""The preview: renderings of foreign pages side by side, scaled to fit, that can reach nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.style.theme import theme as window_theme
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.channel import Message
from funneldesk.desktop.kit.web.host import WebHost
from funneldesk.desktop.kit.web.preview.renderings import (
    HOST,
    AssetLoader,
    PreviewFrame,
    Renderings,
)
from funneldesk.desktop.kit.web.theme import StageTheme

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.schemes import Answer, Reply

_WIDEST = 10_000

__all__ = ["AssetLoader", "Layout", "PreviewFrame", "PreviewStage"]


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of renderings on the stage.

    ``flow`` is side by side as far as they stay readable, ``grid`` rows of ``columns``; ``wipe``
    and ``fade`` put the second of two over the first, with a slider; ``studio`` is one alone, for
    images. ``lazy`` ones are made when they come near the visible part, ``linked`` ones are
    scrolled together.
    """

    kind: Literal["flow", "grid", "wipe", "fade", "studio"] = "flow"
    columns: int = 1
    lazy: bool = False
    linked: bool = False


class PreviewStage(WebHost):
    """Shows `PreviewFrame` after `PreviewFrame` on one ground.

    ``load_asset`` is awaited for the brand's own files, the only ones that a page gets; addresses
    in the html that begin with ``asset_base`` (``http://127.0.0.1:4711/cdn``, say) are led to it.
    """

    link_clicked = Signal(str)
    """A link's address, as the page has it (resolved, while scripts run); nothing else happens."""
    width_changed = Signal(int)
    """The user dragged the renderings to a width in CSS pixels."""
    frame_shown = Signal(str)
    """The latest html of a rendering (its key) is on the screen."""
    picked = Signal(str, int, int)
    """An element of a still rendering (its key) was clicked: where its source is in the html."""
    tile_ready = Signal(int, int, int, int)
    """Of a studio: the number of a screen, its top, the page's length and the screen's height."""

    def __init__(
        self,
        load_asset: AssetLoader | None = None,
        asset_base: str = "",
        parent: QWidget | None = None,
    ) -> None:
        self._theme = StageTheme.of(window_theme.tokens)
        super().__init__(HOST, "stage.html", self._theme.background, True, parent)
        window_theme.changed.connect(self._follow_window)
        self._files: dict[str, Answer] = {}
        self.tasks = TaskScope(self)
        self._renderings = Renderings(load_asset, asset_base, self.tasks)
        self._scripts = False
        self._free_width = False
        self._layout = Layout()

    def set_frames(self, frames: Sequence[PreviewFrame]) -> None:
        """Shows these renderings; one that was there already is brought up to date in place.

        Call it as often as the text changes: what the stage has no time for is left out. Raises
        `ValueError` when two have the same key.
        """
        self._renderings.replace(frames)
        self._tell(self._frames())

    async def show_frames(self, frames: Sequence[PreviewFrame]) -> None:
        """As `set_frames`, with the work that big pages need done in another thread."""
        prepared = await in_thread(self._renderings.preparing(frames))
        self._renderings.replace(frames, prepared)
        self._tell(self._frames())

    def set_layout(self, layout: Layout) -> None:
        """Set the layout from the next `set_frames` on."""
        self._layout = layout

    def lead_assets_from(self, asset_base: str) -> None:
        """Where the brand's files are now; pages are loaded anew, with the images they missed."""
        self._renderings.lead_assets_from(asset_base)
        self._tell(self._frames())

    def reveal(self, places: Mapping[str, int]) -> None:
        """Outlines the elements at these places of renderings' html, by key, and scrolls to them.

        Renderings that are not named, and places that made no element, lose their outline.
        """
        found = [self._renderings.place_of(key, offset) for key, offset in places.items()]
        self._tell({"kind": "reveal", "places": [place for place in found if place is not None]})

    def turn_to(self, number: int, top: int, *, first: bool = False) -> None:
        """Of a studio: has screen ``number`` shown from ``top`` on; `tile_ready` answers."""
        self._tell({"kind": "tile", "number": number, "top": top, "first": first})

    def set_zoom(self, factor: float) -> None:
        """The window's pixels for one CSS pixel of the stage; 1 at first."""
        if self._view is not None:
            self._view.setZoomFactor(factor)

    def allow_scripts(self, on: bool) -> None:
        """Whether the pages' own scripts run: without network, storage, or sight of the program."""
        if on == self._scripts:
            return
        self._scripts = on
        # A page that spins for ever ends with the process that it spins in.
        self._rebuild()

    @property
    def scripts_allowed(self) -> bool:
        """Whether the pages' own scripts run; off at first."""
        return self._scripts

    def set_free_width(self, on: bool) -> None:
        """Whether the renderings have a handle to drag them wider or narrower."""
        self._free_width = on
        self._tell(self._frames())

    def set_theme(self, theme: StageTheme) -> None:
        """The colours of the ground and the cards, until the window's own change."""
        self._theme = theme
        self._set_background(theme.background)
        self._tell({"kind": "theme", "colours": theme.as_styles()})

    def _follow_window(self) -> None:
        self.set_theme(StageTheme.of(window_theme.tokens))

    def start(self) -> None:
        """Makes the view now; the first one in the program loads the web engine."""
        from funneldesk.desktop.kit.web.schemes import shipped_files

        self._files = self._files or shipped_files("stage")
        super().start()

    def _answer(self, path: str, reply: "Reply") -> None:
        if not self._renderings.answer(path, self._scripts, reply):
            reply(self._files.get(path))

    def _state(self) -> Iterable[Message]:
        yield {"kind": "theme", "colours": self._theme.as_styles()}
        yield self._frames()

    def _frames(self) -> Message:
        described = self._renderings.described(self._scripts, self._free_width)
        return {"kind": "frames", "frames": described, "layout": asdict(self._layout)}

    def _receive(self, message: Message) -> None:
        match message:
            case {"kind": "link", "url": str(url)}:
                self.link_clicked.emit(url)
            case {"kind": "width", "width": int(width)} if 0 < width < _WIDEST:
                self.width_changed.emit(width)
            case {"kind": "shown", "id": int(number), "revision": int(revision)}:
                key = self._renderings.key_of(number)
                if key is not None and revision == self._renderings.revision(key):
                    self.frame_shown.emit(key)
            case {
                "kind": "picked",
                "id": int(number),
                "revision": int(revision),
                "start": int(start),
                "end": int(end),
            }:
                found = self._renderings.source_range(number, revision, start, end)
                if found is not None:
                    self.picked.emit(*found)
            case {"kind": "tile", "number": int(number), **rest}:
                values = [rest.get(name) for name in ("top", "length", "screen")]
                self.tile_ready.emit(
                    number, *(int(v) if isinstance(v, int | float) else 0 for v in values)
                )

    def _link_clicked(self, url: str) -> None:
        self.link_clicked.emit(url)
