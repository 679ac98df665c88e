"""A live page whose address changes: who depends on the old one, and redirects to the new."""

from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.impact.dependents import DependentsLines
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.redirects.address_change import AddressChange
from funneldesk.desktop.records.redirects.redirect_list import RedirectList
from funneldesk.desktop.workspace.brand_domains import BrandDomains
from funneldesk.desktop.workspace.workspace import Workspace

LIST_HEIGHT = 56


class MovedAddress(QWidget):
    """Stands in the question before changes are published."""

    def __init__(self, workspace: Workspace, draft: RecordDraft) -> None:
        super().__init__()
        said = _("The old address will stop working. Set up this redirect where your domain is.")
        self.list = RedirectList()
        self.list.text.setFixedHeight(LIST_HEIGHT)
        self.list.show_changes([_change(workspace, draft)])
        self.dependents = DependentsLines(workspace, [str(draft.id)])
        self.setLayout(
            column(Label(said, tone="warning", wrap=True), self.dependents, self.list, spacing=8)
        )


def moved_address(
    workspace: Workspace, draft: RecordDraft, fields: Sequence[str]
) -> QWidget | None:
    """What to say before a changed slug goes live; None where the address stays."""
    if "slug" not in fields or not draft.base_value("slug") or not draft.text("slug"):
        return None
    return MovedAddress(workspace, draft)


def _change(workspace: Workspace, draft: RecordDraft) -> AddressChange:
    domains = workspace.shared(BrandDomains)
    before, after = (
        domains.host(d) for d in (draft.base_value("domain_id"), draft.value("domain_id"))
    )
    base = urlsplit(workspace.visitor_base).path
    old = _path("" if before else base, str(draft.base_value("slug")))
    new = _path("" if after else base, draft.text("slug"))
    return AddressChange("page", old, new, before, after)


def _path(base: str, slug: str) -> str:
    return f"{base}/{quote(slug)}"
