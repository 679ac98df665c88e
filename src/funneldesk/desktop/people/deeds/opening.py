"""Deeds that an earlier run sent without learning how they went: looked for when a brand opens."""

from contextlib import suppress

from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.people.queues.kept import CHARGES_LEFT, REFUNDS_LEFT
from funneldesk.desktop.workspace.workspace import Workspace


async def settle_deeds(workspace: Workspace) -> None:
    """Find out and tell, where there is something; else nothing of it is even imported."""
    with suppress(LocalStoreProblem):  # The store itself tells of its trouble when it is opened.
        if await workspace.store.deeds(open_only=True):
            from funneldesk.desktop.people.deeds.doing import Deeds

            workspace.shared(Deeds).settle_open()
        if await workspace.store.saved_work(REFUNDS_LEFT) is not None:
            from funneldesk.desktop.people.queues.refunds import RefundQueue

            await workspace.shared(RefundQueue).take_up()
        if await workspace.store.saved_work(CHARGES_LEFT) is not None:
            from funneldesk.desktop.people.queues.charges import ChargeQueue

            await workspace.shared(ChargeQueue).take_up()
