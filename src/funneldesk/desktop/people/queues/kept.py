"""Names of the queues in the store, for whoever only asks whether something is left in one."""

REFUNDS_LEFT = "conversions.refunds"
CHARGES_LEFT = "subscriptions.charges"
REPLIES_LEFT = "tickets.outbox"
