"""Request of a certificate, only when the user says so (quirk 56)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.domains import SslRequest
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.domains import PART, number_of
from funneldesk.desktop.sections.operations import confirmed, journaled, operation
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

NOTICE = f"{PART}/certificate"


async def request_certificate(workspace: Workspace, body: Mapping[str, Any]) -> bool:
    """Ask for it once; a lost answer is looked for. Whether it is on its way or there."""
    record_id, name = str(body["record_id"]), str(body.get("domain") or "")
    number, _is_tracking = number_of(record_id)
    answer: SslRequest | None = None

    async def look(api: "Api") -> SslRequest | None:
        found = await api.domains.get(number)
        return SslRequest(success=True) if found.status in ("ssl-pending", "active") else None

    doing = _("Requesting a certificate for {domain}").format(domain=name)
    with operation(workspace, doing, NOTICE):
        async with journaled(workspace, PART, name, _("Requesting a certificate for"), record_id):
            call = workspace.run(lambda api: api.domains.request_ssl(number))
            answer = await confirmed(call, lambda: workspace.run(look))
    if answer is None:
        return False
    if not answer.success:
        title = _("There is no certificate yet")
        said = answer.message or _("The server gave no reason. Try again in some minutes.")
        workspace.notifications.post(Notice(title, said, "warning", key=NOTICE))
    return answer.success
