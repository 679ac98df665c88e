"""Set-up of what records are made of: fields and groups in an order, and what their loss costs."""
