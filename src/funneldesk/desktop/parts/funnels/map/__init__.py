"""Map of a funnel: its steps in order, with what each brings."""
