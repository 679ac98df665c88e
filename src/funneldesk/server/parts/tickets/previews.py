"""The beginning of a message in plain words (quirk 57: hostile until sanitised)."""

from funneldesk.server.web.markup import words

PREVIEW_LENGTH = 160
_MOST_LOOKED_AT = 20_000


def preview_of(message: str) -> str:
    """The beginning of a message as one line of at most ``PREVIEW_LENGTH`` characters."""
    text = words(message[:_MOST_LOOKED_AT])
    if len(text) <= PREVIEW_LENGTH:
        return text
    return text[: PREVIEW_LENGTH - 1].rstrip() + "…"
