"""Name of the queue of refunds in the store, for whoever only asks whether there is one."""

REFUNDS_LEFT = "conversions.refunds"
