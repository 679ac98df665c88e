"""The brands' files as visitors fetch them: ``/cdn/{brand}/assets/…``."""

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from funneldesk.server.platform import Platform
from funneldesk.server.visitor.storage import Asset, Storage

router = APIRouter(tags=["visitor"])

_TYPES = {
    "avif": "image/avif",
    "css": "text/css; charset=utf-8",
    "gif": "image/gif",
    "ico": "image/x-icon",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mov": "video/quicktime",
    "mp4": "video/mp4",
    "otf": "font/otf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "webm": "video/webm",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
}
_ACTIVE = frozenset({"svg"})
_MAX_AGE_SECONDS = 300


@router.api_route(
    "/cdn/{brand:int}/assets/{path:path}", methods=["GET", "HEAD"], include_in_schema=False
)
async def get_asset(brand: int, path: str, request: Request) -> Response:
    """A file, or 404. Never anything outside of the brand's own folder."""
    platform: Platform = request.app.state.platform
    storage = Storage(platform.settings.storage)
    asset = await run_in_threadpool(storage.read, brand, path)
    if asset is None:
        return Response("Not found.", 404, media_type="text/plain")
    headers = _headers(path, asset)
    if request.headers.get("if-none-match") == asset.etag:
        return Response(None, 304, headers=headers)
    return Response(asset.content, headers=headers)


def _headers(path: str, asset: Asset) -> dict[str, str]:
    ending = path.rpartition(".")[2].lower()
    kind = _TYPES.get(ending)
    headers = {
        "Content-Type": kind or "application/octet-stream",
        "Cache-Control": f"public, max-age={_MAX_AGE_SECONDS}",
        "ETag": asset.etag,
        "X-Content-Type-Options": "nosniff",
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if kind is None:
        headers["Content-Disposition"] = "attachment"
    if ending in _ACTIVE:
        headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
        )
    return headers
