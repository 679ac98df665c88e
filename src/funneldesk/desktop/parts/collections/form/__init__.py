"""Set-up of a collection: its fields, its settings, and the form as visitors see it."""
