"""Pages that join a funnel, leave it, and stand in an order."""
