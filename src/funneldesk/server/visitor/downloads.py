"""Files of exports at addresses that say themselves who may have them (quirk 59).

Whoever has the address has the file, for as long as exports are kept: so it is long, signed and
never listed.
"""

import base64
import hashlib
import hmac
import re
from datetime import timedelta

from fastapi import APIRouter, Request, Response

from funneldesk.server.db.types import now
from funneldesk.server.jobs.exports import KEPT_DAYS, file_of, status_of
from funneldesk.server.platform import Platform
from funneldesk.server.web.answers import Json, Streamed
from funneldesk.server.web.errors import Refused

router = APIRouter(include_in_schema=False)

_TOKEN = re.compile(r"([0-9]{1,19})-([0-9]{1,19})-([0-9]{1,12})-([A-Za-z0-9_-]{43})", re.ASCII)
_LONGEST = 2**63 - 1


def download_path(platform: Platform, brand_id: int, export_id: int) -> str:
    """The path under which the file of an export can be fetched until it is removed."""
    until = int((now() + timedelta(days=KEPT_DAYS)).timestamp())
    claim = f"{brand_id}-{export_id}-{until}"
    return f"/downloads/{claim}-{_seal(platform.secret, claim)}"


@router.get("/downloads/{token}")
def download(token: str, request: Request) -> Response:
    """The file; 202 while it is being made, 404 for a wrong or expired address, 410 without file.

    Raises Refused.
    """
    platform: Platform = request.app.state.platform
    brand_id, export_id = _opened(platform.secret, token)
    file = file_of(platform, brand_id, export_id)
    if file is None:
        return _not_there(platform, brand_id, export_id)
    headers = {
        "Content-Type": file.media_type,
        "Content-Disposition": f'attachment; filename="{file.name}"',
        "Content-Length": str(file.size),
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    return Streamed(file.pieces(), headers=headers)


def _not_there(platform: Platform, brand_id: int, export_id: int) -> Response:
    with platform.database.reading() as session:
        status = status_of(session, brand_id, export_id)
    if status in ("waiting", "ready"):
        return Json({"message": "The file is being made."}, 202, headers={"Retry-After": "1"})
    raise Refused(410, {"message": "The file could not be made, or is no longer kept."})


def _opened(secret: bytes, token: str) -> tuple[int, int]:
    """Brand and export of an address. Raises Refused (404)."""
    parts = _TOKEN.fullmatch(token)
    if parts is not None:
        brand_id, export_id, until = (int(part) for part in parts.groups()[:3])
        right = _seal(secret, f"{parts[1]}-{parts[2]}-{parts[3]}")
        fits = hmac.compare_digest(right.encode(), parts[4].encode())
        if fits and until > now().timestamp() and max(brand_id, export_id) <= _LONGEST:
            return brand_id, export_id
    raise Refused(404, {"message": "not found"})


def _seal(secret: bytes, claim: str) -> str:
    digest = hmac.new(secret, f"download/{claim}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")
