"""Customers as learners: who they are is asked, they are read, and enrolled as rows of a file."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.contract.customers import CustomerFilter
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.kind import PART
from funneldesk.desktop.parts.courses.learners.course import CourseFacts
from funneldesk.desktop.parts.courses.learners.importing import declared_import
from funneldesk.desktop.records.handing_over.given import table_of
from funneldesk.desktop.records.importing.dialog import ImportDialog
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.panel import Panel

if TYPE_CHECKING:
    from funneldesk.client import Api

HEIGHT, AT_ONCE = 220, 100
WHO = (
    ("customer", _("Customers who bought")),
    ("abandon", _("Visitors who abandoned a cart")),
    ("", _("Both")),
)
COLUMNS = ["customer_email", "customer_name"]


async def enroll_customers(panel: Panel, facts: CourseFacts) -> None:
    """Ask which customers, read them, and lead through the check to the job."""
    work, found = panel.workspace, list[Sequence[str]]()

    async def send(values: Mapping[str, Any]) -> None:
        wanted = CustomerFilter(
            per_page=AT_ONCE,
            type=str(values["who"] or "") or None,
            q=str(values["text"] or "").strip() or None,
            columns=COLUMNS,
        )
        found[:] = await work.run(lambda api: _read(api, wanted))

    dialog = FormDialog(
        panel,
        work,
        _("Enroll customers in “{course}”").format(course=facts.title),
        (
            GroupSpec(
                "",
                _("They are read first. Nothing is sent before you have seen who is new."),
                (
                    FieldSpec("who", _("Who"), "choice", choices=WHO),
                    FieldSpec("text", _("With these words"), hint=_("A name or an address.")),
                ),
            ),
        ),
        values={"who": "customer", "text": ""},
        memory=f"{PART}.customers",
        action=_("Read customers"),
        send=send,
        height=HEIGHT,
    )
    if await dialog.ask() == "done":
        title = _("Enroll customers in “{course}”").format(course=facts.title)
        table = table_of(_("Customers"), (_("Email"), _("Name")), found)
        declared = declared_import(facts.course_id)
        await ImportDialog(panel, work, declared, given=table, title=title).ask()


async def _read(api: "Api", wanted: CustomerFilter) -> list[Sequence[str]]:
    return [
        (each.customer_email or "", each.customer_name or "")
        async for each in api.customers.iterate(wanted)
    ]
