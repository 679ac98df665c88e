"""Pages behind a password: the cookie that opens them."""

import hashlib
import hmac

from funneldesk.server.parts.pages.tables import PageRow


def cookie_name(row: PageRow) -> str:
    """The cookie that opens a page."""
    return f"fd_page_{row.id}"


def pass_for(secret: bytes, row: PageRow) -> str:
    """The cookie's value. It ends with the password that it stands for."""
    text = f"{row.brand_id}/{row.id}/{row.password}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest()


def opens(secret: bytes, row: PageRow, shown: str | None) -> bool:
    """Whether the cookie that a visitor showed opens the page."""
    return shown is not None and hmac.compare_digest(pass_for(secret, row).encode(), shown.encode())


def is_password(row: PageRow, guess: str) -> bool:
    """Whether the guess is right."""
    return hmac.compare_digest((row.password or "").encode(), guess.encode("utf-8", "replace"))
