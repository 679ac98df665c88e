"""All deeds, by the record that they are done to."""

from collections.abc import Mapping

from funneldesk.desktop.people.deeds.charges import BILL, MOVE, REACTIVATE, SKIP
from funneldesk.desktop.people.deeds.deed import Deed
from funneldesk.desktop.people.deeds.offers import OFFER
from funneldesk.desktop.people.deeds.refund import REFUND

ON_ORDERS: tuple[Deed, ...] = (REFUND,)
ON_SUBSCRIPTIONS: tuple[Deed, ...] = (REACTIVATE, SKIP, MOVE, OFFER, BILL)
DEEDS: Mapping[str, Deed] = {deed.name: deed for deed in (*ON_ORDERS, *ON_SUBSCRIPTIONS)}
"""By the name that the journal has."""
