"""A deed asked for: the record as it is now, the sheet, and what the sheet says done."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.forms.amounts import exact, plain
from funneldesk.desktop.kit.lists.record_list import ago
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.people.deeds.deed import Body, Deed
from funneldesk.desktop.people.deeds.doing import DONE, REFUSED, STATES, Deeds, Outcome
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.deeds.sheet import DeedSheet
from funneldesk.desktop.people.orders import REFUNDED
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

WINDOW = timedelta(minutes=10)
"""For which a second deed of the same kind on the same record asks once more."""


async def ask_deed(
    parent: QWidget, workspace: Workspace, deed: Deed, body: Body, person: str
) -> Outcome | None:
    """Show the sheet of a deed, and do what it says; None when it was given up.

    ``body`` is the record as it is shown. Raises LocalStoreProblem.
    """
    deeds = workspace.shared(Deeds)
    if deeds.say_refusal(deed, deeds.refusal(deed)):
        return None
    workspace.ask_again()
    record_id = deed.record_id(body)
    with operation(workspace, deed.doing, deeds.notice_key(deed, record_id)) as asked:
        fresh = await workspace.run(partial(_prepared, deed, record_id))
    if asked.failed:
        return None
    earlier = await workspace.store.deeds(record_id=record_id)
    fresh = with_own(fresh, earlier)
    if deeds.say_refusal(deed, deed.refusal(fresh)):
        return None
    warning = _warning(deed, body, fresh, earlier)
    typed = (warning and record_id) or deed.typed(fresh)
    sheet = DeedSheet(parent, deed, fresh, formats_of(workspace)(), warning, typed)
    if await sheet.ask() != "do":
        return None
    return await deeds.begin(deed, fresh, deed.request(fresh, sheet.values), person)


async def _prepared(deed: Deed, record_id: str, api: "Api") -> Body:
    return await deed.prepare(api, await deed.read(api, record_id))


def with_own(body: Body, earlier: list[DeedEntry]) -> Body:
    """What this computer refunded of an order, for a server that does not tell."""
    refunds = [e for e in earlier if e.name == REFUND.name and e.state == DONE]
    amounts = [exact(each.request.get("amount")) or Decimal(0) for each in refunds]
    return {**body, "refunded_here": plain(sum(amounts, Decimal(0)))} if amounts else body


def _warning(deed: Deed, shown: Body, fresh: Body, earlier: list[DeedEntry]) -> str:
    """Why a deed is asked for once more; "" where nothing speaks against it."""
    if not deed.asks_again:
        return ""
    now = datetime.now(UTC)
    last = next((e for e in earlier if e.name == deed.name and e.state != REFUSED), None)
    if last is not None and now - last.begun_at < WINDOW:
        said = _("{title}: {state}, {when}, from this computer.")
        state = STATES[last.state][0].lower()
        return said.format(title=last.title, when=ago(last.begun_at, now), state=state)
    before, after = deed.marks(shown), deed.marks(fresh)
    known = before.get("refunded") is not None or before["status"] != REFUNDED
    if deed is REFUND and known and after["status"] == REFUNDED and before != after:
        return _("Somebody refunded this order since it was read here.")
    return ""
