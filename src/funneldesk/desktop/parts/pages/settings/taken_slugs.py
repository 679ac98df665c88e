"""Slugs that other pages of the same domain have: the server refuses those."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.save.plan import Blocker, Review


def taken_slug(library: PageLibrary, page_id: str, values: Mapping[str, Any]) -> str:
    """A sentence that names the page with the same slug; empty where none is known."""
    slug, domain = str(values.get("slug") or ""), values.get("domain_id")
    for key, row in library.rows.items() if slug else ():
        if row.slug == slug and row.domain_id == domain and key != page_id and not is_new_id(key):
            told = _("The page “{name}” has this slug on the same domain. Choose another one.")
            return told.format(name=row.name)
    return ""


def review_slug(library: PageLibrary, draft: RecordDraft, fields: Sequence[str]) -> Review:
    """Keep a save from being sent with a slug that is known to be taken."""
    if not {"slug", "domain_id"} & {*fields}:
        return Review()
    page_id = "" if draft.is_new else str(draft.id)
    said = taken_slug(library, page_id, draft.fields)
    return Review(blockers=(Blocker("slug", said),) if said else ())
