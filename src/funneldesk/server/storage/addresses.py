"""Where visitors find a file (document: File asset, public URL pattern; quirk 34)."""

from urllib.parse import quote

from fastapi import Request

from funneldesk.server.settings import Settings

CDN_PATH = "/cdn"


def asset_url(settings: Settings, brand_id: int, path: str) -> str:
    """``{cdn_url}/{brand}/assets/{path}``; without a ``cdn_url`` a path on this platform.

    A path stays true when the platform moves to another port, so this is what records keep.
    """
    base = (settings.cdn_url or CDN_PATH).rstrip("/")
    return f"{base}/{brand_id}/assets/{quote(path)}"


def whole_url(request: Request, url: str) -> str:
    """``url``, made whole by the address of the call when it is a path on this platform."""
    if not url.startswith("/"):
        return url
    # Put together by hand: the parts are percent-encoded already.
    return f"{request.url.scheme}://{request.url.netloc}{url}"
