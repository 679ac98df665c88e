"""The document around what the platform itself shows to visitors: courses and quizzes.

Nothing in it runs scripts; media come from anywhere by https, and forms go here only.
"""

from html import escape

from fastapi.responses import HTMLResponse

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<style>
:root {{ color-scheme: {scheme}; font: 16px/1.55 system-ui, sans-serif; }}
body {{ margin: 0; }}
main {{ box-sizing: border-box; width: min(42rem, 100%); margin: 0 auto; padding: 2rem 1.25rem; }}
h1 {{ font-size: 1.5rem; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.15rem; margin: 2rem 0 .5rem; }}
article {{ border-top: 1px solid #8884; padding: 1rem 0; }}
img, video, audio {{ max-width: 100%; }}
label {{ display: block; padding: .45rem 0; }}
button {{ font: inherit; padding: .6rem 1.1rem; }}
input[type=text], textarea {{ box-sizing: border-box; width: 100%; font: inherit; padding: .6rem; }}
progress {{ width: 100%; }}
[role=alert] {{ color: light-dark(#b42318, #ff9d92); }}
</style>
</head>
<body><main>{content}</main></body>
</html>
"""
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; "
    "media-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
)
_VIDEO_ENDINGS = (".mp4", ".webm", ".mov", ".m4v")


def framed(
    title: str,
    content: str,
    *,
    lang: str = "en",
    dark: bool | None = None,
    embedded: bool = False,
    status: int = 200,
) -> HTMLResponse:
    """A page around html of our own making. ``embedded`` ones may stand in the brand's pages."""
    scheme = "light dark" if dark is None else "dark" if dark else "light"
    page = _PAGE.format(title=escape(title), content=content, lang=escape(lang), scheme=scheme)
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": _POLICY.format(ancestors="'self'" if embedded else "'none'"),
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
    }
    return HTMLResponse(page, status, headers=headers)


def is_web_address(address: str) -> bool:
    """Whether a link may lead there: http, https, or a file of this platform."""
    return address.lower().startswith(("https://", "http://", "/cdn/"))


def video(address: str | None) -> str:
    """A film to play, or a link to where it plays; nothing for what is no address."""
    if not address or not is_web_address(address):
        return ""
    shown = escape(address)
    if address.partition("?")[0].lower().endswith(_VIDEO_ENDINGS):
        return f'<video controls preload="metadata" src="{shown}"></video>'
    return f'<p><a href="{shown}" target="_blank" rel="noopener noreferrer">Watch the video</a></p>'
