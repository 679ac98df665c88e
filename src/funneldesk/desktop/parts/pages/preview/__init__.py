"""The open page as visitors see it."""
