"""Content of the preview: the renderings of one stage, under strict policies, and brand assets."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.web.editor.mirror import units_of
from funneldesk.desktop.kit.web.preview.serving import Edit, Prepared, Source, prepare
from funneldesk.desktop.kit.web.slices import Slices

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.schemes import Answer, Reply

ASSET_BYTES_MOST = 20 * 1024 * 1024
HOST = "stage"

AssetLoader = Callable[[str], Awaitable[bytes | None]]
"""Gets ``/cdn/{brand}/assets/…``, decoded; gives the bytes, or None when there is no such file."""

_ASSET_PATH = re.compile(r"/cdn/[\w.~-]{1,200}/assets/[^\x00-\x1f\x7f\\]{1,1000}")
_ASSET_TYPES = {
    ".avif": "image/avif",
    ".css": "text/css",
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".m4a": "audio/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".ogg": "audio/ogg",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".wav": "audio/wav",
    ".webm": "video/webm",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
_ASSETS_ONLY = f"funneldesk://{HOST}/cdn/"
_POLICY = (
    "default-src 'none'; "
    f"img-src {_ASSETS_ONLY} data: blob:; media-src {_ASSETS_ONLY} data: blob:; "
    f"font-src {_ASSETS_ONLY} data:; style-src {_ASSETS_ONLY} 'unsafe-inline'; "
    "connect-src 'none'; frame-src 'none'; child-src 'none'; worker-src 'none'; object-src 'none'; "
    "manifest-src 'none'; base-uri 'none'; form-action 'none'; "
)
STILL_POLICY = _POLICY + "script-src 'none'; sandbox allow-same-origin"
LIVE_POLICY = _POLICY + "script-src 'unsafe-inline'; sandbox allow-scripts"
_PAGE_HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), display-capture=(), usb=()",
}


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """One rendering: a page's html as a visitor gets it, at ``width`` CSS pixels.

    ``key`` tells renderings apart from one `PreviewStage.set_frames` to the next; ``chip`` stands
    beside the title (a weight, say), ``note`` behind both; ``css`` is added at the end of the
    page's head.
    """

    key: str
    title: str
    chip: str
    width: int
    html: str
    css: str = ""
    note: str = ""

    @property
    def source(self) -> Source:
        """Settings that decide the look of the page."""
        return self.html, self.css


@dataclass(slots=True)
class _Rendering:
    """``served`` is what the stage gets of it, made when it first asks; ``edit`` is what made
    that of the text of the revision before."""

    number: int
    revision: int
    frame: PreviewFrame
    served: Slices | None = None
    edit: dict[str, object] = field(default_factory=dict)

    def take(self, frame: PreviewFrame, served: Slices | None, edit: Edit | None) -> None:
        """The same rendering with another text; ``edit`` made it of the one before."""
        self.edit = {}
        if edit is not None:
            place = {"from": edit.start, "to": edit.end, "text": edit.text}
            self.edit = {"base": self.revision, **place}
        self.frame, self.served = frame, served
        self.revision += 1


SourceRange = tuple[str, int, int]
"""The key of a rendering, and a range of its html."""


class Renderings:
    """The renderings on one stage; a number and a revision name each in its paths."""

    def __init__(self, load_asset: AssetLoader | None, asset_base: str, tasks: TaskScope) -> None:
        self._load_asset = load_asset
        self._tasks = tasks
        self._asset_base = asset_base.rstrip("/")
        self._numbers = count(1)
        self._by_key: dict[str, _Rendering] = {}
        self._prepared = Prepared()

    def preparing(self, frames: Sequence[PreviewFrame]) -> Callable[[], Prepared]:
        """Work for another thread that makes `replace` with these frames quick."""
        known = [self._by_key.get(frame.key) for frame in frames]
        wanted = [
            (frame.source, each.served if each is not None else None)
            for frame, each in zip(frames, known, strict=True)
        ]
        return partial(prepare, wanted, self._asset_base, _ASSETS_ONLY)

    def replace(self, frames: Iterable[PreviewFrame], prepared: Prepared | None = None) -> None:
        """Takes the renderings to serve from now on; html or css that changed is a new revision.

        Raises `ValueError` when two have the same key.
        """
        before, self._by_key = self._by_key, {}
        self._prepared = prepared or Prepared()
        for frame in frames:
            if frame.key in self._by_key:
                raise ValueError(f"Two renderings have the key {frame.key!r}.")
            known = before.get(frame.key)
            if known is None:
                known = _Rendering(next(self._numbers), 1, frame)
            elif known.frame.source != frame.source:
                self._take(known, frame)
            known.frame = frame
            self._by_key[frame.key] = known
        # They are told by the identities of texts, of which some are gone now.
        self._prepared.edits.clear()

    def _take(self, known: _Rendering, frame: PreviewFrame) -> None:
        served = self._serve(frame) if known.served is not None else None
        edit = self._prepared.edit(known.served, served) if known.served and served else None
        known.take(frame, served, edit)

    def _serve(self, frame: PreviewFrame) -> Slices:
        return self._prepared.serve(frame.source, self._asset_base, _ASSETS_ONLY)

    def lead_assets_from(self, asset_base: str) -> None:
        """Addresses that begin so are led to the brand's files; every page is loaded anew."""
        self._asset_base = asset_base.rstrip("/")
        self._prepared = Prepared()
        self._by_key = {
            key: _Rendering(next(self._numbers), 1, known.frame)
            for key, known in self._by_key.items()
        }

    def source_range(self, number: int, revision: int, start: int, end: int) -> SourceRange | None:
        """The key and the html range of a rendering that a range (in code units) of what was
        served of it came from; None when it is of no html, or of an older one."""
        key = self.key_of(number)
        known = self._by_key[key] if key is not None else None
        if key is None or known is None or known.revision != revision or start > end:
            return None
        served = known.served
        if served is None:
            return None
        found = served.source_range(*_offsets(served.text, start, end))
        return None if found is None else (key, *found)

    def place_of(self, key: str, offset: int) -> dict[str, int] | None:
        """Where the stage finds a place of a rendering's html; None when it is not there."""
        known = self._by_key.get(key)
        served = known.served if known is not None else None
        place = served.place_of(offset) if served is not None else None
        if known is None or served is None or place is None:
            return None
        at = units_of(served.text[:place])
        return {"id": known.number, "revision": known.revision, "at": at}

    def described(self, scripts: bool, free_width: bool) -> list[dict[str, object]]:
        """Their descriptions for the stage, in order."""
        return [
            {
                "id": each.number,
                "revision": each.revision,
                "title": each.frame.title,
                "chip": each.frame.chip,
                "note": each.frame.note,
                "width": each.frame.width,
                "scripts": scripts,
                "free": free_width,
                "edit": each.edit,
            }
            for each in self._by_key.values()
        ]

    def key_of(self, number: int) -> str | None:
        """The key of a rendering that is still on the stage."""
        return next((key for key, each in self._by_key.items() if each.number == number), None)

    def revision(self, key: str) -> int:
        """Counts the html and css that a rendering has had."""
        return self._by_key[key].revision

    def answer(self, path: str, scripts: bool, reply: "Reply") -> bool:
        """Answers the paths of renderings and assets; False for any other path."""
        from funneldesk.desktop.kit.web.schemes import Answer

        kind, _, rest = path.removeprefix("/").partition("/")
        if kind == "frame":
            policy = LIVE_POLICY if scripts else STILL_POLICY
            headers = {**_PAGE_HEADERS, "Content-Security-Policy": policy}
            page = self._page(rest)
            reply(None if page is None else Answer("text/html; charset=utf-8", page, headers))
        elif kind == "source":
            page = self._page(rest)
            told = {"X-Revision": str(self._revision_of(rest))}
            reply(None if page is None else Answer("text/plain; charset=utf-8", page, told))
        elif kind == "cdn":
            self._answer_asset(path, reply)
        else:
            return False
        return True

    def _revision_of(self, place: str) -> int:
        number = place.partition("/")[0]
        key = self.key_of(int(number)) if number.isdecimal() else None
        return 0 if key is None else self._by_key[key].revision

    def _page(self, place: str) -> bytes | None:
        number = place.partition("/")[0]
        key = self.key_of(int(number)) if number.isdecimal() else None
        if key is None:
            return None
        known = self._by_key[key]
        known.served = known.served or self._serve(known.frame)
        return known.served.text.encode("utf-8", "replace")

    def _answer_asset(self, path: str, reply: "Reply") -> None:
        media_type = asset_type(path)
        if media_type is None or self._load_asset is None:
            reply(None)
            return
        self._tasks.start(self._fetch_asset(self._load_asset, path, media_type, reply))

    async def _fetch_asset(
        self, load: AssetLoader, path: str, media_type: str, reply: "Reply"
    ) -> None:
        answer: Answer | None = None
        try:
            answer = _asset(media_type, await load(path))
        finally:
            reply(answer)


def _offsets(text: str, start: int, end: int) -> tuple[int, int]:
    """Places in code units as places in characters."""
    if units_of(text) == len(text):
        return start, end
    coded = text.encode("utf-16-le", "surrogatepass")
    first, last = (len(coded[: 2 * at].decode("utf-16-le", "surrogatepass")) for at in (start, end))
    return first, last


def asset_type(path: str) -> str | None:
    """The type that an asset is served as, or None for a path that is never asked for."""
    if not _ASSET_PATH.fullmatch(path) or {"..", "."} & set(path.split("/")):
        return None
    return _ASSET_TYPES.get(PurePosixPath(path).suffix.lower())


def _asset(media_type: str, body: bytes | None) -> "Answer | None":
    from funneldesk.desktop.kit.web.schemes import Answer

    if body is None or len(body) > ASSET_BYTES_MOST:
        return None
    return Answer(media_type, body, {"Access-Control-Allow-Origin": "*"})
