"""Fields of a page and their values, in the words that the settings use."""

from collections.abc import Mapping

from funneldesk.desktop.parts.pages.edit.draft import Value
from funneldesk.desktop.parts.pages.list.rows import STATUS_WORDS
from funneldesk.desktop.parts.pages.settings.fields import GROUPS

OTHERS = {
    "status": "Status",
    "html": "HTML",
    "css": "CSS",
    "custom_header_code": "Header code",
    "custom_javascript": "JavaScript",
    "domain_id": "Domain",
    "funnel_id": "Funnel",
    "folder_id": "Folder",
}
_LABELS = {field.name: field.label for group in GROUPS for field in group.fields} | OTHERS
_LONGEST = 60

Names = Mapping[str, Mapping[Value, str]]
"""For a field, what its values are called: a funnel's number and its name."""


def field_label(field: str) -> str:
    """What a field is called."""
    return _LABELS.get(field, field.replace("_", " "))


def value_words(field: str, value: Value, names: Names | None = None) -> str:
    """A value in a few words; a long text is cut."""
    named = (names or {}).get(field, {}).get(value)
    if named:
        return f"{named} ({value})" if isinstance(value, int) else named
    if field == "status":
        return STATUS_WORDS.get(str(value), str(value))
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None or value == "":
        return "none"
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
