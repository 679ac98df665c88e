"""The platform's own small pages for visitors: not found, sign in, password."""

from collections.abc import Sequence
from html import escape

from fastapi import Response
from fastapi.responses import HTMLResponse

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
body {{ display: grid; place-items: center; min-height: 100vh; margin: 0; }}
main {{ box-sizing: border-box; width: min(28rem, 100%); padding: 2rem; }}
h1 {{ font-size: 1.4rem; margin: 0 0 .5rem; }}
form {{ display: grid; gap: .75rem; margin-top: 1.25rem; }}
input, button {{ box-sizing: border-box; width: 100%; font: inherit; padding: .6rem .75rem; }}
[role=alert] {{ color: light-dark(#b42318, #ff9d92); }}
</style>
</head>
<body><main><h1>{title}</h1>{content}</main></body>
</html>
"""
_FORM = """<p>{text}</p>{alert}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" required autofocus>
<button>Open the page</button>
</form>"""
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}


def not_found() -> Response:
    """404: there is no such page, or it is not published."""
    return _page("Page not found", "<p>There is no published page at this address.</p>", 404)


def members_only() -> Response:
    """403: the page asks its visitors to sign in."""
    text = "<p>This page is for members. Please sign in on the site that sent you here.</p>"
    return _page("Members only", text, 403)


def login() -> Response:
    """The page that browser-style calls without a key are sent to."""
    text = (
        "<p>This address is for programs. Open the brand in Funneldesk, or send an access key "
        "with each call.</p>"
    )
    return _page("Sign in", text, 200)


def password_form(title: str, *, wrong: bool = False) -> Response:
    """Asks for the password of a page; 403 after a wrong one."""
    alert = '<p role="alert">This password is not right. Please try again.</p>' if wrong else ""
    text = "This page opens with a password."
    return _page(title, _FORM.format(text=text, alert=alert), 403 if wrong else 200)


def too_many_guesses(seconds: int) -> Response:
    """429: wait before the next guess."""
    minutes = -(-seconds // 60)
    text = f"<p>There were too many wrong passwords. Try again in {minutes} min.</p>"
    answer = _page("Please wait", text, 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def too_many(seconds: int) -> Response:
    """429: more came from this address than people send."""
    minutes = -(-seconds // 60)
    text = f"<p>Too much came from your address. Try again in {minutes} min.</p>"
    answer = _page("Please wait", text, 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def thanks() -> Response:
    """200: what a form held was taken, and there is no page to go back to."""
    return _page("Thank you", "<p>Your entry was received.</p>", 200)


def not_taken(sentences: Sequence[str]) -> Response:
    """422: what is wrong with what a form held, a sentence each."""
    listed = "".join(f"<li>{escape(text)}</li>" for text in sentences)
    text = "<p>Please go back and correct this:</p>"
    return _page("Not quite", f'{text}<ul role="alert">{listed}</ul>', 422)


def _page(title: str, content: str, status: int) -> Response:
    page = _PAGE.format(title=escape(title), content=content)
    return HTMLResponse(page, status, headers=_HEADERS)
