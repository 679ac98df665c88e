"""What the preview serves: the renderings of one stage, under strict policies, and brand assets."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.tasks import TaskScope

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
_END_OF_HEAD = re.compile(r"</head\s*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """One rendering: a page's html as a visitor gets it, at ``width`` CSS pixels.

    ``key`` tells renderings apart from one `PreviewStage.set_frames` to the next; ``chip`` stands
    beside the title (a weight, say); ``css`` is added at the end of the page's head.
    """

    key: str
    title: str
    chip: str
    width: int
    html: str
    css: str = ""


@dataclass(slots=True)
class _Rendering:
    number: int
    revision: int
    frame: PreviewFrame


class Renderings:
    """The renderings on one stage; a number and a revision name each in its paths."""

    def __init__(self, load_asset: AssetLoader | None, asset_base: str, tasks: TaskScope) -> None:
        self._load_asset = load_asset
        self._tasks = tasks
        self._asset_base = asset_base.rstrip("/")
        self._numbers = count(1)
        self._by_key: dict[str, _Rendering] = {}

    def replace(self, frames: Iterable[PreviewFrame]) -> None:
        """Takes the renderings to serve from now on; html or css that changed is a new revision.

        Raises `ValueError` when two have the same key.
        """
        before, self._by_key = self._by_key, {}
        for frame in frames:
            if frame.key in self._by_key:
                raise ValueError(f"Two renderings have the key {frame.key!r}.")
            known = before.get(frame.key)
            if known is None:
                known = _Rendering(next(self._numbers), 1, frame)
            elif (known.frame.html, known.frame.css) != (frame.html, frame.css):
                known.revision += 1
            known.frame = frame
            self._by_key[frame.key] = known

    def described(self, scripts: bool, free_width: bool) -> list[dict[str, object]]:
        """What the stage is told of them, in order."""
        return [
            {
                "id": each.number,
                "revision": each.revision,
                "title": each.frame.title,
                "chip": each.frame.chip,
                "width": each.frame.width,
                "scripts": scripts,
                "free": free_width,
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
            reply(None if page is None else Answer("text/plain; charset=utf-8", page))
        elif kind == "cdn":
            self._answer_asset(path, reply)
        else:
            return False
        return True

    def _page(self, place: str) -> bytes | None:
        number = place.partition("/")[0]
        key = self.key_of(int(number)) if number.isdecimal() else None
        return None if key is None else self._served(self._by_key[key].frame)

    def _served(self, frame: PreviewFrame) -> bytes:
        html = frame.html
        if frame.css:
            style = "<style>" + frame.css.replace("</style", "<\\/style") + "</style>"
            end = _END_OF_HEAD.search(html)
            at = end.start() if end else len(html)
            html = html[:at] + style + html[at:]
        if self._asset_base:
            html = html.replace(self._asset_base + "/", _ASSETS_ONLY)
        return html.encode("utf-8", "replace")

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
