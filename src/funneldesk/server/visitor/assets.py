"""The brands' files as visitors fetch them: ``/cdn/{brand}/assets/…`` (document: File asset)."""

from email.utils import format_datetime

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from funneldesk.contract.file_kinds import TYPES, ending_of
from funneldesk.contract.file_names import BadPath
from funneldesk.server.platform import Platform
from funneldesk.server.storage.objects import StorageAway
from funneldesk.server.storage.storage import Content, Storage, Stored
from funneldesk.server.visitor.ranges import NoSuchRange, wanted_range
from funneldesk.server.web.answers import CutShort, Streamed

router = APIRouter(tags=["visitor"])

_TEXT = frozenset({"text/css", "text/javascript"})
_ACTIVE = frozenset({"svg", "html", "htm", "xhtml", "xml"})
_SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
_MAX_AGE_SECONDS = 300
_SMALL = 256 * 1024


@router.api_route(
    "/cdn/{brand:int}/assets/{path:path}", methods=["GET", "HEAD"], include_in_schema=False
)
async def get_asset(brand: int, path: str, request: Request) -> Response:
    """A file or the range of it that is asked for, or 404. Never anything of another brand."""
    platform: Platform = request.app.state.platform
    return await run_in_threadpool(_answer, platform.storage, brand, path, request)


def _answer(storage: Storage, brand: int, path: str, request: Request) -> Response:
    try:
        stored = storage.head(brand, path)
        if stored is None:
            return _not_found()
        headers = _headers(stored)
        if _is_known(request, stored):
            return Response(None, 304, headers=headers)
        wanted = wanted_range(request.headers, stored)
        if request.method == "HEAD":
            return Response(None, headers={**headers, "Content-Length": str(stored.size)})
        content = storage.get(brand, path, *(wanted or ()))
    except NoSuchRange as error:
        return Response(None, 416, {"Content-Range": f"bytes */{error.size}"})
    except (BadPath, FileNotFoundError):
        return _not_found()
    try:
        return _send(content, _headers(content.stored), partial=wanted is not None)
    except CutShort as error:
        raise StorageAway from error


def _send(content: Content, headers: dict[str, str], *, partial: bool) -> Response:
    status, length = 200, content.end - content.start
    if partial:
        status = 206
        last, size = content.end - 1, content.stored.size
        headers["Content-Range"] = f"bytes {content.start}-{last}/{size}"
    if length <= _SMALL:
        return Response(b"".join(content.chunks), status, headers)
    headers["Content-Length"] = str(length)
    return Streamed(content.chunks, status, headers)


def _is_known(request: Request, stored: Stored) -> bool:
    shown = request.headers.get("if-none-match")
    if shown is None:
        return False
    tags = [tag.strip().removeprefix("W/") for tag in shown.split(",")]
    return "*" in tags or stored.etag in tags


def _not_found() -> Response:
    return Response("Not found.", 404, media_type="text/plain")


def _headers(stored: Stored) -> dict[str, str]:
    ending = ending_of(stored.path.rpartition("/")[2])
    kind = TYPES.get(ending)
    shown = f"{kind}; charset=utf-8" if kind in _TEXT else kind
    headers = {
        "Content-Type": shown or "application/octet-stream",
        "Cache-Control": f"public, max-age={_MAX_AGE_SECONDS}",
        "ETag": stored.etag,
        "Last-Modified": format_datetime(stored.changed, usegmt=True),
        "Accept-Ranges": "bytes",
        "X-Content-Type-Options": "nosniff",
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if kind is None:
        headers["Content-Disposition"] = "attachment"
    if ending in _ACTIVE:
        headers["Content-Security-Policy"] = _SANDBOX
    return headers
