"""The beginning of a message in plain words (quirk 57: hostile until sanitised)."""

from funneldesk.contract.html_words import without_pictures
from funneldesk.contract.message_text import words_of

PREVIEW_LENGTH = 160
_MOST_LOOKED_AT = 20_000


def preview_of(message: str, message_type: str | None = None) -> str:
    """The beginning of a message as one line of at most ``PREVIEW_LENGTH`` characters."""
    text = words_of(without_pictures(message)[:_MOST_LOOKED_AT], message_type)
    if len(text) <= PREVIEW_LENGTH:
        return text
    return text[: PREVIEW_LENGTH - 1].rstrip() + "…"
