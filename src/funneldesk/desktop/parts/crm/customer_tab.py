"""Customer that an entry is about, as a tab of its detail."""

from collections.abc import Mapping
from typing import Any

from funneldesk.contract.crm import CrmEntity
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.fields import VALUES
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace


class CustomerTab(RecordView):
    """Reads once it is before the user's eyes."""

    def __init__(self, workspace: Workspace, entity: CrmEntity) -> None:
        super().__init__()
        self._entity = entity
        self.customer = CustomerView(workspace, formats_of(workspace))
        self.nobody = EmptyState(
            "users",
            _("No customer linked"),
            _("Fill in an email address, or link a customer under “Assignment and link”."),
        )
        self.setLayout(column(self.customer, self.nobody, spacing=0))
        self.show_record({})

    def show_record(self, body: Mapping[str, Any]) -> None:
        email = linked_address(self._entity, body)
        self.customer.show_email(email)
        self.customer.setVisible(bool(email))
        self.nobody.setVisible(not email)


def linked_address(entity: CrmEntity, body: Mapping[str, Any]) -> str:
    """The email address of the customer that an entry is about; "" where none is known."""
    linked = str(body.get("reference_id") or "")
    if body.get("reference_type") == "customer" and "@" in linked:
        return linked
    emails = (VALUES + each.key for each in entity.fields or () if each.type == "email")
    return next((str(body[name]) for name in emails if body.get(name)), "")
