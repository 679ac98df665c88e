"""Product codes that other products have, or have in other letters only."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.contract.product_rules import code_form
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.shipping import Shipping
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.save.plan import Blocker, Review, SaveWarning
from funneldesk.desktop.records.section import listed_kind
from funneldesk.desktop.workspace.workspace import Workspace


def code_words(workspace: Workspace, own_id: str, code: str) -> tuple[str, str]:
    """Two sentences of which at most one isn't empty: the product that has this code, and the one
    whose code differs only by the case of its letters, as far as products are known here."""
    declared = workspace.shared(Shipping).listed
    rows: Mapping[str, Any] = (
        library_of(workspace, listed_kind(declared)).rows if declared is not None else {}
    )
    near = ""
    for key, row in rows.items() if code else ():
        other, name = str(row.get("code") or ""), str(row.get("title") or "")
        if key == own_id or _folded(other) != _folded(code):
            continue
        if code_form(other) == code_form(code):
            return _("“{name}” has this code. Choose another one.").format(name=name), ""
        near = _("“{name}” has the code {code}: only the case differs.")
        near = near.format(name=name, code=other)
    return "", near


def review_code(workspace: Workspace, draft: RecordDraft, fields: Sequence[str]) -> Review:
    """Refuse a code that is known to be taken, and ask about one that differs by case alone."""
    if "code" not in fields:
        return Review()
    own = "" if draft.is_new else str(draft.id)
    taken, near = code_words(workspace, own, str(draft.value("code") or ""))
    if taken:
        return Review(blockers=(Blocker("code", taken),))
    if not near:
        return Review()
    warning = SaveWarning(
        "code_case",
        _("Save a code that differs only by case?"),
        _("{sentence} Imports and reports may mix the two up.").format(sentence=near),
        _("Save anyway"),
    )
    return Review(warnings=(warning,))


def _folded(code: str) -> str:
    return code_form(code).casefold().strip()
